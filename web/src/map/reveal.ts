import type { Map as MapLibre } from 'maplibre-gl'
import type { LngLat, View } from './view.ts'

/** Pixels that panels cover on each side of the map; `start` and `end` follow the page's direction. */
export interface MapPadding {
  top: number
  bottom: number
  start: number
  end: number
}

export const noPadding: MapPadding = { top: 0, bottom: 0, start: 0, end: 0 }

/** MapLibre needs left and right, because the canvas is never mirrored. */
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

/** Pixels to pan so that the map's centre moves to the middle of the uncovered part. */
export const shiftToUncovered = ({ top, bottom, left, right }: Sides): [number, number] => [
  (right - left) / 2,
  (bottom - top) / 2,
]

/** A point closer than this to a panel or an edge counts as covered: about the size of a marker. */
const marginPx = 36

export function isUncovered(point: { x: number; y: number }, size: { width: number; height: number }, sides: Sides) {
  return (
    point.x >= sides.left + marginPx &&
    point.x <= size.width - sides.right - marginPx &&
    point.y >= sides.top + marginPx &&
    point.y <= size.height - sides.bottom - marginPx
  )
}

/** Slow enough to follow with the eye, without a noticeable wait. */
const GLIDE_MS = 450
/** Above this distance in map widths, the camera flies: it zooms out on the way. */
const FLIGHT_WIDTHS = 1.5

/** The same point in the copy of the world that is on screen. */
const nearestCopy = (map: MapLibre, [lng, lat]: LngLat): LngLat => [
  lng + 360 * Math.round((map.getCenter().lng - lng) / 360),
  lat,
]

const sizeOf = (map: MapLibre) => {
  const { clientWidth: width, clientHeight: height } = map.getContainer()
  return { width, height }
}

export const isInSight = (map: MapLibre, point: LngLat, sides: Sides): boolean =>
  isUncovered(map.project(nearestCopy(map, point)), sizeOf(map), sides)

/**
 * Moves to a point that is covered, off the screen or below the minimum zoom; otherwise does nothing. MapLibre skips
 * the animation under prefers-reduced-motion.
 */
export function reveal(map: MapLibre, point: LngLat, sides: Sides, atLeastZoom?: number): void {
  const center = nearestCopy(map, point)
  const at = map.project(center)
  const size = sizeOf(map)
  const isTooFar = atLeastZoom !== undefined && map.getZoom() < atLeastZoom
  if (!isTooFar && isUncovered(at, size, sides)) return
  const offset: [number, number] = [(sides.left - sides.right) / 2, (sides.top - sides.bottom) / 2]
  const target = { center, ...(isTooFar && { zoom: atLeastZoom }), offset, duration: GLIDE_MS }
  const widths = Math.hypot(at.x - size.width / 2, at.y - size.height / 2) / size.width
  if (widths > FLIGHT_WIDTHS) map.flyTo(target)
  else map.easeTo(target)
}

export type Bounds = [west: number, south: number, east: number, north: number]

/** Space around fitted bounds, so that markers at their edge are whole. */
const fitMarginPx = 64
/** Maximum zoom of `zoomTo`, so that some surroundings stay visible. */
const fitZoom = 18
/** Maximum zoom of `fitBounds`, which matters for a single point: shows the streets around it. */
const allZoom = 15

/** Maximum zoom of the first view. */
const firstZoom = 13
/** About half a marker; a larger margin would take too much of a phone's screen. */
const firstMarginPx = 24

const cameraFor = (map: MapLibre, bounds: Bounds, sides: Sides, maxZoom: number, marginPx = fitMarginPx) => {
  const padding = {
    top: sides.top + marginPx,
    bottom: sides.bottom + marginPx,
    left: sides.left + marginPx,
    right: sides.right + marginPx,
  }
  return map.cameraForBounds(bounds, { padding, maxZoom })
}

/** Zooms in until the bounds fill the free space, by at least one level. */
export function zoomTo(map: MapLibre, bounds: Bounds, sides: Sides): void {
  const camera = cameraFor(map, bounds, sides, fitZoom)
  if (camera) map.easeTo({ ...camera, zoom: Math.max(camera.zoom ?? 0, map.getZoom() + 1), duration: 180 })
}

/** Shows all of the bounds in the free space, zooming in or out. */
export function fitBounds(map: MapLibre, bounds: Bounds, sides: Sides): void {
  const camera = cameraFor(map, bounds, sides, allZoom)
  if (camera) map.easeTo({ ...camera, duration: GLIDE_MS })
}

/** Fits the view's bounds into the uncovered part; without bounds, centres the view there. */
export function showAtFirst(map: MapLibre, { bounds }: View, sides: Sides): void {
  const camera = bounds && cameraFor(map, bounds, sides, firstZoom, firstMarginPx)
  if (camera) map.jumpTo(camera)
  else map.panBy(shiftToUncovered(sides), { animate: false })
}

export const boundsAround = (points: readonly LngLat[]): Bounds | undefined => {
  if (points.length === 0) return undefined
  const lngs = points.map(([lng]) => lng)
  const lats = points.map(([, lat]) => lat)
  return [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)]
}
