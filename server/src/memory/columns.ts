import { pick, withRoom } from '../platform/kit/column.ts'
import { Dictionary } from './dictionary.ts'

/** Columns of table `aoi` that filters, tiles and counts need. Ids are codes of a dictionary, times are µs since 1970. */
const arrays = {
  number: Uint32Array,
  x: Uint32Array,
  y: Uint32Array,
  createdAt: Float64Array,
  receivedAt: Float64Array,
  /** Infinity while nobody has responded. */
  respondedAt: Float64Array,
  /** Infinity while the visitor waits for a first reply; NaN without a visitor. */
  firstWordAt: Float64Array,
  /** Indexes into the contract's kinds and states. A removed row has the kind `REMOVED`. */
  kind: Uint8Array,
  state: Uint8Array,
  eventTypeId: Uint32Array,
  regionId: Uint32Array,
  communityId: Uint32Array,
  creatorId: Uint32Array,
  soleChangerId: Uint32Array,
} as const

type Name = keyof typeof arrays
const names = Object.keys(arrays) as Name[]

export type Columns = { -readonly [N in Name]: InstanceType<(typeof arrays)[N]> }
export type IdName = Extract<Name, `${string}Id`>

export const REMOVED = 255

export const BYTES_PER_ROW = names.reduce((sum, name) => sum + arrays[name].BYTES_PER_ELEMENT, 0)

/** A row as read from the database, with ids as text. */
export type AoiRow = { [N in Name]: N extends IdName ? string | null : number } & {
  mainNumber: number | null
}

export const emptyColumns = (capacity: number): Columns =>
  Object.fromEntries(names.map((name) => [name, new arrays[name](capacity)])) as Columns

export const openDictionaries = () => {
  const members = new Dictionary()
  return {
    eventTypeId: new Dictionary(),
    regionId: new Dictionary(),
    communityId: new Dictionary(),
    creatorId: members,
    soleChangerId: members,
  } satisfies Record<IdName, Dictionary>
}
export type Dictionaries = ReturnType<typeof openDictionaries>

const isId = (name: Name): name is IdName => name.endsWith('Id')

export const writeRow = (columns: Columns, place: number, row: AoiRow, dictionaries: Dictionaries): void => {
  for (const name of names)
    columns[name][place] = isId(name) ? dictionaries[name].encode(row[name]) : (row[name] as number)
}

export const withRoomFor = (columns: Columns, length: number): Columns =>
  Object.fromEntries(names.map((name) => [name, withRoom(columns[name], length)])) as Columns

/** Copies the rows at `places`, in this order, with room for `spare` more. Runs in slices. */
export const pickRows = async (columns: Columns, places: Uint32Array, spare: number): Promise<Columns> => {
  const picked = emptyColumns(places.length + spare)
  for (const name of names) await pick(columns[name], places, picked[name])
  return picked
}
