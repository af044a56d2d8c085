import type { Map as MapLibre } from 'maplibre-gl'
import { createContext, use } from 'react'
import type { Bounds } from './reveal.ts'
import type { LngLat } from './view.ts'

export interface OpenMap {
  map: MapLibre
  /** Glides to a point that panels cover, that is out of sight or further away than asked; does nothing otherwise. */
  easeTo: (point: LngLat, atLeastZoom?: number) => void
  /** Zooms in on what lies within. */
  zoomTo: (bounds: Bounds) => void
  /** Shows all that lies within, nearer or further than now. */
  fitAll: (bounds: Bounds) => void
  /** Whether a point is on the screen, beside the panels. */
  isInSight: (point: LngLat) => boolean
}

export const MapContext = createContext<OpenMap | undefined>(undefined)

/**
 * For the children of MapView. A change of theme only repaints the basemap, so what a layer adds stays; a change of
 * language or basemap makes a new map, and effects that depend on `map` run again.
 */
export function useMap(): OpenMap {
  const open = use(MapContext)
  if (!open) throw new Error('useMap is for children of MapView')
  return open
}
