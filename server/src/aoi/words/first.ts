import { inSlices, WIDE_SLICE } from '../memory/slices.ts'
import { type Keys, ROUNDING } from './keys.ts'

export type Found = { hits: Uint32Array; keys: Keys; isWanted: (row: number) => boolean }

/** Rows by their keys, of which only the first are kept: so many, and those that share the place of the last one. */
class First {
  rows: number[] = []
  keys: number[] = []
  readonly loose: number[] = []
  /** What is behind it is not wanted any more. */
  limit = Number.POSITIVE_INFINITY
  readonly #count: number
  #room: number

  constructor(count: number) {
    this.#count = count
    this.#room = count * 2
  }

  add(row: number, key: number): void {
    if (Number.isNaN(key)) {
      this.loose.push(row)
      return
    }
    this.rows.push(row)
    this.keys.push(key)
    if (this.keys.length >= this.#room) this.cut()
  }

  cut(): void {
    if (this.keys.length <= this.#count) return
    const { rows, keys } = this
    this.limit = Float64Array.from(keys).sort()[this.#count - 1] as number
    const isKept = (_: number, at: number) => (keys[at] as number) <= this.limit + ROUNDING
    this.rows = rows.filter(isKept)
    this.keys = keys.filter(isKept)
    this.#room = this.keys.length * 2
  }
}

/** At least so many of the first, and all whose place is not known. */
export const firstOf = async ({ hits, keys, isWanted }: Found, count: number) => {
  const first = new First(count)
  const { column, isByHit, sign, unknown, from, to } = keys
  const { length } = hits
  const look = (start: number, end: number) => {
    for (let step = start; step < end; step++) {
      // What came last is the first of a list that falls.
      const at = sign > 0 ? step : length - 1 - step
      const row = hits[at] as number
      const value = column[isByHit ? at : row] as number
      const key = value === unknown ? Number.NaN : sign * value
      // Most rows are beyond the limit, and that is the quickest to tell.
      if (key > first.limit + ROUNDING || key < from || key > to || !isWanted(row)) continue
      first.add(row, key)
    }
  }
  await inSlices(0, length, look, WIDE_SLICE)
  first.cut()
  // What is less than a rounding behind the last one may really stand behind others that are beyond it.
  const isPlaced = (_: number, at: number) => (first.keys[at] as number) <= first.limit
  return {
    placed: first.rows.filter(isPlaced),
    loose: [...first.loose, ...first.rows.filter((row, at) => !isPlaced(row, at))],
    isAll: first.limit === Number.POSITIVE_INFINITY,
  }
}
