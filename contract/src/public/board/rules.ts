import type { LngLat } from '../../platform/kit/schema.ts'

/** Sides of the squares in metres. Each is twice the previous one, so that smaller squares lie inside larger ones. */
export const cellSizes = [250, 500, 1000, 2000, 4000] as const
export type CellSize = (typeof cellSizes)[number]

export type Cell = [number, number, number, number]

const METRES_PER_DEGREE = 111_320
const LARGEST = cellSizes[cellSizes.length - 1] ?? 4000
/** Latitude used for squares closer to the poles, which would become as wide as the world. */
const MAX_LATITUDE = 85

const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

/**
 * The square of a fixed grid that contains a place. It depends only on place and size, so repeated requests reveal
 * nothing more. The grids of all sizes share their lines, so requests with several sizes do not narrow a place down.
 */
export const cellOf = ([lng, lat]: LngLat, metres: CellSize): Cell => {
  const bandHeight = LARGEST / METRES_PER_DEGREE
  const bandMiddle = (Math.floor(lat / bandHeight) + 0.5) * bandHeight
  const latitude = Math.min(Math.abs(bandMiddle), MAX_LATITUDE)
  const height = metres / METRES_PER_DEGREE
  const width = height / Math.cos((latitude * Math.PI) / 180)
  const south = Math.floor(lat / height) * height
  const west = Math.floor(lng / width) * width
  return [rounded(west), rounded(south), rounded(west + width), rounded(south + height)]
}

export const middleOfCell = ([west, south, east, north]: Cell): LngLat => [(west + east) / 2, (south + north) / 2]
