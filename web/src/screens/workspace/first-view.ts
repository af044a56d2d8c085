import type { HomeArea, LngLat, Region } from '#contract'
import { type Bounds, boundsAround } from '../../map/reveal.ts'
import type { View } from '../../map/view.ts'

export const wholeWorld: View = { center: [10, 25], zoom: 1.6 }

const POINT_ZOOM = 11
/** Degrees of longitude that a map of usual size shows at zoom 0. */
const DEGREES_AT_ZOOM_0 = 360
const MARGIN = 0.3
/** Half the side of the square shown around a single place, in degrees: some 2 km. */
const SURROUNDINGS = 0.02

type Known = {
  profile: { service: { _id: string; homeArea: HomeArea | null }; homeLocation: LngLat | null }
  regions: Pick<Region, 'service' | 'geometry'>[]
  /** Bounds of the service's events. */
  extent: Bounds | null
}

/** Shows the home area of the service, otherwise its events, its regions, the member's home, or the whole world. */
export const firstView = ({ profile: { service, homeLocation }, regions, extent }: Known): View => {
  const corners = regions.filter((region) => region.service === service._id)
  const bounds =
    service.homeArea ?? extent ?? boundsAround(corners.flatMap((region) => region.geometry.coordinates.flat()))
  if (bounds) return viewOf(service.homeArea ?? withSurroundings(bounds))
  return homeLocation ? { center: homeLocation, zoom: POINT_ZOOM } : wholeWorld
}

const withSurroundings = ([west, south, east, north]: Bounds): Bounds => {
  const lng = (west + east) / 2
  const lat = (south + north) / 2
  return [
    Math.min(west, lng - SURROUNDINGS),
    Math.min(south, lat - SURROUNDINGS),
    Math.max(east, lng + SURROUNDINGS),
    Math.max(north, lat + SURROUNDINGS),
  ]
}

/**
 * The map fits the bounds into its free part. Centre and zoom are an estimate, for code that needs a view before that.
 */
const viewOf = (bounds: Bounds): View => {
  const [west, south, east, north] = bounds
  const span = Math.max(east - west, (north - south) * 2)
  return {
    center: [(west + east) / 2, (south + north) / 2],
    zoom: Math.min(Math.log2(DEGREES_AT_ZOOM_0 / span) + 1 - MARGIN, POINT_ZOOM + 2),
    bounds,
  }
}
