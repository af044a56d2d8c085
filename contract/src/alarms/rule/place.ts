import type { LngLat } from '../../platform/kit/schema.ts'

export type AreaShape = { ring: readonly LngLat[] } | { centre: LngLat; radiusMetres: number }

const EARTH_DIAMETER_METRES = 12_742_017.6
const radians = (degrees: number) => (degrees * Math.PI) / 180

export const distanceMetres = (a: LngLat, b: LngLat): number => {
  const north = Math.sin(radians(b[1] - a[1]) / 2) ** 2
  const east = Math.sin(radians(b[0] - a[0]) / 2) ** 2
  const half = north + Math.cos(radians(a[1])) * Math.cos(radians(b[1])) * east
  return EARTH_DIAMETER_METRES * Math.asin(Math.min(1, Math.sqrt(half)))
}

/** Treats degrees as a plane and counts the sides that a ray to the east crosses. */
const isInRing = ([lng, lat]: LngLat, ring: readonly LngLat[]): boolean => {
  let isInside = false
  for (let index = 0, before = ring.length - 1; index < ring.length; before = index++) {
    const [aLng, aLat] = ring[index] as LngLat
    const [bLng, bLat] = ring[before] as LngLat
    if (aLat > lat !== bLat > lat && lng < ((bLng - aLng) * (lat - aLat)) / (bLat - aLat) + aLng) isInside = !isInside
  }
  return isInside
}

export const liesInside = (place: LngLat, shape: AreaShape): boolean =>
  'ring' in shape ? isInRing(place, shape.ring) : distanceMetres(place, shape.centre) <= shape.radiusMetres
