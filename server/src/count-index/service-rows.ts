import { setImmediate as nextTurn } from 'node:timers/promises'
import { RowByNumber } from '../live-view/row-by-number.ts'
import type { Coding } from './block-sums.ts'
import { NO_CODE, sortedCopy, type TimedRow, type TimedRows } from './timed-rows.ts'

/** How many rows may be unsorted: every count reads all of them. */
const MAX_UNSORTED = 50_000
const MIN_UNSORTED = 256

let revisions = 0

/** The AOIs of one service that are not deleted, found by time and by number. */
export class ServiceRows {
  rows: TimedRows
  /** Another number after every change, never used again: equal revisions mean equal rows. */
  revision = ++revisions
  readonly #codings: readonly Coding[]
  #placeByNumber = RowByNumber.empty()

  /** Takes over rows as they were read, to be sorted next. Their sums by `codings` are made with every sorting. */
  constructor(rows: TimedRows, codings: readonly Coding[]) {
    this.rows = rows
    this.#codings = codings
  }

  get bytes(): number {
    return this.rows.bytes + this.#placeByNumber.bytes
  }

  /** To be called before `count` rows are put. It may sort everything, in slices: counts go on meanwhile. */
  async makeRoom(count: number): Promise<void> {
    if (this.rows.length + count > this.rows.capacity) await this.sort(count)
  }

  /** Where the row of an AOI is, also if it was removed since. */
  placeOf(number: number): number | undefined {
    return this.#placeByNumber.find(number)
  }

  /** Of an AOI that was added, changed, deleted or restored. One that got another time is appended. */
  put(row: TimedRow): void {
    this.revision = ++revisions
    const place = this.placeOf(row.number)
    if (place !== undefined && this.rows.createdAt[place] === row.createdAt) {
      this.rows.describe(place, row)
      return
    }
    if (place !== undefined) this.rows.remove(place)
    if (row.code !== NO_CODE) this.#placeByNumber.set(row.number, this.rows.push(row))
  }

  /** Into new columns. */
  async sort(room = 0): Promise<void> {
    const spare = Math.max(MIN_UNSORTED, Math.min(MAX_UNSORTED, this.rows.length >> 3))
    const sorted = await sortedCopy(this.rows, spare + room)
    const placeByNumber = await RowByNumber.build(sorted.number.subarray(0, sorted.length))
    for (const coding of this.#codings) await sumUp(sorted, coding)
    this.#placeByNumber = placeByNumber
    this.rows = sorted
    this.revision = ++revisions
  }
}

/** So that the first who asks does not wait for it. */
async function sumUp(rows: TimedRows, coding: Coding): Promise<void> {
  for (let block = 0; (block + 1) * rows.blockRows <= rows.sorted; block++) {
    rows.sumsBy(coding).of(block)
    for (const index of rows.values.keys()) rows.spansOf(index).of(block)
    await nextTurn()
  }
}
