import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Deserializer, Serializer } from 'node:v8'
import type { NameText } from '../../places/city-columns.ts'
import type { Settlement, Village } from './settlements.ts'

/** The streets and places of an archive, as columns; one that cannot be found by name has no spelling. */
export type AddressColumns = {
  /** Which archive it was made from. */
  key: string
  streets: number
  houses: number
  en: NameText
  /** Empty where it is the English one. */
  he: NameText
  /** All names, folded, and whose they are. */
  spellings: NameText
  spellingOf: Uint32Array
  /** The larger the likelier that someone looks for it: 0 to 9. */
  weight: Uint8Array
  isStreet: Uint8Array
  /** A point on the street, in the map's square. */
  x: Float64Array
  y: Float64Array
  /** Index into `settlements`. */
  settlement: Uint32Array
  settlements: Settlement[]
  villages: Village[]
  /** Offset of a street's details after the columns. */
  detailAt: Float64Array
  detailBytes: Uint32Array
}

/** Numbers in the details of a street: parts of this of the map's square, 40 cm. */
export const DETAIL_SCALE = 1e8
/** Houses as [number, x, y, isSure]; lines as x, y and then steps. */
export type StreetDetail = { houses: [string, number, number, 0 | 1][]; lines: number[][] }

/** The form of the file; one of another form is built again. */
const MAGIC = Buffer.from('cohesion addresses 1\n')
const LENGTH_BYTES = 8

/** Writes the columns and then the details, and puts the file in place at once. */
export const writeIndex = async (path: string, columns: AddressColumns, details: readonly Buffer[]): Promise<void> => {
  await mkdir(dirname(path), { recursive: true })
  const draft = `${path}.${randomUUID()}`
  const file = await open(draft, 'w')
  try {
    const serializer = new Serializer()
    serializer.writeHeader()
    serializer.writeValue(columns)
    const bytes = serializer.releaseBuffer()
    const length = Buffer.alloc(LENGTH_BYTES)
    length.writeBigUInt64LE(BigInt(bytes.length))
    await file.writev([MAGIC, length, bytes])
    for (let at = 0; at < details.length; at += 500) await file.writev(details.slice(at, at + 500))
    await file.datasync()
    await file.close()
    await rename(draft, path)
  } catch (error) {
    await file.close().catch(() => {})
    await rm(draft, { force: true })
    throw error
  }
}

const readExactly = async (file: FileHandle, at: number, length: number): Promise<Buffer> => {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, at)
  if (bytesRead < length) throw new Error('the file of addresses is too short')
  return bytes
}

export type AddressIndex = { columns: AddressColumns; detail: (street: number) => Promise<StreetDetail>; close: () => Promise<void> } // biome-ignore format: one line

/** Opens the addresses of an archive; undefined if there are none, or those of another archive or another version. */
export const openIndex = async (path: string, key: string): Promise<AddressIndex | undefined> => {
  const file = await open(path, 'r').catch(() => undefined)
  if (!file) return undefined
  try {
    const head = await readExactly(file, 0, MAGIC.length + LENGTH_BYTES)
    if (!head.subarray(0, MAGIC.length).equals(MAGIC)) throw new Error('another form')
    const length = Number(head.readBigUInt64LE(MAGIC.length))
    if (length > (await file.stat()).size) throw new Error('the file of addresses is too short')
    const reader = new Deserializer(await readExactly(file, head.length, length))
    reader.readHeader()
    const columns = reader.readValue() as AddressColumns
    if (columns.key !== key) throw new Error('another archive')
    const begin = head.length + length
    return {
      columns,
      close: () => file.close(),
      async detail(street) {
        const bytes = await readExactly(file, begin + (columns.detailAt[street] ?? 0), columns.detailBytes[street] ?? 0)
        return bytes.length === 0 ? { houses: [], lines: [] } : (JSON.parse(bytes.toString()) as StreetDetail)
      },
    }
  } catch {
    await file.close()
    return undefined
  }
}
