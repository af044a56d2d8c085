import type { Map as MapLibre } from 'maplibre-gl'
import type { LngLat } from './view.ts'

/** Pixels at each side of the map that panels cover, in reading direction. */
export interface MapPadding {
  top: number
  bottom: number
  start: number
  end: number
}

export const noPadding: MapPadding = { top: 0, bottom: 0, start: 0, end: 0 }

/** Left and right as the canvas counts them, which is never mirrored. */
export const toSides = ({ top, bottom, start, end }: MapPadding, isRtl: boolean) => ({
  top,
  bottom,
  left: isRtl ? end : start,
  right: isRtl ? start : end,
})

interface Sides {
  top: number
  bottom: number
  left: number
  right: number
}

/** A point this near to a panel or an edge counts as covered: a marker is about so large. */
const marginPx = 36

export function isUncovered(point: { x: number; y: number }, size: { width: number; height: number }, sides: Sides) {
  return (
    point.x >= sides.left + marginPx &&
    point.x <= size.width - sides.right - marginPx &&
    point.y >= sides.top + marginPx &&
    point.y <= size.height - sides.bottom - marginPx
  )
}

/** Eases to a point only where it cannot be seen, or not as near as asked. MapLibre jumps under prefers-reduced-motion. */
export function reveal(map: MapLibre, [lng, lat]: LngLat, sides: Sides, atLeastZoom?: number): void {
  // The copy of the world that is nearest to where the map looks.
  const near: LngLat = [lng + 360 * Math.round((map.getCenter().lng - lng) / 360), lat]
  const { clientWidth: width, clientHeight: height } = map.getContainer()
  const isTooFar = atLeastZoom !== undefined && map.getZoom() < atLeastZoom
  if (!isTooFar && isUncovered(map.project(near), { width, height }, sides)) return
  const offset: [number, number] = [(sides.left - sides.right) / 2, (sides.top - sides.bottom) / 2]
  map.easeTo({ center: near, ...(isTooFar && { zoom: atLeastZoom }), offset, duration: 180 })
}

/** West, south, east and north in degrees. */
export type Bounds = [west: number, south: number, east: number, north: number]

/** Room around what is fitted, so that markers at its edge are whole. */
const fitMarginPx = 64
/** Closer than this, one sees no more of the surroundings. */
const fitZoom = 18

/** Zooms in until the bounds fill what the panels leave free, and always by at least one step. */
export function zoomTo(map: MapLibre, [west, south, east, north]: Bounds, sides: Sides): void {
  const padding = {
    top: sides.top + fitMarginPx,
    bottom: sides.bottom + fitMarginPx,
    left: sides.left + fitMarginPx,
    right: sides.right + fitMarginPx,
  }
  const camera = map.cameraForBounds([west, south, east, north], { padding, maxZoom: fitZoom })
  if (camera) map.easeTo({ ...camera, zoom: Math.max(camera.zoom ?? 0, map.getZoom() + 1), duration: 180 })
}
