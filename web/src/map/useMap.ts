import type { Map as MapLibre } from 'maplibre-gl'
import { createContext, use } from 'react'
import type { Bounds } from './reveal.ts'
import type { LngLat } from './view.ts'

export interface OpenMap {
  map: MapLibre
  /** Moves to a point that is covered, off the screen or below the minimum zoom; otherwise does nothing. */
  easeTo: (point: LngLat, atLeastZoom?: number) => void
  /** Zooms in on the bounds. */
  zoomTo: (bounds: Bounds) => void
  /** Shows all of the bounds, zooming in or out. */
  fitAll: (bounds: Bounds) => void
  /** Whether a point is on the screen and not covered by panels. */
  isInSight: (point: LngLat) => boolean
}

export const MapContext = createContext<OpenMap | undefined>(undefined)

/**
 * For children of MapView. A change of theme only repaints the basemap, so layers stay; a change of language or basemap
 * makes a new map, and effects that depend on `map` run again.
 */
export function useMap(): OpenMap {
  const open = use(MapContext)
  if (!open) throw new Error('useMap is for children of MapView')
  return open
}
