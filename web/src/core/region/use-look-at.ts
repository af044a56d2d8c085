import { useEffect, useEffectEvent } from 'react'
import type { LngLat } from '#contract'
import { useOpenMap } from '../../map/shownMap.ts'

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
