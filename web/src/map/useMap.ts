import type { Map as MapLibre } from 'maplibre-gl'
import { createContext, use } from 'react'
import type { Bounds } from './reveal.ts'
import type { LngLat } from './view.ts'

export interface OpenMap {
  map: MapLibre
  /** Moves to a point that is covered, outside the view or below the minimum zoom; otherwise does nothing. */
  easeTo: (point: LngLat, atLeastZoom?: number) => void
  zoomTo: (bounds: Bounds) => void
  fitAll: (bounds: Bounds) => void
  isInSight: (point: LngLat) => boolean
}

export const MapContext = createContext<OpenMap | undefined>(undefined)

/**
 * For children of MapView. A new theme repaints the basemap and keeps overlays. A new language or basemap creates a new
 * map, so effects that depend on `map` run again.
 */
export function useMap(): OpenMap {
  const open = use(MapContext)
  if (!open) throw new Error('useMap is for children of MapView')
  return open
}
