import type { LngLat } from '#contract'
import { closedRing } from '#contract/core/region/outline.ts'

export type Ring = LngLat[]

const MOST_NUMBERS = 200_000
/** Length of a degree along a meridian. */
const KM_PER_DEGREE = 111.32
const CIRCLE_CORNERS = 48
/** Some senders mark a point by a circle without a radius. */
const LEAST_RADIUS_KM = 1
const MOST_RADIUS_KM = 5_000

const clamp = (value: number, most: number) => Math.max(-most, Math.min(most, value))

/** The pairs of numbers in a text, whatever separates them. */
const pairsIn = (text: string): [number, number][] => {
  const numbers: number[] = []
  for (const [found] of text.matchAll(/-?\d{1,4}(?:\.\d+)?(?:e-?\d{1,2})?/gi)) {
    if (numbers.length === MOST_NUMBERS) break
    numbers.push(Number(found))
  }
  return Array.from({ length: numbers.length >> 1 }, (_, index) => [
    numbers[2 * index] as number,
    numbers[2 * index + 1] as number,
  ])
}

/** CAP writes the latitude first. Latitudes beyond 90° reveal a sender that writes the longitude first. */
const places = (pairs: readonly [number, number][]): Ring => {
  const isSwapped = pairs.some(([latitude]) => Math.abs(latitude) > 90)
  return pairs.map(([a, b]): LngLat => {
    const [lat, lng] = isSwapped ? [b, a] : [a, b]
    return [clamp(lng, 180), clamp(lat, 90)]
  })
}

/** Parses `32.1,34.8 32.2,34.9 …` to a closed ring; undefined for fewer than three corners. */
export const ringOf = (text: string): Ring | undefined => {
  const ring = closedRing(places(pairsIn(text)))
  return ring.length < 4 ? undefined : ring
}

/** Parses `32.1,34.8 20`, a centre and a radius in km, to a ring. */
export const circleOf = (text: string): Ring | undefined => {
  const centre = pairsIn(text)[0]
  const radiusText = /(\d+(?:\.\d+)?)\s*$/.exec(text)?.[1]
  if (!centre || text.match(/\d+(?:\.\d+)?/g)?.length !== 3) return undefined
  const [[lng, lat] = [0, 0]] = places([centre])
  const radius = Math.min(MOST_RADIUS_KM, Math.max(LEAST_RADIUS_KM, Number(radiusText))) / KM_PER_DEGREE
  const wide = radius / Math.max(0.01, Math.cos((lat * Math.PI) / 180))
  const corners = Array.from({ length: CIRCLE_CORNERS }, (_, index): LngLat => {
    const angle = (2 * Math.PI * index) / CIRCLE_CORNERS
    return [clamp(lng + wide * Math.cos(angle), 180), clamp(lat + radius * Math.sin(angle), 90)]
  })
  const ring = closedRing(corners)
  return ring.length < 4 ? undefined : ring
}

const squaredDistance = (place: LngLat, a: LngLat, b: LngLat): number => {
  const dx = b[0] - a[0]
  const dy = b[1] - a[1]
  const px = place[0] - a[0]
  const py = place[1] - a[1]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, (px * dx + py * dy) / length))
  return (px - along * dx) ** 2 + (py - along * dy) ** 2
}

/** Douglas–Peucker without recursion: drops corners that are less than `tolerance` away from the simpler line. */
const thinned = (ring: Ring, tolerance: number): Ring => {
  const keeps = new Uint8Array(ring.length)
  const middle = ring.length >> 1
  const parts: [number, number][] = [
    [0, middle],
    [middle, ring.length - 1],
  ]
  for (let part = parts.pop(); part; part = parts.pop()) {
    const [first, last] = part
    keeps[first] = 1
    keeps[last] = 1
    let farthest = 0
    let distance = tolerance * tolerance
    for (let index = first + 1; index < last; index++) {
      const own = squaredDistance(ring[index] as LngLat, ring[first] as LngLat, ring[last] as LngLat)
      if (own > distance) [farthest, distance] = [index, own]
    }
    if (farthest > 0) parts.push([first, farthest], [farthest, last])
  }
  return ring.filter((_, index) => keeps[index] === 1)
}

const LARGEST_RING = 4_000

/** Larger rings are slow to simplify, so only every n-th corner of them is used. */
const limited = (ring: Ring): Ring => {
  const step = Math.ceil(ring.length / LARGEST_RING)
  return step < 2 ? ring : closedRing(ring.filter((_, index) => index % step === 0))
}

const simplified = (ring: Ring, most: number): Ring => {
  let result = limited(ring)
  for (let tolerance = 0.0005; result.length > most && tolerance < 90; tolerance *= 2)
    result = thinned(result, tolerance)
  return result.length < 4 ? limited(ring).slice(0, most) : result
}

const sizeOf = (ring: Ring): number => {
  const [west, south, east, north] = boundsOf(ring)
  return (east - west) * (north - south)
}

const boundsOf = (ring: Ring): [number, number, number, number] => {
  const bounds: [number, number, number, number] = [180, 90, -180, -90]
  for (const [lng, lat] of ring) {
    bounds[0] = Math.min(bounds[0], lng)
    bounds[1] = Math.min(bounds[1], lat)
    bounds[2] = Math.max(bounds[2], lng)
    bounds[3] = Math.max(bounds[3], lat)
  }
  return bounds
}

const FEWEST_CORNERS = 12

/** The largest rings that have at most `most` corners together. Repeated rings are dropped. */
export const bounded = (rings: readonly Ring[], most: number): Ring[] => {
  const different = [...new Map(rings.map((ring) => [JSON.stringify(ring), ring])).values()]
  const largest = different
    .map((ring) => ({ ring, size: sizeOf(ring) }))
    .sort((one, other) => other.size - one.size)
    .slice(0, Math.floor(most / FEWEST_CORNERS))
    .map(({ ring }) => ring)
  const total = largest.reduce((sum, { length }) => sum + length, 0)
  if (total <= most) return largest
  // Small rings keep all their corners; the remaining corners are divided among large rings.
  let left = most
  let count = largest.length
  return largest
    .sort((one, other) => one.length - other.length)
    .map((ring) => {
      const result = simplified(ring, Math.floor(left / count))
      left -= result.length
      count--
      return result
    })
}

/** Whether a point lies inside a ring, by the even-odd rule, so that the ring may cross itself. */
export const isInside = ([lng, lat]: LngLat, ring: Ring): boolean => {
  let isIn = false
  for (let index = 1; index < ring.length; index++) {
    const a = ring[index - 1] as LngLat
    const b = ring[index] as LngLat
    if (a[1] > lat !== b[1] > lat && lng < ((b[0] - a[0]) * (lat - a[1])) / (b[1] - a[1]) + a[0]) isIn = !isIn
  }
  return isIn
}

const LINES = 15

/** Middles of those parts of some horizontal lines that are inside a ring, by the even-odd rule. */
const middlesOf = (ring: Ring): Ring => {
  const [, south, , north] = boundsOf(ring)
  return Array.from({ length: LINES }, (_, index) => south + ((index + 0.5) / LINES) * (north - south)).flatMap(
    (lat) => {
      const crossings: number[] = []
      for (let index = 1; index < ring.length; index++) {
        const a = ring[index - 1] as LngLat
        const b = ring[index] as LngLat
        if (a[1] > lat !== b[1] > lat) crossings.push(((b[0] - a[0]) * (lat - a[1])) / (b[1] - a[1]) + a[0])
      }
      crossings.sort((one, other) => one - other)
      return crossings.flatMap((lng, index): Ring => {
        const next = crossings[index + 1]
        return index % 2 === 0 && next !== undefined && next > lng ? [[(lng + next) / 2, lat]] : []
      })
    },
  )
}

/** A point inside one of the rings: the given point, or a middle (see above) near the given point. */
export const placeInside = (rings: readonly Ring[], wanted: LngLat | null): LngLat | null => {
  const [first] = rings
  if (!first) return null
  const [west, south, east, north] = boundsOf(first)
  const target = wanted ?? [(west + east) / 2, (south + north) / 2]
  if (rings.some((ring) => isInside(target, ring))) return target
  const distance = ([lng, lat]: LngLat) => (lng - target[0]) ** 2 + (lat - target[1]) ** 2
  const places = rings.flatMap(middlesOf)
  return places.reduce(
    (one, other) => (distance(other) < distance(one) ? other : one),
    places[0] ?? (first[0] as LngLat),
  )
}
