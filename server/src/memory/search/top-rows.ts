import { inSlices, WIDE_SLICE } from '../../platform/kit/slices.ts'
import { KEY_TOLERANCE, type SortKeys } from './sort-keys.ts'

export type Candidates = { hits: Uint32Array; keys: SortKeys; accepts: (row: number) => boolean }

/** The rows with the lowest keys: `count` of them, and those whose key equals the last one's. */
class LowestKeys {
  rows: number[] = []
  keys: number[] = []
  /** Rows without a key. */
  readonly unkeyed: number[] = []
  /** Rows with a higher key are no longer among the lowest. */
  limit = Number.POSITIVE_INFINITY
  readonly #count: number
  #room: number

  constructor(count: number) {
    this.#count = count
    this.#room = count * 2
  }

  add(row: number, key: number): void {
    if (Number.isNaN(key)) {
      this.unkeyed.push(row)
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
    const isLow = (_: number, at: number) => (keys[at] as number) <= this.limit + KEY_TOLERANCE
    this.rows = rows.filter(isLow)
    this.keys = keys.filter(isLow)
    this.#room = this.keys.length * 2
  }
}

/**
 * The first rows of the list: `ranked` are at least `count` of them (or all, then `isAll`), and no other row with a known
 * key comes before any of these. `unranked` may come anywhere: rows without a key, and rows within the tolerance of
 * the last key.
 */
export const topRows = async ({ hits, keys, accepts }: Candidates, count: number) => {
  const lowest = new LowestKeys(count)
  const { column, isByHit, sign, unknown, from, to } = keys
  const { length } = hits
  const collect = (start: number, end: number) => {
    for (let step = start; step < end; step++) {
      // Newer rows come later: in a descending list they are likely to be the first.
      const at = sign > 0 ? step : length - 1 - step
      const row = hits[at] as number
      const value = column[isByHit ? at : row] as number
      const key = value === unknown ? Number.NaN : sign * value
      // The limit comes first: it rules out most rows.
      if (key > lowest.limit + KEY_TOLERANCE || key < from || key > to || !accepts(row)) continue
      lowest.add(row, key)
    }
  }
  await inSlices(0, length, collect, WIDE_SLICE)
  lowest.cut()
  const isRanked = (_: number, at: number) => (lowest.keys[at] as number) <= lowest.limit
  return {
    ranked: lowest.rows.filter(isRanked),
    unranked: [...lowest.unkeyed, ...lowest.rows.filter((row, at) => !isRanked(row, at))],
    isAll: lowest.limit === Number.POSITIVE_INFINITY,
  }
}
