import { crossingsOf, distanceToFrame, type MapPoint, nearestOnLine } from './geometry.ts'
import type { Road } from './street-tile.ts'

const weights: Record<string, number> = { highway: 3, path: 1.5 }
/** A road is surely the nearest only if the next road of another name is farther away by this factor. */
const CLEARLY = 1.5

export type NearestRoad = { road: Road; distance: number; isSure: boolean }

/** The named road that a house or a point belongs to. Distances are in units of the map's square. */
export const nearestRoad = (roads: readonly Road[], point: MapPoint, reach: number): NearestRoad | undefined => {
  let best: { road: Road; felt: number; distance: number } | undefined
  let second = Number.POSITIVE_INFINITY
  for (const road of roads) {
    const weight = weights[road.kind] ?? 1
    const least = distanceToFrame(road.frame, point)
    if (least > reach || least * weight >= second) continue
    const { distance } = nearestOnLine(road.line, point)
    if (distance > reach) continue
    const felt = distance * weight
    const isSame = best?.road.names.local === road.names.local
    if (best === undefined || felt < best.felt) {
      if (best && !isSame) second = best.felt
      best = { road, felt, distance }
    } else if (!isSame) second = Math.min(second, felt)
  }
  return best && { road: best.road, distance: best.distance, isSure: second > best.felt * CLEARLY }
}

const MEETING_M = 6

export type Crossing = MapPoint & { road: Road; distance: number }

/** The crossing of a road with another named road that is nearest to a point. */
export const nearestCrossing = (
  roads: readonly Road[],
  { names: { local } }: Road,
  point: MapPoint,
  { reach, metres }: { reach: number; metres: number },
): Crossing | undefined => {
  const own = roads.filter(({ names }) => names.local === local)
  const meeting = MEETING_M / metres
  let best: Crossing | undefined
  for (const road of roads) {
    // Crossings with paths are skipped: paths meet streets often and rarely have signs.
    if (road.names.local === local || road.kind === 'path') continue
    if (distanceToFrame(road.frame, point) > (best?.distance ?? reach)) continue
    for (const { line } of own)
      for (const { x, y } of crossingsOf(line, road.line)) {
        const distance = Math.hypot(x - point.x, y - point.y)
        if (distance <= (best?.distance ?? reach)) best = { x, y, road, distance }
      }
    for (let at = 0; at + 1 < road.line.length; at += 2) {
      const x = road.line[at] ?? 0
      const y = road.line[at + 1] ?? 0
      const distance = Math.hypot(x - point.x, y - point.y)
      if (distance > (best?.distance ?? reach)) continue
      const isMeeting = ({ frame, line }: Road) =>
        distanceToFrame(frame, { x, y }) < meeting && nearestOnLine(line, { x, y }).distance < meeting
      if (own.some(isMeeting)) best = { x, y, road, distance }
    }
  }
  return best
}
