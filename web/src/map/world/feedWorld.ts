import type { ErrorEvent, Map as MapLibre } from 'maplibre-gl'
import { squaresFromZoom } from './packed.ts'
import { worldSources } from './sources.ts'
import { addressOf, isInView, squares, type View } from './squares.ts'

/** Zoom levels before `squaresFromZoom` at which squares are prefetched. */
const earlierZoom = 0.5

/**
 * Loads the bundled world for the view. If streets hide the first view, the world loads after it; failed tiles are
 * retried at the next move. Returns a function that stops loading.
 */
export function feedWorld(map: MapLibre, isHidden: (view: View, zoom: number) => boolean = () => false): () => void {
  let isShown = !isHidden(viewOf(map), map.getZoom())
  // Hidden layers load no tiles.
  if (!isShown) setVisibility(map, 'none')
  const show = () => {
    if (isShown) return
    isShown = true
    setVisibility(map, 'visible')
  }

  const fetchAhead = squareFetcher()
  const look = () => {
    const view = viewOf(map)
    const zoom = map.getZoom()
    if (!isHidden(view, zoom)) show()
    fetchAhead(view, zoom)
  }

  const failed = new Set<string>()
  const noteFailure = ({ sourceId }: ErrorEvent & { sourceId?: string }) => {
    if (sourceId && isOfWorld(sourceId)) failed.add(sourceId)
  }
  const retry = () => {
    for (const source of failed) map.refreshTiles(source)
    failed.clear()
  }

  map.on('move', look)
  map.once('load', show)
  map.on('error', noteFailure)
  map.on('moveend', retry)
  return () => {
    map.off('move', look)
    map.off('load', show)
    map.off('error', noteFailure)
    map.off('moveend', retry)
  }
}

const isOfWorld = (source: string): boolean => Object.values<string>(worldSources).includes(source)

const setVisibility = (map: MapLibre, visibility: 'visible' | 'none'): void => {
  for (const id of map.getLayersOrder())
    if (isOfWorld(map.getLayer(id)?.source ?? '')) map.setLayoutProperty(id, 'visibility', visibility)
}

/** Prefetches the squares in view into the browser's cache, where the worker finds them at the next zoom. */
const squareFetcher = () => {
  const fetched = new Set<string>()
  return (view: View, zoom: number) => {
    if (zoom < squaresFromZoom - earlierZoom || zoom >= squaresFromZoom) return
    for (const square of squares) {
      if (fetched.has(square.name) || !isInView(square, view)) continue
      fetched.add(square.name)
      fetch(addressOf(square.name), { priority: 'low' }).catch(() => fetched.delete(square.name))
    }
  }
}

const viewOf = (map: MapLibre): View => {
  const bounds = map.getBounds()
  return { west: bounds.getWest(), south: bounds.getSouth(), east: bounds.getEast(), north: bounds.getNorth() }
}
