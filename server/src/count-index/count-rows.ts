import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Pace } from '../kit/slices.ts'
import type { Coding, Sums } from './block-sums.ts'
import type { Columns, Span } from './columns.ts'
import type { TimedRows } from './timed-rows.ts'

/** Rows that are read together: their places stay in the processor's cache. */
const ROWS_AT_ONCE = 8_192

/** Keeps those of the first `count` of `places` that shall count, and returns how many these are. */
export type Keep = (rows: Columns, places: Uint32Array, count: number) => number

/** A later time of rows: only those count that have it at or after this moment. */
type Since = { valueIndex: number; from: number }

export type Counting = { coding: Coding; span: Span; keep?: Keep | undefined; since?: Since | undefined }

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

/** Is told the places of some rows: the first `count`. They are only good until it returns. */
type Visit = (places: Uint32Array, count: number) => void

/** Reads the rows of a span that are kept, some at a time, but those of whole blocks that `countBlock` counted. */
export async function visitRows(
  rows: TimedRows,
  { span, keep, since }: Omit<Counting, 'coding'>,
  visit: Visit,
  pace: Pace | undefined,
  countBlock: (block: number) => boolean = () => false,
): Promise<void> {
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
