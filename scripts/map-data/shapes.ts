// Geometry for cutting the world: makes longitudes continuous, smooths outlines, and cuts squares.
import type { Point } from '../../web/src/map/world/packed.ts'

export type Ring = Point[]
export type Polygon = Ring[]
export type Frame = [number, number, number, number]

export function unwrap(line: Point[]): Point[] {
  let shift = 0
  return line.map(([x, y], i) => {
    const step = i === 0 ? 0 : x - (line[i - 1] as Point)[0]
    if (step > 180) shift -= 360
    if (step < -180) shift += 360
    return [x + shift, y]
  })
}

/**
 * Converts rings for a flat map. A ring around the whole world encloses a pole and is closed along the map's lower
 * edge, because only the south pole is on land.
 */
export function flatten(polygon: Polygon): Polygon {
  const rings = polygon.filter((ring) => ring.some(([, y]) => y > -85.5))
  return rings.map((ring) => {
    const line = unwrap(ring)
    const [first, last] = [line[0], line.at(-1)] as [Point, Point]
    const goesAround = Math.abs(last[0] - first[0]) > 180
    return goesAround ? [...line, [last[0], -90], [first[0], -90], first] : line
  })
}

/** Smooths a line, because the source's grid of 300 m is visible when zoomed in. */
export function ease(line: Point[]): Point[] {
  const isRing = samePoint(line[0], line.at(-1))
  if (line.length < 8) return line
  const points = isRing ? line.slice(0, -1) : line
  const n = points.length
  const eased = points.map((here, i): Point => {
    if (!isRing && (i === 0 || i === n - 1)) return here
    const before = points[(i + n - 1) % n] as Point
    const after = points[(i + 1) % n] as Point
    const isLong = Math.hypot(after[0] - before[0], after[1] - before[1]) > 0.2
    if (isLong || here[1] <= -85) return here
    return [(before[0] + 2 * here[0] + after[0]) / 4, (before[1] + 2 * here[1] + after[1]) / 4]
  })
  return isRing ? [...eased, eased[0] as Point] : eased
}

const samePoint = (a: Point | undefined, b: Point | undefined) => a?.[0] === b?.[0] && a?.[1] === b?.[1]

/** The part of a ring inside the frame (Sutherland–Hodgman). Separate parts stay joined along the frame. */
export function cutRing(ring: Ring, [west, south, east, north]: Frame): Ring {
  const sides: [axis: 0 | 1, limit: number, sign: 1 | -1][] = [
    [0, west, 1],
    [0, east, -1],
    [1, south, 1],
    [1, north, -1],
  ]
  return sides.reduce((points, [axis, limit, sign]) => cutSide(points, axis, limit, sign), ring)
}

function cutSide(ring: Ring, axis: 0 | 1, limit: number, sign: 1 | -1): Ring {
  const isInside = (point: Point) => (point[axis] - limit) * sign >= 0
  if (ring.every(isInside)) return ring
  const cut: Ring = []
  for (let i = 1; i < ring.length; i++) {
    const [from, to] = [ring[i - 1], ring[i]] as [Point, Point]
    if (isInside(from)) cut.push(from)
    if (isInside(from) !== isInside(to)) {
      const part = (limit - from[axis]) / (to[axis] - from[axis])
      const other = from[1 - axis] as number
      const along = other + part * ((to[1 - axis] as number) - other)
      cut.push(axis === 0 ? [limit, along] : [along, limit])
    }
  }
  return cut.length > 0 ? [...cut, cut[0] as Point] : cut
}

export function cutPolygon(polygon: Polygon, frame: Frame): Polygon {
  const [outer, ...holes] = polygon.map((ring) => cutRing(ring, frame))
  if (!outer || outer.length < 4) return []
  return [outer, ...holes.filter((ring) => ring.length >= 4)]
}

export function cutLine(line: Point[], [west, south, east, north]: Frame): Point[][] {
  const runs: Point[][] = []
  let run: Point[] | undefined
  for (let i = 1; i < line.length; i++) {
    const [from, to] = [line[i - 1], line[i]] as [Point, Point]
    const x = (from[0] + to[0]) / 2
    const y = (from[1] + to[1]) / 2
    const isInside = x >= west && x < east && y >= south && y < north
    if (!isInside) run = undefined
    else if (run) run.push(to)
    else {
      run = [from, to]
      runs.push(run)
    }
  }
  return runs
}

export function bounds(ring: Ring): Frame {
  const frame: Frame = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x, y] of ring) {
    frame[0] = Math.min(frame[0], x)
    frame[1] = Math.min(frame[1], y)
    frame[2] = Math.max(frame[2], x)
    frame[3] = Math.max(frame[3], y)
  }
  return frame
}

export const touches = (a: Frame, b: Frame) => a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1]
