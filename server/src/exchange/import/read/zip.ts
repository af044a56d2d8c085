import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { ReadError } from './format.ts'

/** Larger archives are zip bombs: tables and maps unpack to ten or twenty times their size. */
const MAX_UNPACKED = 150_000_000
const MAX_ENTRIES = 2_000

/** The messages of yauzl contain the name of an entry that would lead out of the archive. */
const refused = (error: Error): ReadError => {
  const [, part] = /(?:path|characters in fileName): (.{1,200})/.exec(error.message) ?? []
  return part === undefined ? new ReadError('archive', {}, error) : new ReadError('archivePath', { part }, error)
}

/** Refuses names that lead out of the archive, encrypted entries, and entries larger than they say. */
const open = (bytes: Buffer): Promise<ZipFile> =>
  new Promise((resolve, reject) =>
    fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: true }, (error, zip) =>
      error ? reject(refused(error)) : resolve(zip),
    ),
  )

const checked = (entries: readonly Entry[]): void => {
  const encrypted = entries.find(({ generalPurposeBitFlag }) => (generalPurposeBitFlag & 1) === 1)
  if (encrypted) throw new ReadError('encrypted', { part: encrypted.fileName.slice(0, 200) })
  const total = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  if (total <= MAX_UNPACKED) return
  const largest = entries.reduce((one, other) => (other.uncompressedSize > one.uncompressedSize ? other : one))
  throw new ReadError('bomb', { part: largest.fileName.slice(0, 200) })
}

/** Names of all entries. Unpacks nothing. */
const entriesOf = (zip: ZipFile): Promise<Entry[]> =>
  new Promise((resolve, reject) => {
    const entries: Entry[] = []
    zip.on('entry', (entry: Entry) => {
      entries.push(entry)
      if (entries.length > MAX_ENTRIES) reject(new ReadError('manyFiles'))
      else zip.readEntry()
    })
    zip.on('end', () => resolve(entries))
    zip.on('error', (error) => reject(refused(error)))
    zip.readEntry()
  })

const unpack = (zip: ZipFile, entry: Entry): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const refuse = (error: Error) => reject(new ReadError('archive', { part: entry.fileName.slice(0, 200) }, error))
    zip.openReadStream(entry, (error, stream) => {
      if (error) return refuse(error)
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => resolve(Buffer.concat(parts)))
      stream.on('error', refuse)
    })
  })

/** Checks an archive and gives access to its entries by name. */
export const openZip = async (bytes: Uint8Array) => {
  const zip = await open(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  const entries = await entriesOf(zip)
  checked(entries)
  return {
    names: entries.map(({ fileName }) => fileName),
    read: (name: string): Promise<Buffer> => {
      const entry = entries.find(({ fileName }) => fileName === name)
      if (!entry) throw new ReadError('archive', { part: name })
      return unpack(zip, entry)
    },
  }
}
