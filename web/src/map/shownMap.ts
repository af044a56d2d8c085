import { useEffect, useSyncExternalStore } from 'react'
import type { OpenMap } from './useMap.ts'

/** The page's map, for components outside MapView, such as a form that sets a place. */
let shown: OpenMap | undefined
const listeners = new Set<() => void>()

const set = (next: OpenMap | undefined) => {
  shown = next
  for (const listener of listeners) listener()
}

const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Undefined if the map is not loaded yet, not on this page, or not supported by the browser. */
export const useOpenMap = (): OpenMap | undefined => useSyncExternalStore(listen, () => shown)

export const useShownMap = (open: OpenMap | undefined): void =>
  useEffect(() => {
    if (!open) return
    set(open)
    return () => {
      if (shown === open) set(undefined)
    }
  }, [open])
