import { type LngLat, PLAN_PART } from '#contract'

/** Maximum width of a newly placed plan: that of a large building. */
const BUILDING_METRES = 120
const METRES_PER_DEGREE = 111_320

export const WIDE_PLAN_METRES = 1000

type View = { west: number; east: number; middle: LngLat }

/** Narrows the view around its middle, so that a plan placed in it is at most `BUILDING_METRES` wide. */
export const buildingView = ({ west, east, middle }: View): View => {
  const [lng, lat] = middle
  const degrees = BUILDING_METRES / PLAN_PART / (METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180))
  return east - west <= degrees ? { west, east, middle } : { west: lng - degrees / 2, east: lng + degrees / 2, middle }
}
