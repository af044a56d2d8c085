import { type RefObject, useEffect } from 'react'

const movements = ['wheel', 'touchstart', 'pointerdown', 'keydown']

/**
 * Scrolls to a requested part (`data-part`) of a long panel. Repeats it while the parts above load, until the user
 * scrolls.
 */
export const usePartInSight = (panel: RefObject<HTMLElement | null>, part: string | undefined): void => {
  useEffect(() => {
    const element = panel.current
    if (!element || !part) return
    const show = () => element.querySelector(`[data-part="${part}"]`)?.scrollIntoView()
    const growth = new ResizeObserver(show)
    growth.observe(element)
    const moved = new AbortController()
    const stop = () => {
      growth.disconnect()
      moved.abort()
    }
    for (const movement of movements) addEventListener(movement, stop, { signal: moved.signal, passive: true })
    show()
    return stop
  }, [panel, part])
}
