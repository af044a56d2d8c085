import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Where build tools keep such things: as trustworthy as the packages beside it, and gone with them. */
const FOLDER = join(import.meta.dirname, '../../../node_modules/.cache/cohesion')

type Kept = { name: string; madeFrom: readonly string[]; make: () => Promise<Buffer>; folder?: string }

/**
 * What takes long to make, made once for each change of what it is made from. Where the folder cannot be written, it is
 * made every time.
 */
export const kept = async ({ name, madeFrom, make, folder = FOLDER }: Kept): Promise<Buffer> => {
  const hash = createHash('sha256').update(process.version)
  for (const file of madeFrom) hash.update(await readFile(file))
  const file = `${name}-${hash.digest('hex').slice(0, 16)}`
  const found = await readFile(join(folder, file)).catch(() => undefined)
  if (found && isWhole(found)) return found.subarray(DIGEST_BYTES)
  const made = await make()
  await keep(folder, name, file, made).catch(() => {})
  return made
}

/** Before the bytes: a machine that lost its power may leave a file of the right name and half its content. */
const DIGEST_BYTES = 32
const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
const isWhole = (file: Buffer) => digestOf(file.subarray(DIGEST_BYTES)).equals(file.subarray(0, DIGEST_BYTES))

const keep = async (folder: string, name: string, file: string, bytes: Buffer) => {
  await mkdir(folder, { recursive: true })
  // Whole or not at all, whoever else is making it now.
  const draft = join(folder, `${file}.${randomUUID()}`)
  await writeFile(draft, Buffer.concat([digestOf(bytes), bytes]))
  await rename(draft, join(folder, file))
  const outdated = (await readdir(folder)).filter((other) => other.startsWith(`${name}-`) && !other.startsWith(file))
  for (const other of outdated) await rm(join(folder, other), { force: true })
}
