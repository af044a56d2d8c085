import type { LngLat } from '../../platform/kit/schema.ts'

export type OutlineProblem = 'tooFewCorners' | 'tooManyCorners' | 'crossesItself' | 'offEarth'

export const MOST_CORNERS = 5000

const isSame = (a: LngLat, b: LngLat) => a[0] === b[0] && a[1] === b[1]

/** Closes a ring, drops repeated corners and rounds to a centimetre. */
export const closedRing = (corners: readonly LngLat[]): LngLat[] => {
  const exact = corners.map(([lng, lat]): LngLat => [Number(lng.toFixed(7)), Number(lat.toFixed(7))])
  const ring = exact.filter((corner, index) => index === 0 || !isSame(corner, exact[index - 1] as LngLat))
  const [first] = ring
  if (first && ring.length > 1 && !isSame(first, ring.at(-1) as LngLat)) ring.push(first)
  return ring
}

export const outlineProblem = (ring: readonly LngLat[]): OutlineProblem | undefined => {
  if (ring.some(([lng, lat]) => !(Math.abs(lng) <= 180 && Math.abs(lat) <= 90))) return 'offEarth'
  if (ring.length < 4) return 'tooFewCorners'
  if (ring.length > MOST_CORNERS) return 'tooManyCorners'
  return crossesItself(ring) ? 'crossesItself' : undefined
}

type Side = { index: number; a: LngLat; b: LngLat; west: number; east: number }

/**
 * Sweeps from west to east and compares each side with the sides that overlap it in longitude; drawn outlines have few
 * of these.
 */
const crossesItself = (ring: readonly LngLat[]): boolean => {
  const last = ring.length - 2
  const sides = ring
    .slice(0, -1)
    .map((a, index): Side => {
      const b = ring[index + 1] as LngLat
      return { index, a, b, west: Math.min(a[0], b[0]), east: Math.max(a[0], b[0]) }
    })
    .sort((one, other) => one.west - other.west)
  return sides.some((one, place) => {
    for (let next = place + 1; next < sides.length; next++) {
      const other = sides[next] as Side
      if (other.west > one.east) return false
      const distance = Math.abs(one.index - other.index)
      const areNeighbours = distance === 1 || distance === last
      if (areNeighbours ? foldsBack(one, other) : meet(one, other)) return true
    }
    return false
  })
}

const turn = (a: LngLat, b: LngLat, c: LngLat): number =>
  Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))

const isBetween = (a: LngLat, b: LngLat, c: LngLat): boolean =>
  Math.min(a[0], b[0]) <= c[0] &&
  c[0] <= Math.max(a[0], b[0]) &&
  Math.min(a[1], b[1]) <= c[1] &&
  c[1] <= Math.max(a[1], b[1])

const meet = (one: Side, other: Side): boolean => {
  const a = one.a
  const b = one.b
  const c = other.a
  const d = other.b
  const abc = turn(a, b, c)
  const abd = turn(a, b, d)
  const cda = turn(c, d, a)
  const cdb = turn(c, d, b)
  if (abc !== abd && cda !== cdb) return true
  return (
    (abc === 0 && isBetween(a, b, c)) ||
    (abd === 0 && isBetween(a, b, d)) ||
    (cda === 0 && isBetween(c, d, a)) ||
    (cdb === 0 && isBetween(c, d, b))
  )
}

const foldsBack = (one: Side, other: Side): boolean => {
  const [first, second] = isSame(one.b, other.a) ? [one, other] : [other, one]
  if (turn(first.a, first.b, second.b) !== 0) return false
  const ahead = (first.b[0] - first.a[0]) * (second.b[0] - second.a[0])
  return ahead + (first.b[1] - first.a[1]) * (second.b[1] - second.a[1]) < 0
}

const EARTH_RADIUS_METRES = 6_371_008.8
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Area on a sphere, with an error of up to 0.5 %. */
export const areaSquareMetres = (ring: readonly LngLat[]): number => {
  let sum = 0
  for (let index = 1; index < ring.length; index++) {
    const [fromLng, fromLat] = ring[index - 1] as LngLat
    const [toLng, toLat] = ring[index] as LngLat
    sum += radians(toLng - fromLng) * (2 + Math.sin(radians(fromLat)) + Math.sin(radians(toLat)))
  }
  return Math.abs((sum * EARTH_RADIUS_METRES ** 2) / 2)
}
