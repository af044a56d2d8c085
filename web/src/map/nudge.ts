import type { Map as MapLibreMap } from 'maplibre-gl'
import type { LngLat } from './view.ts'

const stepPx = 8
const farStepPx = 48
const steps: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The point one step away in the direction of an arrow key, a larger step with Shift; undefined for other keys. */
export const nudged = (map: MapLibreMap, at: LngLat, { key, shiftKey }: KeyboardEvent): LngLat | undefined => {
  const step = steps[key]
  if (!step) return undefined
  const { x, y } = map.project(at)
  const px = shiftKey ? farStepPx : stepPx
  return rounded(map.unproject([x + step[0] * px, y + step[1] * px]).wrap())
}

/** Six decimals: a tenth of a metre. */
export const rounded = ({ lng, lat }: { lng: number; lat: number }): LngLat => [
  Number(lng.toFixed(6)),
  Number(lat.toFixed(6)),
]
