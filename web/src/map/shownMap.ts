import { useEffect, useSyncExternalStore } from 'react'
import type { OpenMap } from './useMap.ts'

/** The map of this page, for what stands beside it and not in it: a form that sets a place. */
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

/** Undefined where there is no map: it has not come yet, the page has none, or the browser cannot draw it. */
export const useOpenMap = (): OpenMap | undefined => useSyncExternalStore(listen, () => shown)

export const useShownMap = (open: OpenMap | undefined): void =>
  useEffect(() => {
    set(open)
    return () => set(undefined)
  }, [open])
