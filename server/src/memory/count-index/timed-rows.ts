import { partitionPoint } from '../../platform/kit/binary-search.ts'
import { pick, withRoom } from '../../platform/kit/column.ts'
import { sortedRows } from '../../platform/kit/radix-sort.ts'
import { inSlices } from '../../platform/kit/slices.ts'
import { BlockSpans } from './block-spans.ts'
import { BlockSums, type Coding } from './block-sums.ts'
import type { Columns } from './columns.ts'

/** Stands in place of the code of a row that was deleted or replaced: no filter accepts it. */
export const NO_CODE = 0

/** `code` stands for all that rows are counted by but time. Times are in µs since 2000, as PostgreSQL counts: exact. */
export type TimedRow = { number: number; createdAt: number; code: number; values: readonly number[] }

/** At most 65,536. Fewer rows would have nearly as many different codes, more would take longer to sum up again. */
const BLOCK_ROWS = 65_536
/** Of fine sums: what is left over at both ends of a day takes no longer to read than all its blocks to add up. */
const FINE_ROWS = 512

/**
 * Rows as columns of numbers. The first `sorted` rows are in the order of their time, so that a period is one range of them; the
 * others in the order in which they came. Of each block of sorted rows it remembers how many have which code, until one of them changes.
 */
export class TimedRows implements Columns {
  length = 0
  sorted = 0
  readonly blockRows: number
  number: Uint32Array
  createdAt: Float64Array
  code: Uint32Array
  /** Other times of a row, each in a column. */
  readonly values: Float64Array[]
  readonly #sums = new Map<Coding, BlockSums>()
  readonly #fineSums = new Map<Coding, BlockSums>()
  readonly #spans = new Map<number, BlockSpans>()

  constructor(valueCount: number, { capacity = 0, blockRows = BLOCK_ROWS } = {}) {
    this.blockRows = blockRows
    this.number = new Uint32Array(capacity)
    this.createdAt = new Float64Array(capacity)
    this.code = new Uint32Array(capacity)
    this.values = Array.from({ length: valueCount }, () => new Float64Array(capacity))
  }

  get capacity(): number {
    return this.number.length
  }

  get bytes(): number {
    const sums = this.#allSums().reduce((bytes, one) => bytes + one.bytes, 0)
    return this.capacity * (16 + 8 * this.values.length) + sums
  }

  sumsBy(coding: Coding): BlockSums {
    const sums = this.#sums.get(coding) ?? new BlockSums(this, coding, this.blockRows)
    this.#sums.set(coding, sums)
    return sums
  }

  /** Of small blocks, for codings with few codes. */
  fineSumsBy(coding: Coding): BlockSums {
    const sums = this.#fineSums.get(coding) ?? new BlockSums(this, coding, Math.min(FINE_ROWS, this.blockRows))
    this.#fineSums.set(coding, sums)
    return sums
  }

  #allSums(): BlockSums[] {
    return [...this.#sums.values(), ...this.#fineSums.values()]
  }

  /** Of the times in a column of `values`. */
  spansOf(valueIndex: number): BlockSpans {
    const spans = this.#spans.get(valueIndex) ?? new BlockSpans(this, valueIndex)
    this.#spans.set(valueIndex, spans)
    return spans
  }

  reserve(count: number): void {
    const length = this.length + count
    this.number = withRoom(this.number, length)
    this.createdAt = withRoom(this.createdAt, length)
    this.code = withRoom(this.code, length)
    for (const [index, column] of this.values.entries()) this.values[index] = withRoom(column, length)
  }

  /** Appends into reserved room, and returns the place of the row. */
  push(row: TimedRow): number {
    const place = this.length++
    this.number[place] = row.number
    this.createdAt[place] = row.createdAt
    this.describe(place, row)
    return place
  }

  /** Appends rows that are columns already. */
  append({ number, createdAt, code, values }: Pick<Columns, 'number' | 'createdAt' | 'code' | 'values'>): void {
    const { length } = this
    this.reserve(number.length)
    this.length += number.length
    this.number.set(number, length)
    this.createdAt.set(createdAt, length)
    this.code.set(code, length)
    for (const [index, column] of this.values.entries()) column.set(values[index] ?? [], length)
  }

  /** All but the number and the time, which decides where the row is. */
  describe(place: number, { code, values }: Pick<TimedRow, 'code' | 'values'>): void {
    this.code[place] = code
    for (const [index, column] of this.values.entries()) column[place] = values[index] ?? Number.NaN
    this.#forgetSums(place)
  }

  remove(place: number): void {
    this.code[place] = NO_CODE
    this.#forgetSums(place)
  }

  #forgetSums(place: number): void {
    if (place >= this.sorted) return
    for (const sums of this.#sums.values()) sums.forget(place)
    for (const sums of this.#fineSums.values()) sums.forget(place)
    for (const spans of this.#spans.values()) spans.forget(place)
  }

  /** The first of the sorted rows, or of those at `from` and after it, that is not before this time. */
  firstAt(time: number, from = 0): number {
    return partitionPoint(from, this.sorted, (place) => (this.createdAt[place] as number) < time)
  }
}

/** How many rows may be unsorted: every count reads all of them. */
const MAX_UNSORTED = 50_000
const MIN_UNSORTED = 256

/** A sorted copy of the rows that were not removed, with room for `room` more and for some to come. */
export async function sortedCopy(rows: TimedRows, room: number): Promise<TimedRows> {
  const spare = room + Math.max(MIN_UNSORTED, Math.min(MAX_UNSORTED, rows.length >> 3))
  const present = await presentPlaces(rows)
  // A time is too long for one key: by its lower half first, then by its upper half, which leaves equal ones in their order.
  const byLow = await sortedRows(await keysOf(rows, present, lowHalf))
  const ordered = await picked(present, byLow)
  const places = await picked(ordered, await sortedRows(await keysOf(rows, ordered, highHalf)))
  const copy = new TimedRows(rows.values.length, { capacity: present.length + spare, blockRows: rows.blockRows })
  await pick(rows.number, places, copy.number)
  await pick(rows.createdAt, places, copy.createdAt)
  await pick(rows.code, places, copy.code)
  for (const [index, column] of copy.values.entries()) await pick(rows.values[index] ?? column, places, column)
  copy.length = copy.sorted = present.length
  return copy
}

const highHalf = (time: number) => Math.floor(time / 2 ** 32) + 2 ** 31
const lowHalf = (time: number) => time - Math.floor(time / 2 ** 32) * 2 ** 32

async function keysOf(
  { createdAt }: TimedRows,
  places: Uint32Array,
  half: (time: number) => number,
): Promise<Uint32Array> {
  const keys = new Uint32Array(places.length)
  await inSlices(0, places.length, (from, to) => {
    for (let at = from; at < to; at++) keys[at] = half(createdAt[places[at] as number] as number)
  })
  return keys
}

async function picked(places: Uint32Array, order: Uint32Array): Promise<Uint32Array> {
  const found = new Uint32Array(order.length)
  await pick(places, order, found)
  return found
}

async function presentPlaces({ code, length }: TimedRows): Promise<Uint32Array> {
  const places = new Uint32Array(length)
  let count = 0
  await inSlices(0, length, (from, to) => {
    for (let place = from; place < to; place++) if (code[place] !== NO_CODE) places[count++] = place
  })
  return places.subarray(0, count)
}
