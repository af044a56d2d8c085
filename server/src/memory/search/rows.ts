import { withRoom } from '../../platform/kit/column.ts'
import { IdCodes } from '../../platform/kit/id-codes.ts'
import type { AoiPart } from '../live-view/aoi-part.ts'

const MAX_CODE = 2 ** 32 - 1

/** 1 at the index of each of these ids' codes. */
export const flagsOf = (codes: IdCodes, ids: readonly string[]): Uint8Array => {
  const flags = new Uint8Array(codes.ids.length)
  for (const id of ids) flags[codes.codeOf(id.toLowerCase()) ?? flags.length] = 1
  return flags
}

export type Row = {
  number: number
  kindState: number
  /** In µs since 2000. */
  createdAt: number
  lng: number
  lat: number
  eventTypeId: string | null
  creatorId: string | null
  /** A hash of the name as lists sort it: a row whose name changed has another rank. */
  nameHash: number
}

export const ROW_COLUMNS = [
  ...(['number', 'kindState', 'createdAt', 'place'] as const),
  ...(['eventTypeId', 'creatorId', 'nameHash'] as const),
] as const

/** A place on a globe of radius one. */
export const onGlobe = (lng: number, lat: number): [x: number, y: number, z: number] => {
  const [east, north] = [(lng * Math.PI) / 180, (lat * Math.PI) / 180]
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)]
}

const ROW_BYTES = 41

/** What filters and orders of a search need besides the words: columns, 41 bytes a row, in the order the rows came. */
export class Rows {
  length = 0
  highestNumber = 0
  readonly types = new IdCodes(MAX_CODE)
  readonly creators = new IdCodes(MAX_CODE)
  number = new Uint32Array(0)
  creator = new Uint32Array(0)
  type = new Uint32Array(0)
  kindState = new Uint8Array(0)
  createdAt = new Float64Array(0)
  /** On the globe. */
  x = new Float32Array(0)
  y = new Float32Array(0)
  z = new Float32Array(0)
  nameHash = new Int32Array(0)
  /** The place among all names, from 1 on; 0 for rows that were added since the names were sorted. */
  rank = new Uint32Array(0)

  get bytes(): number {
    return this.number.length * ROW_BYTES
  }

  push(row: Row): void {
    this.reserve(1)
    const at = this.length++
    this.number[at] = row.number
    this.highestNumber = Math.max(this.highestNumber, row.number)
    this.creator[at] = this.creators.encode(row.creatorId)
    this.createdAt[at] = row.createdAt
    this.#setPlace(at, row.lng, row.lat)
    this.nameHash[at] = row.nameHash
    this.setState(at, row)
  }

  /** Appends rows as they were read. */
  append(part: AoiPart<(typeof ROW_COLUMNS)[number]>): void {
    const { length } = this
    this.reserve(part.count)
    this.length += part.count
    this.number.set(part.number, length)
    this.createdAt.set(part.createdAt, length)
    this.kindState.set(part.kindState, length)
    this.nameHash.set(part.nameHash, length)
    const types = this.types.encodeAll(part.eventTypeId.ids)
    const creators = this.creators.encodeAll(part.creatorId.ids)
    for (let index = 0; index < part.count; index++) {
      const at = length + index
      this.type[at] = types[part.eventTypeId.codes[index] as number] as number
      this.creator[at] = creators[part.creatorId.codes[index] as number] as number
      this.#setPlace(at, part.place[index * 2] as number, part.place[index * 2 + 1] as number)
      this.highestNumber = Math.max(this.highestNumber, part.number[index] as number)
    }
  }

  #setPlace(at: number, lng: number, lat: number): void {
    const [x, y, z] = onGlobe(lng, lat)
    this.x[at] = x
    this.y[at] = y
    this.z[at] = z
  }

  /** Sets what may change while a search goes on: filters read it, no sort key depends on it. */
  setState(at: number, { kindState, eventTypeId }: Row): void {
    this.kindState[at] = kindState
    this.type[at] = this.types.encode(eventTypeId)
  }

  /** Whether `row` differs from the stored one at most in what `setState` sets. */
  hasSameKeys(at: number, row: Row): boolean {
    const [x, y, z] = onGlobe(row.lng, row.lat)
    return (
      this.nameHash[at] === row.nameHash &&
      this.createdAt[at] === row.createdAt &&
      this.x[at] === Math.fround(x) &&
      this.y[at] === Math.fround(y) &&
      this.z[at] === Math.fround(z) &&
      (this.creators.ids[this.creator[at] as number] ?? null) === row.creatorId
    )
  }

  /** Makes room for so many rows behind the last one. */
  reserve(count: number): void {
    const length = this.length + count
    if (length <= this.number.length) return
    this.number = withRoom(this.number, length)
    this.creator = withRoom(this.creator, length)
    this.type = withRoom(this.type, length)
    this.kindState = withRoom(this.kindState, length)
    this.createdAt = withRoom(this.createdAt, length)
    this.x = withRoom(this.x, length)
    this.y = withRoom(this.y, length)
    this.z = withRoom(this.z, length)
    this.nameHash = withRoom(this.nameHash, length)
    this.rank = withRoom(this.rank, length)
  }
}
