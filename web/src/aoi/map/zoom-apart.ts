import type { LngLat } from '#contract'
import { rowOf } from './spot.ts'

/** Nearer than this there is little to see around a point; what stands on the very same spot stays together. */
export const MOST_ZOOM = 17

/** The map's tiles are divided into eight cells each way; what shares a cell is counted together. */
const CELL_ZOOM = 3

/** The first whole zoom at which none of the others shares a cell of the map with a point. */
export const zoomApart = (point: LngLat, others: readonly LngLat[]): number => {
  const cellOf = ([lng, lat]: LngLat, zoom: number) => {
    const cells = 2 ** (zoom + CELL_ZOOM)
    return `${Math.floor(((lng + 180) / 360) * cells)} ${Math.floor(rowOf(lat) * cells)}`
  }
  for (let zoom = 0; zoom < MOST_ZOOM; zoom++) {
    const cell = cellOf(point, zoom)
    if (others.every((other) => cellOf(other, zoom) !== cell)) return zoom
  }
  return MOST_ZOOM
}
