import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { LngLat } from '#contract'
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

/** Moves the map to the points once, when a form opens. */
export const useLookAt = (points: readonly LngLat[] | undefined): void => {
  const open = useOpenMap()
  const showPoints = useEffectEvent(() => {
    if (!points || points.length === 0) return
    const lngs = points.map(([lng]) => lng)
    const lats = points.map(([, lat]) => lat)
    open?.zoomTo([Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)])
  })
  useEffect(() => {
    if (open) showPoints()
  }, [open])
}
