import { closedRing, type ImportReason, type LngLat, outlineProblem } from '#contract'

const POLYGON = /^(?:SRID=4326;)?\s*(MULTI)?POLYGON\s*(?:Z\s*)?(?=\()/i
const POINT = /^\s*(-?\d+(?:\.\d+)?(?:e-?\d+)?)\s+(-?\d+(?:\.\d+)?(?:e-?\d+)?)/i

const pointOf = (text: string, isSwapped: boolean): LngLat | undefined => {
  const [, x, y] = POINT.exec(text) ?? []
  if (x === undefined) return undefined
  return isSwapped ? [Number(y), Number(x)] : [Number(x), Number(y)]
}

const problems = {
  tooFewCorners: 'notAnArea',
  tooManyCorners: 'tooManyCorners',
  crossesItself: 'crossesItself',
  offEarth: 'outside',
} as const satisfies Record<string, ImportReason['code']>

/** The ring of `POLYGON ((34 32, 35 32, 35 33, 34 32))`, or why a region cannot have it. */
export const outlineOf = (text: string, isSwapped: boolean): LngLat[] | ImportReason['code'] => {
  const [start] = POLYGON.exec(text.trim()) ?? []
  if (start === undefined) return 'notAnArea'
  const rings = text
    .trim()
    .slice(start.length)
    .split(')')
    .map((part) => part.replace(/^[\s(,]+/, ''))
    .filter(Boolean)
  if (rings.length !== 1) return 'notAnArea'
  const corners = rings[0]?.split(',').map((part) => pointOf(part, isSwapped)) ?? []
  if (corners.includes(undefined)) return 'unread'
  const ring = closedRing(corners as LngLat[])
  const problem = outlineProblem(ring)
  return problem ? problems[problem] : ring
}

/** The middle of the extent of a ring. */
export const middleOfRing = (ring: readonly LngLat[]): LngLat => {
  let west = 180
  let south = 90
  let east = -180
  let north = -90
  for (const [lng, lat] of ring) {
    west = Math.min(west, lng)
    east = Math.max(east, lng)
    south = Math.min(south, lat)
    north = Math.max(north, lat)
  }
  return [(west + east) / 2, (south + north) / 2]
}
