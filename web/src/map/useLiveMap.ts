import type { Map as MapLibre } from 'maplibre-gl'
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { createMap, type LiveMap, type MapOptions } from './createMap.ts'
import { type Bounds, fitBounds, isInSight, reveal, zoomTo } from './reveal.ts'
import type { OpenMap } from './useMap.ts'
import type { LngLat } from './view.ts'

interface Settings extends Omit<MapOptions, 'container' | 'padding'> {
  padding: ReturnType<MapOptions['padding']>
  onReady: (map: MapLibre) => void
  onUnavailable: () => void
}

export function useLiveMap(
  host: RefObject<HTMLElement | null>,
  settings: Settings,
): { open: OpenMap | undefined; isUnavailable: boolean } {
  const [live, setLive] = useState<LiveMap>()
  const [isUnavailable, setUnavailable] = useState(false)
  const latest = useRef(settings)
  useEffect(() => {
    latest.current = settings
  })

  const create = useEffectEvent((ended: AbortSignal) => {
    const container = document.createElement('div')
    container.className = 'map-canvas'
    host.current?.append(container)
    ended.addEventListener('abort', () => queueMicrotask(() => container.remove()))
    return createMap(
      {
        ...settings,
        container,
        padding: () => latest.current.padding,
        transformRequest: (url, type) => latest.current.transformRequest(url, type),
        onProblem: (problem) => latest.current.onProblem(problem),
      },
      ended,
    )
  })

  useEffect(() => {
    const ending = new AbortController()
    const unlessEnded = (act: () => void) => ending.signal.aborted || act()
    create(ending.signal).then(
      (opened) => {
        unlessEnded(() => setLive(opened))
        opened.complete.then(() => unlessEnded(() => latest.current.onReady(opened.map)))
      },
      (problem) =>
        unlessEnded(() => {
          setUnavailable(true)
          latest.current.onUnavailable()
          latest.current.onProblem(problem)
        }),
    )
    return () => ending.abort()
  }, [])

  useEffect(() => live?.paint(settings.theme), [live, settings.theme])

  const open = useMemo(
    () =>
      live && {
        map: live.map,
        easeTo: (point: LngLat, atLeastZoom?: number) => reveal(live.map, point, latest.current.padding, atLeastZoom),
        zoomTo: (bounds: Bounds) => zoomTo(live.map, bounds, latest.current.padding),
        fitAll: (bounds: Bounds) => fitBounds(live.map, bounds, latest.current.padding),
        isInSight: (point: LngLat) => isInSight(live.map, point, latest.current.padding),
      },
    [live],
  )
  return { open, isUnavailable }
}
