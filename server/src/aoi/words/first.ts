import { inSlices, WIDE_SLICE } from '../memory/slices.ts'
import { type Keys, ROUNDING } from './keys.ts'

export type Found = { hits: Uint32Array; keys: Keys; isWanted: (row: number) => boolean }

type First = { placed: number[]; loose: number[]; isAll: boolean }

/** At least so many of the first, those that share the place of the last one too; and all whose place is not known. */
export const firstOf = async (found: Found, count: number): Promise<First> => {
  const last = await lastOf(found, count)
  const first: First = { placed: [], loose: [], isAll: last === Number.POSITIVE_INFINITY }
  await eachUpTo(
    found,
    () => last + ROUNDING,
    // What is less than a rounding behind the last one may really stand behind others that are beyond it.
    (row, key) => (key <= last ? first.placed : first.loose).push(row),
  )
  return first
}

/** The key up to which there are so many. */
const lastOf = async (found: Found, count: number): Promise<number> => {
  // Twice as many are gathered before the second half of them is let go.
  const first = new Float64Array(count * 2)
  let held = 0
  let limit = Number.POSITIVE_INFINITY
  const take = (_: number, key: number) => {
    if (Number.isNaN(key)) return
    first[held++] = key
    if (held < first.length) return
    first.sort()
    held = count
    limit = first[count - 1] as number
  }
  await eachUpTo(found, () => limit, take)
  if (held <= count) return limit
  first.subarray(0, held).sort()
  return first[count - 1] as number
}

/** Most rows are beyond the limit, and that is the quickest to tell. What came last is the first of a list that falls. */
const eachUpTo = async (
  { hits, keys: { column, sign, unknown, from, to }, isWanted }: Found,
  limit: () => number,
  visit: (row: number, key: number) => void,
): Promise<void> => {
  const { length } = hits
  const look = (start: number, end: number) => {
    for (let at = start; at < end; at++) {
      const row = hits[sign > 0 ? at : length - 1 - at] as number
      const value = column[row] as number
      const key = value === unknown ? Number.NaN : sign * value
      if (key > limit() || key < from || key > to || !isWanted(row)) continue
      visit(row, key)
    }
  }
  await inSlices(0, length, look, WIDE_SLICE)
}
