import type { Map as MapLibre } from 'maplibre-gl'
import { createContext, use } from 'react'
import type { Bounds } from './reveal.ts'
import type { LngLat } from './view.ts'

export interface OpenMap {
  map: MapLibre
  /** Eases to a point that panels cover or that is out of sight; does nothing otherwise. */
  easeTo: (point: LngLat) => void
  /** Zooms in on what lies within. */
  fit: (bounds: Bounds) => void
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
