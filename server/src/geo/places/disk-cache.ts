import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The cache folder of build tools, deleted together with the packages. */
const FOLDER = join(import.meta.dirname, '../../../../node_modules/.cache/cohesion')

type CacheEntry = { name: string; sources: readonly string[]; make: () => Promise<Buffer>; folder?: string }

/**
 * Returns the cached bytes, or makes and caches them. The key is a hash of the source files and the Node version. If
 * the folder cannot be written, the bytes are made every time.
 */
export const readOrMake = async ({ name, sources, make, folder = FOLDER }: CacheEntry): Promise<Buffer> => {
  const hash = createHash('sha256').update(process.version)
  for (const file of sources) hash.update(await readFile(file))
  const file = `${name}-${hash.digest('hex').slice(0, 16)}`
  const stored = await readFile(join(folder, file)).catch(() => undefined)
  if (stored && isWhole(stored)) return stored.subarray(DIGEST_BYTES)
  const bytes = await make()
  await write(folder, name, file, bytes).catch(() => {})
  return bytes
}

/** Each file begins with a digest of its contents, because after a power loss a file may be incomplete. */
const DIGEST_BYTES = 32
const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
const isWhole = (file: Buffer) => digestOf(file.subarray(DIGEST_BYTES)).equals(file.subarray(0, DIGEST_BYTES))

const write = async (folder: string, name: string, file: string, bytes: Buffer) => {
  await mkdir(folder, { recursive: true })
  // Renamed into place, so that other processes see a complete file or none.
  const draft = join(folder, `${file}.${randomUUID()}`)
  await writeFile(draft, Buffer.concat([digestOf(bytes), bytes]))
  await rename(draft, join(folder, file))
  const outdated = (await readdir(folder)).filter((other) => other.startsWith(`${name}-`) && !other.startsWith(file))
  for (const other of outdated) await rm(join(folder, other), { force: true })
}
