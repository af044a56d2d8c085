/** Pixel offsets of each item's start, followed by the end of the list. */
export type Edges = Float64Array

export const edgesOf = <T>(items: readonly T[], heightOf: (item: T) => number): Edges => {
  const edges = new Float64Array(items.length + 1)
  // By index, because `entries()` is half as fast and a list may have 100,000 items.
  for (let index = 0; index < items.length; index++)
    edges[index + 1] = startOf(edges, index) + heightOf(items[index] as T)
  return edges
}

export const startOf = (edges: Edges, index: number): number => edges[index] ?? 0
export const wholeOf = (edges: Edges): number => edges.at(-1) ?? 0

export const indexAt = (edges: Edges, y: number): number => {
  let low = 0
  let high = Math.max(0, edges.length - 2)
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (startOf(edges, middle) <= y) low = middle
    else high = middle - 1
  }
  return low
}

/** Pixels to scroll so that the range is in view; 0 if it is. */
export const scrollFor = (stretch: { from: number; to: number }, view: { from: number; to: number }): number => {
  if (stretch.from < view.from) return stretch.from - view.from
  return Math.max(0, stretch.to - view.to)
}

/** Pixels by which the topmost previously visible item that still exists has moved. */
export const shiftOf = <T>(
  seen: ReadonlyMap<string, number>,
  items: readonly T[],
  keyOf: (item: T) => string,
  edges: Edges,
): number => {
  const first = Math.min(...seen.values())
  // Fast path without a search: usually items are added at the end.
  const index = indexAt(edges, first)
  const there = items[index]
  if (there !== undefined && startOf(edges, index) === first && seen.get(keyOf(there)) === first) return 0
  let topmost = Number.POSITIVE_INFINITY
  let shift = 0
  for (let index = 0; index < items.length && topmost > first; index++) {
    const before = seen.get(keyOf(items[index] as T))
    if (before === undefined || before >= topmost) continue
    topmost = before
    shift = startOf(edges, index) - before
  }
  return shift
}
