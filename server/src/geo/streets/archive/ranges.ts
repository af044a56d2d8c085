import { StreetsError } from '../error.ts'

/** Position of stored tile bytes in the source and in the extract. */
export type Content = { from: number; length: number; to: number }
/** One request: `contents[first]` to `contents[last]`, with the gaps between them. */
export type Range = { from: number; length: number; first: number; last: number }

/**
 * Merges neighbouring contents into few requests. Small gaps are fetched too, up to the share `overfetch` of all bytes.
 * A request has at most `maxBytes`, which bounds memory and the loss at an interruption.
 */
export const mergeRanges = (contents: readonly Content[], overfetch: number, maxBytes: number): Range[] => {
  const gapAfter = (index: number): number => {
    const one = contents[index]
    const next = contents[index + 1]
    if (!one || !next) return Number.POSITIVE_INFINITY
    const gap = next.from - (one.from + one.length)
    // No writer produces overlapping tiles.
    if (gap < 0) throw new StreetsError('broken')
    return gap
  }
  let budget = overfetch * contents.reduce((sum, { length }) => sum + length, 0)
  const isMerged = new Uint8Array(contents.length)
  const gaps = Float64Array.from(contents, (_, index) => gapAfter(index))
  const smallestFirst = Uint32Array.from(gaps.keys()).sort(
    (one, other) => (gaps[one] as number) - (gaps[other] as number),
  )
  for (const index of smallestFirst) {
    const gap = gaps[index] as number
    if (gap > budget) break
    budget -= gap
    isMerged[index] = 1
  }
  const ranges: Range[] = []
  for (const [index, { from, length }] of contents.entries()) {
    const current = ranges.at(-1)
    const end = from + length
    if (current && isMerged[index - 1] && end - current.from <= maxBytes) {
      current.length = end - current.from
      current.last = index
    } else ranges.push({ from, length, first: index, last: index })
  }
  return ranges
}
