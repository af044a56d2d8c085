import { partitionPoint } from '../../platform/kit/binary-search.ts'
import { pick, withRoom } from '../../platform/kit/column.ts'
import { IdCodes } from '../../platform/kit/id-codes.ts'
import { sortedRows } from '../../platform/kit/radix-sort.ts'
import { inSlices } from '../../platform/kit/slices.ts'
import type { AoiPart } from '../live-view/aoi-part.ts'
import { REMOVED } from '../live-view/kind-state.ts'
import { highCode, lowCode, mortonCode } from './grid.ts'
import { Squares } from './squares.ts'

export type Point = {
  number: number
  /** On the grid. */
  x: number
  y: number
  /** In µs since 2000, as PostgreSQL counts: exact. */
  createdAt: number
  kindState: number
  eventTypeId: string | null
}

/** What a point is made of. */
export const POINT_COLUMNS = ['number', 'x', 'y', 'createdAt', 'kindState', 'eventTypeId'] as const

const POINT_BYTES = 23

/**
 * Points as columns of numbers, 23 bytes each. The first `sorted` rows are in the order of their Morton codes, so that a
 * tile is one range of them; the others in the order they came.
 */
export class Points {
  length = 0
  sorted = 0
  readonly types: IdCodes
  x: Int32Array
  y: Int32Array
  number: Uint32Array
  createdAt: Float64Array
  type: Uint16Array
  kindState: Uint8Array
  /** No point was made before or after these; kept when such a point goes. */
  earliest = Number.POSITIVE_INFINITY
  latest = Number.NEGATIVE_INFINITY
  /** Sums of the sorted rows. Undefined where nothing is sorted. */
  squares: Squares | undefined

  constructor(capacity: number, types = new IdCodes()) {
    this.types = types
    this.x = new Int32Array(capacity)
    this.y = new Int32Array(capacity)
    this.number = new Uint32Array(capacity)
    this.createdAt = new Float64Array(capacity)
    this.type = new Uint16Array(capacity)
    this.kindState = new Uint8Array(capacity)
  }

  get capacity(): number {
    return this.x.length
  }

  get bytes(): number {
    return this.capacity * POINT_BYTES + (this.squares?.bytes ?? 0)
  }

  reserve(count: number): void {
    const length = this.length + count
    this.x = withRoom(this.x, length)
    this.y = withRoom(this.y, length)
    this.number = withRoom(this.number, length)
    this.createdAt = withRoom(this.createdAt, length)
    this.type = withRoom(this.type, length)
    this.kindState = withRoom(this.kindState, length)
  }

  /** Appends into reserved room, and returns the row. */
  push(point: Point): number {
    const row = this.length++
    this.x[row] = point.x
    this.y[row] = point.y
    this.number[row] = point.number
    this.describe(row, point)
    return row
  }

  /** Appends points as they were read. */
  append(part: AoiPart<(typeof POINT_COLUMNS)[number]>): void {
    const { length } = this
    this.reserve(part.count)
    this.length += part.count
    this.x.set(part.x, length)
    this.y.set(part.y, length)
    this.number.set(part.number, length)
    this.createdAt.set(part.createdAt, length)
    this.kindState.set(part.kindState, length)
    const typeCodes = this.types.encodeAll(part.eventTypeId.ids)
    for (let index = 0; index < part.count; index++) {
      this.type[length + index] = typeCodes[part.eventTypeId.codes[index] as number] as number
      const createdAt = part.createdAt[index] as number
      if (createdAt < this.earliest) this.earliest = createdAt
      if (createdAt > this.latest) this.latest = createdAt
    }
  }

  describe(row: number, { createdAt, eventTypeId, kindState }: Point): void {
    this.createdAt[row] = createdAt
    this.type[row] = this.types.encode(eventTypeId)
    this.kindState[row] = kindState
    if (createdAt < this.earliest) this.earliest = createdAt
    if (createdAt > this.latest) this.latest = createdAt
    this.squares?.changed(row)
  }

  remove(row: number): void {
    this.kindState[row] = REMOVED
    this.squares?.changed(row)
  }

  isAt(row: number, { x, y }: Point): boolean {
    return this.x[row] === x && this.y[row] === y
  }

  /** The first of the sorted rows, or of a range of them, whose code is not below this one. */
  firstAt(code: number, from = 0, to = this.sorted): number {
    return partitionPoint(from, to, (row) => mortonCode(this.x[row] as number, this.y[row] as number) < code)
  }
}

/** A sorted copy of the rows that were not removed, with room for `spare` more. `squareRows`: see `Quadtree`. */
export async function sortedCopy(points: Points, spare: number, squareRows?: number): Promise<Points> {
  const rows = await presentRows(points)
  const highCodes = new Uint32Array(rows.length)
  const lowCodes = new Uint32Array(rows.length)
  await inSlices(0, rows.length, (from, to) => {
    for (let place = from; place < to; place++) {
      const row = rows[place] as number
      highCodes[place] = highCode(points.x[row] as number, points.y[row] as number)
      lowCodes[place] = lowCode(points.x[row] as number, points.y[row] as number)
    }
  })
  const order = await sortedRows(highCodes, lowCodes)
  const places = new Uint32Array(rows.length)
  await pick(rows, order, places)
  const copy = new Points(rows.length + spare, points.types)
  await pick(new Uint32Array(points.x.buffer), places, new Uint32Array(copy.x.buffer))
  await pick(new Uint32Array(points.y.buffer), places, new Uint32Array(copy.y.buffer))
  await pick(points.number, places, copy.number)
  await pick(points.createdAt, places, copy.createdAt)
  await pick(points.type, places, copy.type)
  await pick(points.kindState, places, copy.kindState)
  copy.length = copy.sorted = rows.length
  copy.earliest = points.earliest
  copy.latest = points.latest
  copy.squares = new Squares(copy, squareRows)
  return copy
}

async function presentRows({ kindState, length }: Points): Promise<Uint32Array> {
  const rows = new Uint32Array(length)
  let count = 0
  await inSlices(0, length, (from, to) => {
    for (let row = from; row < to; row++) if (kindState[row] !== REMOVED) rows[count++] = row
  })
  return rows.subarray(0, count)
}
