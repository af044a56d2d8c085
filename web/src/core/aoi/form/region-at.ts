import type { LngLat, Region } from '#contract'

type RegionOutline = Pick<Region, '_id' | 'geometry'>

export const regionAt = <T extends RegionOutline>(regions: readonly T[], at: LngLat): T | undefined =>
  regions
    .filter(({ geometry }) => isInside(geometry.coordinates[0] ?? [], at))
    .toSorted((a, b) => extent(a) - extent(b))[0]

/** Ray casting: a ray from a point inside crosses the outline an odd number of times. */
const isInside = (ring: readonly LngLat[], [lng, lat]: LngLat): boolean => {
  let inside = false
  ring.forEach(([x, y], index) => {
    const [fromX, fromY] = ring.at(index - 1) as LngLat
    if (y > lat !== fromY > lat && lng < ((fromX - x) * (lat - y)) / (fromY - y) + x) inside = !inside
  })
  return inside
}

const extent = ({ geometry }: RegionOutline): number => {
  const ring = geometry.coordinates[0] ?? []
  const span = (values: number[]) => Math.max(...values) - Math.min(...values)
  return span(ring.map(([x]) => x)) * span(ring.map(([, y]) => y))
}
