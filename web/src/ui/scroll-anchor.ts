import type { Virtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef } from 'react'

/** Where the list begins in its scroll area, and how much of that area's top is covered; pixels. */
type Area = { scroller?: HTMLElement; margin?: number; covered: number }

/**
 * Keeps what is read where it is when items are inserted or removed above it. At the very top nothing is held: what is
 * new appears there.
 */
export const useScrollAnchor = <T>(
  { scroller, margin = 0, covered }: Area,
  items: readonly T[],
  keyOf: (item: T) => string,
  virtualizer: Virtualizer<HTMLElement, Element>,
): void => {
  const seen = useRef(new Map<string, number>())
  useLayoutEffect(() => {
    if (scroller && scroller.scrollTop > margin - covered) {
      const shift = shiftOf(seen.current, items, keyOf, (index) => virtualizer.measurementsCache[index]?.start)
      if (shift) scroller.scrollTop += shift
    }
  }, [scroller, margin, covered, items, keyOf, virtualizer])
  useLayoutEffect(() => {
    const { startIndex = 0, endIndex = -1 } = virtualizer.range ?? {}
    seen.current = new Map()
    for (let index = startIndex; index <= endIndex; index += 1) {
      const place = virtualizer.measurementsCache[index]
      if (place) seen.current.set(String(place.key), place.start)
    }
  })
}

/** How far the topmost item that was seen, and is still there, has moved. */
export const shiftOf = <T>(
  seen: ReadonlyMap<string, number>,
  items: readonly T[],
  keyOf: (item: T) => string,
  startOf: (index: number) => number | undefined,
): number => {
  let topmost = Number.POSITIVE_INFINITY
  let shift = 0
  for (const [index, item] of items.entries()) {
    const before = seen.get(keyOf(item))
    const now = before === undefined || before >= topmost ? undefined : startOf(index)
    if (before === undefined || now === undefined) continue
    topmost = before
    shift = now - before
  }
  return shift
}
