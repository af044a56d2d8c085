import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Deserializer, Serializer } from 'node:v8'
import type { NameText } from '../../places/city-columns.ts'
import type { Settlement, Village } from './settlements.ts'

/** Streets and places of an archive as columns. Entries without a spelling cannot be found by name. */
export type AddressColumns = {
  /** Identifies the archive of the index. */
  key: string
  streets: number
  houses: number
  en: NameText
  /** Empty if equal to the English name. */
  he: NameText
  spellings: NameText
  spellingOf: Uint32Array
  /** From 0 to 9; higher for streets and places that people search more. */
  weight: Uint8Array
  isStreet: Uint8Array
  x: Float64Array
  y: Float64Array
  settlement: Uint32Array
  settlements: Settlement[]
  villages: Village[]
  detailAt: Float64Array
  detailBytes: Uint32Array
}

/** Coordinates in the details are integers from 0 to this, across the map's square; one unit is 40 cm. */
export const DETAIL_SCALE = 1e8
export type StreetDetail = { houses: [string, number, number, 0 | 1][]; lines: number[][] }

/** Format of the file; another format is rebuilt. */
const MAGIC = Buffer.from('cohesion addresses 1\n')
const LENGTH_BYTES = 8

/** Identifies the contents of an archive; a new key triggers a rebuild. */
export const keyOf = ({ size, modified }: { size: number; modified: Date }): string => `${size} ${modified.getTime()}`

/** Writes columns, then details, and renames the file into place. */
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

/** Opens an archive's index; undefined if it is missing or belongs to another archive or version. */
export const openIndex = async (path: string, key: string): Promise<AddressIndex | undefined> => {
  const file = await open(path, 'r').catch(() => undefined)
  if (!file) return undefined
  try {
    const head = await readExactly(file, 0, MAGIC.length + LENGTH_BYTES)
    if (!head.subarray(0, MAGIC.length).equals(MAGIC)) throw new Error('unknown format')
    const length = Number(head.readBigUInt64LE(MAGIC.length))
    if (length > (await file.stat()).size) throw new Error('the file of addresses is too short')
    const reader = new Deserializer(await readExactly(file, head.length, length))
    reader.readHeader()
    const columns = reader.readValue() as AddressColumns
    if (columns.key !== key) throw new Error('index of another archive')
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
