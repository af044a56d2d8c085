import type { Virtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef } from 'react'

type Seen = { key: string; start: number }[]

/**
 * Keeps what is read where it is when items are inserted or removed above it. At the very top nothing is held: what is
 * new appears there.
 */
export const useScrollAnchor = <T>(
  area: { scroller: HTMLElement; margin: number } | undefined,
  items: readonly T[],
  keyOf: (item: T) => string,
  virtualizer: Virtualizer<HTMLElement, Element>,
): void => {
  const seen = useRef<Seen>([])
  useLayoutEffect(() => {
    if (!area || area.scroller.scrollTop <= area.margin) return
    // Items that went away cannot hold; the first that is still there does.
    const places = new Map(seen.current.map(({ key, start }) => [key, start]))
    let best: { shift: number; start: number } | undefined
    for (const [index, item] of items.entries()) {
      const before = places.get(keyOf(item))
      if (before === undefined || (best && best.start <= before)) continue
      const now = virtualizer.measurementsCache[index]?.start
      if (now !== undefined) best = { shift: now - before, start: before }
    }
    if (best?.shift) area.scroller.scrollTop += best.shift
  }, [area, items, keyOf, virtualizer])
  useLayoutEffect(() => {
    const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {}
    seen.current = virtualizer.measurementsCache
      .slice(startIndex, endIndex + 1)
      .map(({ key, start }) => ({ key: String(key), start }))
  })
}
