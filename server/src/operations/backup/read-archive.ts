import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import type { z } from 'zod'
import { byteReader } from '../../platform/kit/byte-reader.ts'
import { readTar, TarError } from '../../platform/kit/tar.ts'
import { DecryptionError, decrypt, ENCRYPTION_MARK_BYTES, isEncrypted } from '../../platform/secret/encryption.ts'
import { openDigest } from './digest.ts'
import {
  ArchiveProblem,
  CHECKSUMS,
  Checksums,
  FILE_NAME,
  FREE_EXPANSION_BYTES,
  MANIFEST,
  MAX_ENTRY_BYTES,
  MAX_EXPANSION,
  Manifest,
  SECRETS,
  Secrets,
} from './format.ts'
import type { BackupContents } from './write-archive.ts'

export type OpenArchive = () => Promise<Readable>

export type ArchivePart =
  | { kind: 'manifest'; manifest: Manifest }
  | { kind: 'rows'; table: string; bytes: Buffer }
  | { kind: 'file'; name: string; bytes: Buffer }
  | { kind: 'secrets'; secrets: Secrets }
  | { kind: 'end'; checksums: Checksums }

type ReadOptions = { passphrase?: string | undefined }

/**
 * Yields the entries of an archive in order, with their names and shapes checked. Throws an ArchiveProblem at the first
 * error; only an intact archive yields `end`.
 */
export async function* readArchive(openArchive: OpenArchive, options: ReadOptions = {}): AsyncGenerator<ArchivePart> {
  const source = await openArchive()
  try {
    yield* partsOf(readTar(unpack(source, options), MAX_ENTRY_BYTES))
  } catch (error) {
    throw readable(error)
  } finally {
    source.destroy()
  }
}

export async function verifyArchive(openArchive: OpenArchive, options: ReadOptions = {}): Promise<BackupContents> {
  let manifest: Manifest | undefined
  for await (const part of readArchive(openArchive, options)) {
    if (part.kind === 'manifest') manifest = part.manifest
    if (part.kind === 'end' && manifest) return { manifest, checksums: part.checksums }
  }
  throw new ArchiveProblem('The archive is damaged: it ends too early')
}

async function* partsOf(entries: ReturnType<typeof readTar>): AsyncGenerator<ArchivePart> {
  const first = await entries.next()
  if (first.done || first.value.name !== MANIFEST) throw new TarError('it does not begin with a manifest')
  const manifest = parse(Manifest, first.value.bytes, MANIFEST)
  refuseDoubles(manifest)
  const tables = manifest.tables.map(({ name }) => name)
  const digest = openDigest(tables)
  digest.add(first.value)
  yield { kind: 'manifest', manifest }

  const order = openOrder(tables)
  for await (const entry of entries) {
    if (entry.name === CHECKSUMS) {
      order.end()
      const checksums = parse(Checksums, entry.bytes, CHECKSUMS)
      const isSame =
        JSON.stringify(sorted(digest.checksums(checksums.files.missing))) === JSON.stringify(sorted(checksums))
      if (!isSame) throw new TarError('its contents do not match its checksums')
      // The archive is intact only if nothing follows the checksums.
      if (!(await entries.next()).done) throw new TarError('data follows its checksums')
      yield { kind: 'end', checksums }
      return
    }
    digest.add(entry)
    if (entry.name === SECRETS) {
      order.secrets()
      yield { kind: 'secrets', secrets: parse(Secrets, entry.bytes, SECRETS) }
      continue
    }
    const [folder, name = '', ...rest] = entry.name.split('/')
    if (folder === 'tables') {
      order.rows(name, rest.join('/'))
      if (entry.bytes.at(-1) !== 10) throw new TarError(`the rows of ${name} are truncated`)
      digest.addRows(name, entry.bytes)
      yield { kind: 'rows', table: name, bytes: entry.bytes }
    } else if (folder === 'files' && rest.length === 0 && FILE_NAME.test(name)) {
      order.file(name)
      digest.addFile(name, entry.bytes)
      yield { kind: 'file', name, bytes: entry.bytes }
    } else throw new TarError(`it contains an unexpected entry: ${entry.name}`)
  }
  throw new TarError('it ends too early')
}

/** Refuses entries in an order in which no backup writes them. */
function openOrder(tables: readonly string[]) {
  let stage: 'tables' | 'files' | 'secrets' = 'tables'
  let table = 0
  let part = 0
  const refuse = (name: string): never => {
    throw new TarError(`${name} is out of order`)
  }
  return {
    rows(name: string, file: string) {
      while (stage === 'tables' && table < tables.length && tables[table] !== name) {
        table++
        part = 0
      }
      if (stage !== 'tables' || tables[table] !== name || file !== `${String(++part).padStart(6, '0')}.copy`)
        refuse(`tables/${name}/${file}`)
    },
    file(name: string) {
      if (stage === 'secrets') refuse(name)
      stage = 'files'
    },
    secrets() {
      if (stage === 'secrets') refuse(SECRETS)
      stage = 'secrets'
    },
    end() {
      if (stage !== 'secrets') refuse(CHECKSUMS)
    },
  }
}

function refuseDoubles({ tables, sequences, migrations }: Manifest): void {
  const lists = [migrations, tables.map(({ name }) => name), sequences.map(({ name }) => name)]
  lists.push(...tables.map(({ columns }) => columns))
  if (lists.some((list) => new Set(list).size < list.length)) throw new TarError('its manifest contains duplicates')
}

const sorted = (checksums: Checksums): unknown => ({
  files: checksums.files,
  sha256: checksums.sha256,
  tables: Object.entries(checksums.tables).sort(([a], [b]) => (a < b ? -1 : 1)),
})

function parse<Schema extends z.ZodType>(schema: Schema, bytes: Buffer, name: string): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(bytes.toString('utf8')))
  } catch (cause) {
    throw new TarError(`${name} is malformed`, { cause })
  }
}

/** Decrypts and decompresses, up to a ratio that no backup reaches. */
async function* unpack(source: Readable, { passphrase }: ReadOptions): AsyncGenerator<Buffer> {
  let packedBytes = 0
  const decompress = createZstdDecompress()
  async function* counted(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      packedBytes += chunk.length
      yield chunk
    }
  }
  const packed = counted(await openPacked(source, passphrase))
  // Errors are passed on by destroying the stream that is read below.
  const feeding = pipeline(packed, decompress).catch((error: Error) => decompress.destroy(error))
  let unpackedBytes = 0
  try {
    for await (const chunk of decompress as AsyncIterable<Buffer>) {
      unpackedBytes += chunk.length
      if (unpackedBytes > FREE_EXPANSION_BYTES + packedBytes * MAX_EXPANSION)
        throw new TarError('it unpacks to far more data than a backup contains')
      yield chunk
    }
  } finally {
    decompress.destroy()
    await feeding
  }
}

async function openPacked(
  source: AsyncIterable<Buffer>,
  passphrase: string | undefined,
): Promise<AsyncIterable<Buffer>> {
  const { read } = byteReader(source)
  const head = await read(ENCRYPTION_MARK_BYTES)
  async function* whole(): AsyncGenerator<Buffer> {
    yield head
    for (let chunk = await read(65_536); chunk.length > 0; chunk = await read(65_536)) yield chunk
  }
  if (!isEncrypted(head)) return whole()
  if (!passphrase)
    throw new ArchiveProblem('The archive is encrypted: set COHESION_BACKUP_PASSPHRASE to its passphrase')
  return decrypt(passphrase)(whole())
}

function readable(error: unknown): unknown {
  if (error instanceof ArchiveProblem) return error
  if (error instanceof DecryptionError)
    return new ArchiveProblem('The passphrase is wrong, or the archive is damaged', { cause: error })
  if (error instanceof TarError) return new ArchiveProblem(`The archive is damaged: ${error.message}`, { cause: error })
  const { code = '' } = error as { code?: string }
  if (code.startsWith('ZSTD_') || code.startsWith('Z_') || code === 'ERR_STREAM_PREMATURE_CLOSE')
    return new ArchiveProblem('The archive is damaged or is not a Cohesion backup', { cause: error })
  return error
}
