import { setImmediate as nextTurn } from 'node:timers/promises'
import { withRoom } from '../../platform/kit/column.ts'
import type { Pace } from '../../platform/kit/slices.ts'
import type { Coding, Sums } from './block-sums.ts'
import type { Columns, Span } from './columns.ts'
import type { TimedRows } from './timed-rows.ts'

/** Rows that are read together: their places stay in the processor's cache. */
const ROWS_AT_ONCE = 8_192

/** Keeps those of the first `count` of `places` that shall count, and returns how many these are. */
export type Keep = (rows: Columns, places: Uint32Array, count: number) => number

/** A later time of rows: only those count that have it at or after this moment. */
type Since = { valueIndex: number; from: number }

/** `places`: of the rows that are left, as `keptPlaces` finds them; nothing else is looked at then. */
export type Counting = {
  coding: Coding
  span: Span
  keep?: Keep | undefined
  since?: Since | undefined
  places?: Uint32Array | undefined
}

/**
 * Adds how many rows of a span have each code to `counts`. Whole blocks of rows are counted by their sums; where rows are kept
 * one by one all are read. Without `pace` the event loop gets no turn until the end.
 */
export async function countRows(
  rows: TimedRows,
  counting: Counting,
  counts: Uint32Array,
  pace: Pace | undefined,
): Promise<void> {
  const { coding } = counting
  const codes = new Uint32Array(ROWS_AT_ONCE)
  const count: Visit = (places, length) => {
    coding(rows, places, length, codes)
    addCodes(codes, length, counts)
  }
  await visitRows(rows, counting, count, pace, (block) => {
    const sums = sumsOf(rows, counting, block)
    if (sums) addSums(sums, counts)
    return sums !== undefined
  })
}

/** Counts all sorted rows from one place to another, at once, adding to `counts`: by fine sums, for ranges of some thousand rows. */
export const rangeCounter = (
  rows: TimedRows,
  coding: Coding,
  counts: Uint32Array,
): ((from: number, to: number) => void) => {
  const [places, codes] = [new Uint32Array(ROWS_AT_ONCE), new Uint32Array(ROWS_AT_ONCE)]
  const read = (from: number, to: number) => {
    for (let first = from; first < to; first += ROWS_AT_ONCE) {
      const count = listPlaces(first, Math.min(first + ROWS_AT_ONCE, to), places)
      coding(rows, places, count, codes)
      addCodes(codes, count, counts)
    }
  }
  const sums = rows.fineSumsBy(coding)
  return (from, to) => {
    const [first, end] = [Math.ceil(from / sums.blockRows), Math.floor(to / sums.blockRows)]
    if (first >= end) return read(from, to)
    read(from, first * sums.blockRows)
    for (let block = first; block < end; block++) {
      const found = sums.of(block)
      if (found) addSums(found, counts)
      else read(block * sums.blockRows, (block + 1) * sums.blockRows)
    }
    read(end * sums.blockRows, to)
  }
}

/** The places of the rows of a span that are kept: for several counts of the same rows. */
export async function keptPlaces(
  rows: TimedRows,
  counting: Omit<Counting, 'coding' | 'places'>,
  pace: Pace | undefined,
): Promise<Uint32Array> {
  let [found, length]: [Uint32Array, number] = [new Uint32Array(0), 0]
  const collect: Visit = (places, count) => {
    found = withRoom(found, length + count)
    found.set(places.subarray(0, count), length)
    length += count
  }
  await visitRows(rows, counting, collect, pace)
  return found.subarray(0, length)
}

/** Is told the places of some rows: the first `count`. They are only good until it returns. */
type Visit = (places: Uint32Array, count: number) => void

/** Reads the rows of a span that are kept, some at a time, but those of whole blocks that `countBlock` counted. */
export async function visitRows(
  rows: TimedRows,
  { span, keep, since, places: left }: Omit<Counting, 'coding'>,
  visit: Visit,
  pace: Pace | undefined,
  countBlock: (block: number) => boolean = () => false,
): Promise<void> {
  if (left) return visitPlaces(left, visit, pace)
  const { blockRows } = rows
  const places = new Uint32Array(ROWS_AT_ONCE)
  const keepAll = keeperOf(keep, since)
  const read = async (from: number, to: number, isSorted: boolean) => {
    for (let first = from; first < to; first += ROWS_AT_ONCE) {
      let count = listPlaces(first, Math.min(first + ROWS_AT_ONCE, to), places)
      if (!isSorted) count = keepByTime(rows.createdAt, span, places, count)
      visit(places, keepAll(rows, places, count))
      if (pace?.isOver(ROWS_AT_ONCE)) await nextTurn()
    }
  }
  const [from, to] = [rows.firstAt(span.from), rows.firstAt(span.to + 1)]
  for (let first = from; first < to; ) {
    const block = Math.floor(first / blockRows)
    const next = Math.min((block + 1) * blockRows, to)
    const isCounted = next - first === blockRows && countBlock(block)
    if (!isCounted) await read(first, next, true)
    else if (pace?.isOver(ROWS_AT_ONCE)) await nextTurn()
    first = next
  }
  await read(rows.sorted, rows.length, false)
}

async function visitPlaces(places: Uint32Array, visit: Visit, pace: Pace | undefined): Promise<void> {
  for (let first = 0; first < places.length; first += ROWS_AT_ONCE) {
    const some = places.subarray(first, first + ROWS_AT_ONCE)
    visit(some, some.length)
    if (pace?.isOver(ROWS_AT_ONCE)) await nextTurn()
  }
}

const NOTHING: Sums = { codes: new Uint32Array(0), counts: new Uint32Array(0) }

/** Undefined if the rows of the block have to be read. */
const sumsOf = (rows: TimedRows, { coding, keep, since }: Counting, block: number): Sums | undefined => {
  if (keep) return undefined
  if (since) {
    const { from, to } = rows.spansOf(since.valueIndex).of(block)
    if (to < since.from) return NOTHING
    if (from < since.from) return undefined
  }
  return rows.sumsBy(coding).of(block)
}

const keeperOf = (keep: Keep | undefined, since: Since | undefined): Keep => {
  const keepKept: Keep = keep ?? ((_rows, _places, count) => count)
  if (!since) return keepKept
  const { valueIndex, from } = since
  return (rows, places, count) => {
    const kept = keepKept(rows, places, count)
    return keepByTime(rows.values[valueIndex] as Float64Array, { from, to: Number.POSITIVE_INFINITY }, places, kept)
  }
}

// Whether a row passes is added, not asked: a branch that the processor cannot foresee costs more than all the rest.

function listPlaces(from: number, to: number, places: Uint32Array): number {
  for (let place = from; place < to; place++) places[place - from] = place
  return to - from
}

function keepByTime(times: Float64Array, { from, to }: Span, places: Uint32Array, length: number): number {
  let count = 0
  for (let index = 0; index < length; index++) {
    const place = places[index] as number
    const time = times[place] as number
    places[count] = place
    count += (time >= from ? 1 : 0) & (time <= to ? 1 : 0)
  }
  return count
}

function addCodes(codes: Uint32Array, length: number, counts: Uint32Array): void {
  for (let index = 0; index < length; index++) {
    const code = codes[index] as number
    counts[code] = (counts[code] as number) + 1
  }
}

function addSums({ codes, counts: added }: Sums, counts: Uint32Array): void {
  for (let index = 0; index < codes.length; index++) {
    const code = codes[index] as number
    counts[code] = (counts[code] as number) + (added[index] as number)
  }
}
