import { Codes } from '../memory/codes.ts'
import { mortonCode } from '../memory/grid.ts'
import { GONE } from '../memory/look.ts'
import { orderBy } from '../memory/order.ts'
import { inSlices } from '../memory/slices.ts'

export type Point = {
  number: number
  /** On the grid. */
  x: number
  y: number
  /** In µs since 2000, as PostgreSQL counts: exact. */
  createdAt: number
  look: number
  eventTypeId: string | null
}

/**
 * Points as columns of numbers, 23 bytes each. The first `sorted` rows lie in the order of their Morton codes, so that a
 * tile is one stretch of them; the others in the order they came.
 */
export class Points {
  length = 0
  sorted = 0
  readonly types: Codes
  x: Int32Array
  y: Int32Array
  number: Uint32Array
  createdAt: Float64Array
  type: Uint16Array
  look: Uint8Array

  constructor(capacity: number, types = new Codes()) {
    this.types = types
    this.x = new Int32Array(capacity)
    this.y = new Int32Array(capacity)
    this.number = new Uint32Array(capacity)
    this.createdAt = new Float64Array(capacity)
    this.type = new Uint16Array(capacity)
    this.look = new Uint8Array(capacity)
  }

  get capacity(): number {
    return this.x.length
  }

  /** Grows by half at least, so that a row is moved only a few times. */
  reserve(more: number): void {
    if (this.length + more <= this.capacity) return
    const larger = new Points(Math.max(this.length + more, Math.ceil(this.capacity * 1.5)), this.types)
    for (const column of columns) larger[column].set(this[column].subarray(0, this.length))
    Object.assign(this, Object.fromEntries(columns.map((column) => [column, larger[column]])))
  }

  /** Into reserved room. Answers the row. */
  push(point: Point): number {
    const row = this.length++
    this.x[row] = point.x
    this.y[row] = point.y
    this.number[row] = point.number
    this.describe(row, point)
    return row
  }

  describe(row: number, { createdAt, eventTypeId, look }: Point): void {
    this.createdAt[row] = createdAt
    this.type[row] = this.types.of(eventTypeId)
    this.look[row] = look
  }

  isAt(row: number, { x, y }: Point): boolean {
    return this.x[row] === x && this.y[row] === y
  }

  /** The first of the sorted rows whose code is not below this one. */
  firstAt(code: number): number {
    let [low, high] = [0, this.sorted]
    while (low < high) {
      const middle = (low + high) >> 1
      if (mortonCode(this.x[middle] as number, this.y[middle] as number) < code) low = middle + 1
      else high = middle
    }
    return low
  }
}

const columns = ['x', 'y', 'number', 'createdAt', 'type', 'look'] as const

/** A sorted copy of the rows that count, with room for more. */
export async function sortedCopy(points: Points, spare: number): Promise<Points> {
  const rows = await livingRows(points)
  const codes = new Uint32Array(rows.length)
  await inSlices(0, rows.length, (from, to) => {
    for (let place = from; place < to; place++) {
      const row = rows[place] as number
      codes[place] = mortonCode(points.x[row] as number, points.y[row] as number)
    }
  })
  const order = await orderBy(codes)
  const copy = new Points(rows.length + spare, points.types)
  await inSlices(0, rows.length, (from, to) => {
    for (let place = from; place < to; place++) copyRow(points, rows[order[place] as number] as number, copy, place)
  })
  copy.length = copy.sorted = rows.length
  return copy
}

/** Column by column by name: a loop over columns would make each access guess the kind of array, ten times slower. */
function copyRow(from: Points, row: number, to: Points, place: number): void {
  to.x[place] = from.x[row] as number
  to.y[place] = from.y[row] as number
  to.number[place] = from.number[row] as number
  to.createdAt[place] = from.createdAt[row] as number
  to.type[place] = from.type[row] as number
  to.look[place] = from.look[row] as number
}

async function livingRows({ look, length }: Points): Promise<Uint32Array> {
  const rows = new Uint32Array(length)
  let count = 0
  await inSlices(0, length, (from, to) => {
    for (let row = from; row < to; row++) if (look[row] !== GONE) rows[count++] = row
  })
  return rows.subarray(0, count)
}
