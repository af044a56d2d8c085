import { Readable, Writable } from 'node:stream'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { openDigest } from '../operations/backup/digest.ts'
import { CHECKSUMS, MANIFEST, type Manifest } from '../operations/backup/format.ts'
import { type BackupSource, writeArchive } from '../operations/backup/write-archive.ts'
import { readTar, type TarEntry, writeTar } from '../platform/kit/tar.ts'

export const backUp = async (source: BackupSource, passphrase?: string): Promise<Buffer> => {
  const chunks: Buffer[] = []
  const sink = new Writable({
    write: (chunk, _, done) => {
      chunks.push(chunk)
      done()
    },
  })
  await writeArchive(source, sink, { passphrase })
  return Buffer.concat(chunks)
}

/** Opens an archive as a stream of chunks, as from a disk or network. */
export const opener =
  (archive: Buffer, pieceBytes = 50_000) =>
  async () => {
    const pieces = Array.from({ length: Math.ceil(archive.length / pieceBytes) }, (_, index) =>
      archive.subarray(index * pieceBytes, (index + 1) * pieceBytes),
    )
    return Readable.from(pieces)
  }

export const entriesOf = async (archive: Buffer): Promise<TarEntry[]> =>
  Array.fromAsync(readTar(Readable.from([zstdDecompressSync(archive)]), Number.MAX_SAFE_INTEGER))

export const pack = async (entries: readonly TarEntry[]): Promise<Buffer> => {
  const whole = entries.some(({ name }) => name === CHECKSUMS) ? entries : [...entries, checksumsOf(entries)]
  const blocks = await Array.fromAsync(writeTar(Readable.from(whole), 0))
  return zstdCompressSync(Buffer.concat(blocks))
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value))

function checksumsOf(entries: readonly TarEntry[]): TarEntry {
  const manifest: Manifest = JSON.parse(String(entries.find(({ name }) => name === MANIFEST)?.bytes))
  const rowTables = entries.flatMap(({ name }) => (name.startsWith('tables/') ? [name.split('/')[1] ?? ''] : []))
  const digest = openDigest([...new Set([...manifest.tables.map(({ name }) => name), ...rowTables])])
  for (const entry of entries) {
    digest.add(entry)
    const [folder, name = ''] = entry.name.split('/')
    if (folder === 'tables') digest.addRows(name, entry.bytes)
    if (folder === 'files') digest.addFile(name, entry.bytes)
  }
  return { name: CHECKSUMS, bytes: json(digest.checksums(0)) }
}

export type Forgery = {
  manifest?: (manifest: Manifest) => unknown
  rows?: Record<string, (rows: string) => string>
  add?: readonly TarEntry[]
  files?: Record<string, Buffer>
}

/** Changes an archive and corrects its checksums, so that only content checks can reject it. */
export const forge = async (
  archive: Buffer,
  { manifest, rows = {}, add = [], files = {} }: Forgery,
): Promise<Buffer> => {
  const entries = (await entriesOf(archive)).filter(({ name }) => name !== CHECKSUMS)
  const changed = entries.map(({ name, bytes }): TarEntry => {
    if (name === MANIFEST && manifest) return { name, bytes: json(manifest(JSON.parse(String(bytes)))) }
    const [folder, inner = ''] = name.split('/')
    const change = folder === 'tables' ? rows[inner] : undefined
    if (change) return { name, bytes: Buffer.from(change(String(bytes))) }
    const file = folder === 'files' ? files[inner] : undefined
    return file ? { name, bytes: file } : { name, bytes }
  })
  const secrets = changed.findIndex(({ name }) => name === 'secrets.json')
  return pack([...changed.slice(0, secrets), ...add, ...changed.slice(secrets)])
}
