import { partitionPoint } from '../kit/binary-search.ts'
import { withRoom } from '../kit/column.ts'
import { IdCodes } from '../kit/id-codes.ts'
import { sortedRows } from '../kit/radix-sort.ts'
import { inSlices } from '../kit/slices.ts'
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
  const copy = new Points(rows.length + spare, points.types)
  await inSlices(0, rows.length, (from, to) => {
    for (let place = from; place < to; place++) copyRow(points, rows[order[place] as number] as number, copy, place)
  })
  copy.length = copy.sorted = rows.length
  copy.earliest = points.earliest
  copy.latest = points.latest
  copy.squares = new Squares(copy, squareRows)
  return copy
}

/** Each column by name: in a loop over the columns every access has to guess the type of array, ten times slower. */
function copyRow(from: Points, row: number, to: Points, place: number): void {
  to.x[place] = from.x[row] as number
  to.y[place] = from.y[row] as number
  to.number[place] = from.number[row] as number
  to.createdAt[place] = from.createdAt[row] as number
  to.type[place] = from.type[row] as number
  to.kindState[place] = from.kindState[row] as number
}

async function presentRows({ kindState, length }: Points): Promise<Uint32Array> {
  const rows = new Uint32Array(length)
  let count = 0
  await inSlices(0, length, (from, to) => {
    for (let row = from; row < to; row++) if (kindState[row] !== REMOVED) rows[count++] = row
  })
  return rows.subarray(0, count)
}
