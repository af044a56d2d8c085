import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AoiStore } from './store.ts'

/** Keeps the rows among the first `count` that pass, in place, and returns their number. */
export type RowTest = (rows: Uint32Array, count: number) => number

/** Rows tested together; they fit the processor's caches. */
const ROWS_AT_ONCE = 32_768
/** Rows between two yields to the event loop. Rows that change meanwhile are tested in their old or new state. */
const ROWS_PER_TURN = 2_000_000

type Codes = Uint8Array | Uint32Array

/** Whether the code of a row is marked. Codes beyond `marked` are not. */
export const isMarked =
  (codes: Codes, marked: Uint8Array): RowTest =>
  (rows, count) => {
    let kept = 0
    for (let at = 0; at < count; at++) {
      const row = rows[at] as number
      rows[kept] = row
      // Adding is faster than a branch that the processor cannot predict.
      kept += marked[codes[row] as number] ?? 0
    }
    return kept
  }

export const isBetween =
  (values: Float64Array | Uint32Array, from: number, to: number): RowTest =>
  (rows, count) => {
    let kept = 0
    for (let at = 0; at < count; at++) {
      const row = rows[at] as number
      const value = values[row] as number
      rows[kept] = row
      kept += value >= from && value <= to ? 1 : 0
    }
    return kept
  }

export const passes =
  (test: (row: number) => boolean): RowTest =>
  (rows, count) => {
    let kept = 0
    for (let at = 0; at < count; at++) {
      const row = rows[at] as number
      if (test(row)) rows[kept++] = row
    }
    return kept
  }

export const passesAll = (tests: readonly RowTest[], row: number): boolean =>
  tests.every((test) => test(Uint32Array.of(row), 1) === 1)

/** Passes matching rows to `visit` in a buffer that is reused, so `visit` must not keep it. */
const visitRange = (tests: readonly RowTest[], from: number, to: number, visit: (rows: Uint32Array) => void): void => {
  const rows = new Uint32Array(Math.min(ROWS_AT_ONCE, Math.max(0, to - from)))
  for (let start = from; start < to; start += rows.length) {
    let count = Math.min(rows.length, to - start)
    for (let at = 0; at < count; at++) rows[at] = start + at
    for (const test of tests) count = test(rows, count)
    if (count > 0) visit(rows.subarray(0, count))
  }
}

export const visitRows = async (
  { length, sorted }: AoiStore,
  tests: readonly RowTest[],
  visit: (rows: Uint32Array) => void,
  range: { from: number; to: number } = { from: 0, to: sorted },
): Promise<void> => {
  for (let from = range.from; from < range.to; from += ROWS_PER_TURN) {
    if (from > range.from) await nextTurn()
    visitRange(tests, from, Math.min(range.to, from + ROWS_PER_TURN), visit)
  }
  visitRange(tests, sorted, length, visit)
}
