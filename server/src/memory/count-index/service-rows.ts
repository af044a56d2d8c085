import { setImmediate as nextTurn } from 'node:timers/promises'
import { Pace } from '../../platform/kit/slices.ts'
import { RowByNumber } from '../live-view/row-by-number.ts'
import type { BlockSums, Coding } from './block-sums.ts'
import { NO_CODE, sortedCopy, type TimedRow, type TimedRows } from './timed-rows.ts'

/** What rows are summed up by, in large blocks or in fine ones. Of those `listed` the rows of each code can be found, too. */
export type Codings = { summed: readonly Coding[]; listed?: readonly Coding[]; fine?: readonly Coding[] }

let revisions = 0

/** The AOIs of one service that are not deleted, found by time and by number. */
export class ServiceRows {
  rows: TimedRows
  /** Another number after every change, never used again: equal revisions mean equal rows. */
  revision = ++revisions
  readonly #codings: Codings
  #placeByNumber = RowByNumber.empty()

  /** Takes over rows as they were read, to be sorted next. Their sums by these codings are made with every sorting. */
  constructor(rows: TimedRows, codings: Codings) {
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
    const sorted = await sortedCopy(this.rows, room)
    const placeByNumber = await RowByNumber.build(sorted.number.subarray(0, sorted.length))
    const { summed, listed = [], fine = [] } = this.#codings
    for (const coding of [...summed, ...listed]) await sumUp(sorted, sorted.sumsBy(coding))
    for (const coding of listed) await listUp(sorted, sorted.sumsBy(coding))
    for (const coding of fine) await sumUp(sorted, sorted.fineSumsBy(coding))
    await lookUpSpans(sorted)
    this.#placeByNumber = placeByNumber
    this.rows = sorted
    this.revision = ++revisions
  }
}

/** So that the first who asks does not wait for it. */
export async function sumUp({ sorted }: TimedRows, sums: BlockSums): Promise<void> {
  const pace = new Pace()
  for (let block = 0; (block + 1) * sums.blockRows <= sorted; block++) {
    sums.of(block)
    if (pace.isOver(sums.blockRows)) await nextTurn()
  }
}

async function listUp({ sorted }: TimedRows, sums: BlockSums): Promise<void> {
  for (let block = 0; (block + 1) * sums.blockRows <= sorted; block++) {
    const found = sums.of(block)
    if (found) sums.listOf(block, found)
    await nextTurn()
  }
}

async function lookUpSpans(rows: TimedRows): Promise<void> {
  for (let block = 0; (block + 1) * rows.blockRows <= rows.sorted; block++) {
    for (const index of rows.values.keys()) rows.spansOf(index).of(block)
    await nextTurn()
  }
}
