import { type LngLat, liesInside } from '#contract'

export type Box = readonly [west: number, south: number, east: number, north: number]

/** Splits a box across the 180th meridian into two. */
const parts = ([west, south, east, north]: Box): Box[] =>
  west <= east
    ? [[west, south, east, north]]
    : [
        [west, south, 180, north],
        [-180, south, east, north],
      ]

const isIn = ([lng, lat]: LngLat, [west, south, east, north]: Box): boolean =>
  west <= lng && lng <= east && south <= lat && lat <= north

/** Whether the segment meets the box (Liang–Barsky). */
const crosses = (a: LngLat, b: LngLat, [west, south, east, north]: Box): boolean => {
  const dx = b[0] - a[0]
  const dy = b[1] - a[1]
  let from = 0
  let to = 1
  for (const [step, room] of [
    [-dx, a[0] - west],
    [dx, east - a[0]],
    [-dy, a[1] - south],
    [dy, north - a[1]],
  ] as const) {
    if (step === 0 && room < 0) return false
    if (step < 0) from = Math.max(from, room / step)
    if (step > 0) to = Math.min(to, room / step)
  }
  return from <= to
}

const meetsArea = (ring: readonly LngLat[], box: Box): boolean =>
  liesInside([box[0], box[1]], { ring }) || ring.some((corner, at) => crosses(corner, ring[at + 1] ?? corner, box))

export type Shape = { place?: LngLat | undefined; outline?: readonly (readonly LngLat[])[] | undefined }

/** Whether a place or an area, without regard to its holes, meets the box. */
export const meetsBox = ({ place, outline }: Shape, box: Box): boolean =>
  parts(box).some((part) => {
    const [ring] = outline ?? []
    return ring ? meetsArea(ring, part) : place !== undefined && isIn(place, part)
  })
