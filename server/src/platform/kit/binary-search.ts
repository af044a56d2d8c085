/**
 * The first index from `from` up to `to` for which `isBefore` is false; `to` if there is none. `isBefore` must be true
 * for a first stretch of the indexes and false for the rest.
 */
export function partitionPoint(from: number, to: number, isBefore: (index: number) => boolean): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = low + ((high - low) >>> 1)
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}
