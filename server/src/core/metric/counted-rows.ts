import { setImmediate as nextTurn } from 'node:timers/promises'
import { byClass } from '../../memory/count-index/classes.ts'
import type { Span } from '../../memory/count-index/columns.ts'
import { countRows } from '../../memory/count-index/count-rows.ts'
import { sumUp } from '../../memory/count-index/service-rows.ts'
import { sortedCopy, type TimedRow, TimedRows } from '../../memory/count-index/timed-rows.ts'
import { partitionPoint } from '../../platform/kit/binary-search.ts'
import { sortedRows } from '../../platform/kit/radix-sort.ts'
import { inSlices, type Pace } from '../../platform/kit/slices.ts'

/** A number with the places of its rows in the map of those that changed. */
const CHANGED_BYTES = 100

/** Rows that are counted together. */
const ROWS_AT_ONCE = 8_192

/** The column of `values` that says when the AOI had its row before, and what it says if there was none. */
const EARLIER = 0
const NEVER = Number.NaN

/** Something that a metric counts, by its code, of the AOI with this number. Times are in µs since 2000. */
export type CountedRow = { number: number; at: number; code: number }

/** `isByAoi`: however many rows an AOI has in a period, it counts once. */
type Options = { isByAoi: boolean; blockRows?: number | undefined }

let revisions = 0

/**
 * The rows that a metric counts, in the order of their time. Where AOIs are counted, each row knows when the AOI had its row
 * before: the rows of a period that had none since its beginning are as many as its AOIs.
 */
export class CountedRows {
  /** Another number after every change, never used again: equal revisions mean equal rows. */
  revision = ++revisions
  readonly #isByAoi: boolean
  #rows: TimedRows
  /** Places of sorted rows in the order of their numbers, and of their times. */
  #byNumber: Uint32Array = new Uint32Array(0)
  /** Where the rows of AOIs are that changed since. */
  readonly #changed = new Map<number, number[]>()

  constructor({ isByAoi, blockRows }: Options) {
    this.#isByAoi = isByAoi
    this.#rows = new TimedRows(isByAoi ? 1 : 0, { blockRows })
  }

  get length(): number {
    return this.#rows.length
  }

  get bytes(): number {
    return this.#rows.bytes + this.#byNumber.byteLength + this.#changed.size * CHANGED_BYTES
  }

  /** Appends rows as they are read, to be sorted next. */
  add(rows: readonly CountedRow[]): void {
    this.#rows.reserve(rows.length)
    for (const { number, at, code } of rows) this.#rows.push({ number, createdAt: at, code, values: [] })
  }

  /** Into new columns, with room for `room` more rows and some. Runs in slices: counts go on meanwhile. */
  async sort(room = 0): Promise<void> {
    const sorted = await sortedCopy(this.#rows, room)
    const byNumber = await sortedRows(sorted.number.subarray(0, sorted.length))
    if (this.#isByAoi) await noteEarlierRows(sorted, byNumber)
    else await sumUp(sorted, sorted.sumsBy(byClass))
    this.#rows = sorted
    this.#byNumber = byNumber
    this.#changed.clear()
    this.revision = ++revisions
  }

  /** Replaces all rows of these AOIs. */
  async replace(byNumber: ReadonlyMap<number, readonly CountedRow[]>): Promise<void> {
    let count = 0
    for (const rows of byNumber.values()) count += rows.length
    if (this.#rows.length + count > this.#rows.capacity) await this.sort(count)
    for (const [number, rows] of byNumber) this.#put(number, rows)
  }

  #put(number: number, given: readonly CountedRow[]): void {
    const rows = given
      .toSorted((one, other) => one.at - other.at || one.code - other.code)
      .map((row, index, all): TimedRow => {
        const earlierAt = all[index - 1]?.at
        return { number, createdAt: row.at, code: row.code, values: this.#isByAoi ? [earlierAt ?? NEVER] : [] }
      })
    const before = this.#placesOf(number)
    const isSame =
      before.length === rows.length &&
      rows.every((row, index) => {
        const place = before[index] as number
        return this.#rows.createdAt[place] === row.createdAt && this.#rows.code[place] === row.code
      })
    if (isSame) return
    for (const place of before) this.#rows.remove(place)
    this.#changed.set(
      number,
      rows.map((row) => this.#rows.push(row)),
    )
    this.revision = ++revisions
  }

  #placesOf(number: number): number[] {
    const changed = this.#changed.get(number)
    if (changed) return changed
    const [numbers, places] = [this.#rows.number, this.#byNumber]
    const first = partitionPoint(0, places.length, (index) => (numbers[places[index] as number] as number) < number)
    const found: number[] = []
    for (let index = first; index < places.length && numbers[places[index] as number] === number; index++)
      found.push(places[index] as number)
    return found
  }

  /** How many rows, or AOIs, of a span have each code below `size`. Without `pace` the event loop gets no turn until the end. */
  async count(span: Span, size: number, pace: Pace | undefined): Promise<Uint32Array> {
    const counts = new Uint32Array(size)
    if (this.#isByAoi) await countFirstRows(this.#rows, span, counts, pace)
    else await countRows(this.#rows, { coding: byClass, span }, counts, pace)
    return counts
  }
}

async function noteEarlierRows({ number, createdAt, values }: TimedRows, byNumber: Uint32Array): Promise<void> {
  const earlierAt = values[EARLIER] as Float64Array
  await inSlices(0, byNumber.length, (from, to) => {
    for (let index = from; index < to; index++) {
      const [place, earlier] = [byNumber[index] as number, byNumber[index - 1]]
      const isSameAoi = earlier !== undefined && number[earlier] === number[place]
      earlierAt[place] = isSameAoi ? (createdAt[earlier] as number) : NEVER
    }
  })
}

/** Counts the rows of a span whose AOI has no earlier one in it. */
async function countFirstRows(rows: TimedRows, span: Span, counts: Uint32Array, pace: Pace | undefined): Promise<void> {
  const { createdAt, code } = rows
  const earlierAt = rows.values[EARLIER] as Float64Array
  const { from, to } = span
  const countSorted = (first: number, next: number) => {
    for (let place = first; place < next; place++)
      // Whether a row counts is added, not asked: a branch that the processor cannot foresee costs more than all the rest.
      counts[code[place] as number] =
        (counts[code[place] as number] as number) + ((earlierAt[place] as number) >= from ? 0 : 1)
  }
  const last = rows.firstAt(to + 1)
  for (let first = rows.firstAt(from); first < last; first += ROWS_AT_ONCE) {
    const next = Math.min(first + ROWS_AT_ONCE, last)
    countSorted(first, next)
    if (pace?.isOver(next - first)) await nextTurn()
  }
  for (let place = rows.sorted; place < rows.length; place++) {
    const time = createdAt[place] as number
    if (time >= from && time <= to) countSorted(place, place + 1)
  }
}
