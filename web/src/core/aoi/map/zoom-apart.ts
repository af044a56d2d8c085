import type { LngLat } from '#contract'
import { rowOf, TILE_PX } from './spot.ts'

/** The closest useful zoom. AOIs at the very same place stay clustered. */
export const MOST_ZOOM = 17

/** Tiles have 2³ by 2³ cells; points in the same cell are clustered. */
const CELL_BITS = 3
/** Room for the selected marker, its neighbour's badge and some space between them. */
const APART_PX = 60

const inWorld = ([lng, lat]: LngLat): [x: number, y: number] => [(lng + 180) / 360, rowOf(lat)]

export const zoomApart = (point: LngLat, others: readonly LngLat[]): number => {
  const [x, y] = inWorld(point)
  const isApart = (other: LngLat, zoom: number) => {
    const [otherX, otherY] = inWorld(other)
    const cells = 2 ** (zoom + CELL_BITS)
    const isSameCell =
      Math.floor(x * cells) === Math.floor(otherX * cells) && Math.floor(y * cells) === Math.floor(otherY * cells)
    return !isSameCell && Math.hypot(x - otherX, y - otherY) * TILE_PX * 2 ** zoom >= APART_PX
  }
  for (let zoom = 0; zoom < MOST_ZOOM; zoom++) if (others.every((other) => isApart(other, zoom))) return zoom
  return MOST_ZOOM
}
