import type { HomeArea, LngLat, Region } from '#contract'
import type { View } from '../../map/view.ts'

export const wholeWorld: View = { center: [10, 25], zoom: 1.6 }

const POINT_ZOOM = 11
/** How many degrees of longitude a map of usual size shows at zoom 0. */
const DEGREES_AT_ZOOM_0 = 360
const MARGIN = 0.3

export const firstView = (
  regions: Pick<Region, 'service' | 'geometry'>[],
  { service, homeLocation }: { service: { _id: string; homeArea: HomeArea | null }; homeLocation: LngLat | null },
): View => {
  const [west0, south0, east0, north0] = service.homeArea ?? []
  const points: LngLat[] =
    west0 !== undefined && south0 !== undefined && east0 !== undefined && north0 !== undefined
      ? [
          [west0, south0],
          [east0, north0],
        ]
      : regions
          .filter((region) => region.service === service._id)
          .flatMap((region) => region.geometry.coordinates.flat())
  if (points.length === 0) return homeLocation ? { center: homeLocation, zoom: POINT_ZOOM } : wholeWorld
  const [west, east] = ends(points.map(([lng]) => lng))
  const [south, north] = ends(points.map(([, lat]) => lat))
  const span = Math.max(east - west, (north - south) * 2, 0.02)
  return {
    center: [(west + east) / 2, (south + north) / 2],
    zoom: Math.min(Math.log2(DEGREES_AT_ZOOM_0 / span) + 1 - MARGIN, POINT_ZOOM + 2),
  }
}

const ends = (values: number[]): [number, number] => [Math.min(...values), Math.max(...values)]
