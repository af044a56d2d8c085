import { withRoom } from '../kit/column.ts'
import { IdCodes } from '../kit/id-codes.ts'

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
    const at = this.length++
    if (at === this.number.length) this.#grow()
    this.number[at] = row.number
    this.highestNumber = Math.max(this.highestNumber, row.number)
    this.creator[at] = this.creators.encode(row.creatorId)
    this.createdAt[at] = row.createdAt
    const [x, y, z] = onGlobe(row.lng, row.lat)
    this.x[at] = x
    this.y[at] = y
    this.z[at] = z
    this.nameHash[at] = row.nameHash
    this.setState(at, row)
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

  #grow(): void {
    const { length } = this
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
