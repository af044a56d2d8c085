import type { LngLat } from '#contract'

export type MapPoint = { x: number; y: number }

export const toMapPoint = ([lng, lat]: LngLat): MapPoint => ({
  x: (lng + 180) / 360,
  y: (1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2,
})

const latitudeOf = (y: number) => Math.atan(Math.sinh(Math.PI * (1 - 2 * y)))

const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6

export const toLngLat = ({ x, y }: MapPoint): LngLat => [
  rounded(x * 360 - 180),
  rounded((latitudeOf(y) * 180) / Math.PI),
]

const EQUATOR_M = 40_075_017

export const metresAt = (y: number): number => EQUATOR_M * Math.cos(latitudeOf(y))

export const nearestOnLine = (line: Float64Array, { x, y }: MapPoint): MapPoint & { distance: number } => {
  let best = { x: line[0] ?? 0, y: line[1] ?? 0, distance: Math.hypot((line[0] ?? 0) - x, (line[1] ?? 0) - y) }
  for (let at = 2; at + 1 < line.length; at += 2) {
    const x0 = line[at - 2] as number
    const y0 = line[at - 1] as number
    const dx = (line[at] as number) - x0
    const dy = (line[at + 1] as number) - y0
    const square = dx * dx + dy * dy
    const part = square === 0 ? 0 : Math.max(0, Math.min(1, ((x - x0) * dx + (y - y0) * dy) / square))
    const px = x0 + part * dx
    const py = y0 + part * dy
    const distance = Math.hypot(px - x, py - y)
    if (distance < best.distance) best = { x: px, y: py, distance }
  }
  return best
}

export type Frame = [west: number, north: number, east: number, south: number]

export const frameOf = (line: Float64Array): Frame => {
  const frame: Frame = [1, 1, 0, 0]
  for (let at = 0; at + 1 < line.length; at += 2) {
    const x = line[at] as number
    const y = line[at + 1] as number
    frame[0] = Math.min(frame[0], x)
    frame[1] = Math.min(frame[1], y)
    frame[2] = Math.max(frame[2], x)
    frame[3] = Math.max(frame[3], y)
  }
  return frame
}

export const distanceToFrame = ([west, north, east, south]: Frame, { x, y }: MapPoint): number =>
  Math.hypot(Math.max(west - x, 0, x - east), Math.max(north - y, 0, y - south))

const overlap = (one: Frame, other: Frame): boolean =>
  one[0] <= other[2] && other[0] <= one[2] && one[1] <= other[3] && other[1] <= one[3]

export const crossingsOf = (one: Float64Array, other: Float64Array): MapPoint[] => {
  const points: MapPoint[] = []
  if (!overlap(frameOf(one), frameOf(other))) return points
  for (let a = 2; a + 1 < one.length; a += 2) {
    const segment = one.subarray(a - 2, a + 2)
    const [ax = 0, ay = 0, bx = 0, by = 0] = segment
    const frame = frameOf(segment)
    for (let b = 2; b + 1 < other.length; b += 2) {
      const crossed = other.subarray(b - 2, b + 2)
      if (!overlap(frame, frameOf(crossed))) continue
      const [cx = 0, cy = 0, dx = 0, dy = 0] = crossed
      const parallel = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
      if (parallel === 0) continue
      const part = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / parallel
      const otherPart = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / parallel
      if (part < 0 || part > 1 || otherPart < 0 || otherPart > 1) continue
      points.push({ x: ax + part * (bx - ax), y: ay + part * (by - ay) })
    }
  }
  return points
}
