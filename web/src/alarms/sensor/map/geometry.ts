import type { LngLat, SensorArea } from '#contract'

/** Zoom at which sensors are far enough apart to be distinguished. */
export const SENSOR_ZOOM = 13

const EARTH_METRES = 6_371_008.8
const CORNERS = 72

const radians = (degrees: number) => (degrees * Math.PI) / 180
const degrees = (angle: number) => (angle * 180) / Math.PI

/** Points at this distance on the sphere. A circle in degrees would be too narrow in the far north. */
export const circle = ([lng, lat]: LngLat, metres: number): LngLat[] => {
  const distance = metres / EARTH_METRES
  const north = radians(lat)
  return Array.from({ length: CORNERS + 1 }, (_, corner): LngLat => {
    const bearing = (2 * Math.PI * (corner % CORNERS)) / CORNERS
    const y = Math.asin(Math.sin(north) * Math.cos(distance) + Math.cos(north) * Math.sin(distance) * Math.cos(bearing))
    const x = Math.atan2(
      Math.sin(bearing) * Math.sin(distance) * Math.cos(north),
      Math.cos(distance) - Math.sin(north) * Math.sin(y),
    )
    return [lng + degrees(x), degrees(y)]
  })
}

type Shape = Pick<SensorArea, 'radiusMetres' | 'coordinates'>

export const outlineOf = (at: LngLat, { radiusMetres, coordinates }: Shape): LngLat[][] | undefined =>
  coordinates ?? (radiusMetres ? [circle(at, radiusMetres)] : undefined)

export const middleOf = (ring: readonly LngLat[]): LngLat => {
  const corners = ring.slice(0, -1)
  let area = 0
  let x = 0
  let y = 0
  for (const [index, [lng, lat]] of corners.entries()) {
    const [nextLng, nextLat] = corners[(index + 1) % corners.length] ?? [lng, lat]
    const cross = lng * nextLat - nextLng * lat
    area += cross
    x += (lng + nextLng) * cross
    y += (lat + nextLat) * cross
  }
  if (Math.abs(area) > 1e-12) return [x / (3 * area), y / (3 * area)]
  const sum = corners.reduce<LngLat>(([a, b], [lng, lat]) => [a + lng, b + lat], [0, 0])
  return [sum[0] / corners.length, sum[1] / corners.length]
}
