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
  const { coding, span } = counting
  const { blockRows } = rows
  const [places, codes] = [new Uint32Array(ROWS_AT_ONCE), new Uint32Array(ROWS_AT_ONCE)]
  const keep = keeperOf(counting)
  const countRead = async (from: number, to: number, isSorted: boolean) => {
    for (let first = from; first < to; first += ROWS_AT_ONCE) {
      let count = listPlaces(first, Math.min(first + ROWS_AT_ONCE, to), places)
      if (!isSorted) count = keepByTime(rows.createdAt, span, places, count)
      count = keep(rows, places, count)
      coding(rows, places, count, codes)
      addCodes(codes, count, counts)
      if (pace?.isOver(ROWS_AT_ONCE)) await nextTurn()
    }
  }
  const [from, to] = [rows.firstAt(span.from), rows.firstAt(span.to + 1)]
  for (let first = from; first < to; ) {
    const block = Math.floor(first / blockRows)
    const next = Math.min((block + 1) * blockRows, to)
    const sums = next - first === blockRows ? sumsOf(rows, counting, block) : undefined
    if (sums) addSums(sums, counts)
    else await countRead(first, next, true)
    if (sums && pace?.isOver(sums.codes.length)) await nextTurn()
    first = next
  }
  await countRead(rows.sorted, rows.length, false)
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

const keeperOf = ({ keep, since }: Counting): Keep => {
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
