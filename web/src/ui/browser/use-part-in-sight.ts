import { type RefObject, useEffect } from 'react'

/** Input that moves the view. */
const movements = ['wheel', 'touchstart', 'pointerdown', 'keydown']

/**
 * Brings the part of a long panel that was asked for (`data-part`) to its top, and keeps it there while the parts above
 * it load, until the person moves.
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
