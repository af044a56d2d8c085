import type { LngLat } from '../../platform/kit/schema.ts'

/**
 * Position of a plan: its north-west corner before rotation, its size in degrees, and its clockwise rotation about the
 * centre.
 */
export type PlanPosition = { originX: number; originY: number; width: number; height: number; rotation: number }

type Point = { x: number; y: number }
const mercator = ([lng, lat]: LngLat): Point => ({
  x: (lng + 180) / 360,
  y: (1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2,
})
const lngLat = ({ x, y }: Point): LngLat => [
  x * 360 - 180,
  (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI,
]

export type PlanFrame = { middle: Point; width: number; height: number; rotation: number }

export const frameOf = ({ originX, originY, width, height, rotation }: PlanPosition): PlanFrame => {
  const a = mercator([originX, originY])
  const b = mercator([originX + width, originY - height])
  return { middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, width: b.x - a.x, height: b.y - a.y, rotation }
}

const seven = (number: number) => Number(number.toFixed(7))

export const positionOf = ({ middle, width, height, rotation }: PlanFrame): PlanPosition => {
  const [west, north] = lngLat({ x: middle.x - width / 2, y: middle.y - height / 2 })
  const [east, south] = lngLat({ x: middle.x + width / 2, y: middle.y + height / 2 })
  return {
    originX: seven(west),
    originY: seven(north),
    width: Math.max(1e-7, seven(east - west)),
    height: Math.max(1e-7, seven(north - south)),
    rotation: Number(rotation.toFixed(2)),
  }
}

const turned = ({ x, y }: Point, degrees: number): Point => {
  const sin = Math.sin((degrees * Math.PI) / 180)
  const cos = Math.cos((degrees * Math.PI) / 180)
  return { x: x * cos - y * sin, y: x * sin + y * cos }
}

/** Map position of a point that is given in fractions of the plan's width and height, from its top left corner. */
export const pointOnPlan = (position: PlanPosition, [across, down]: readonly [number, number]): LngLat => {
  const { middle, width, height, rotation } = frameOf(position)
  const { x, y } = turned({ x: (across - 0.5) * width, y: (down - 0.5) * height }, rotation)
  return lngLat({ x: middle.x + x, y: middle.y + y })
}

/** Inverse of `pointOnPlan`. Fractions below 0 or above 1 lie outside the plan. */
export const partOfPlan = (position: PlanPosition, at: LngLat): [number, number] => {
  const { middle, width, height, rotation } = frameOf(position)
  const point = mercator(at)
  const { x, y } = turned({ x: point.x - middle.x, y: point.y - middle.y }, -rotation)
  return [x / width + 0.5, y / height + 0.5]
}

export const planCorners = (position: PlanPosition): [LngLat, LngLat, LngLat, LngLat] => [
  pointOnPlan(position, [0, 0]),
  pointOnPlan(position, [1, 0]),
  pointOnPlan(position, [1, 1]),
  pointOnPlan(position, [0, 1]),
]

/** Resizes by moving one corner. The opposite corner and the proportions stay. */
export const withCornerAt = (position: PlanPosition, corner: number, at: LngLat): PlanPosition => {
  const frame = frameOf(position)
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ] as const
  const [signX, signY] = corners[corner] ?? corners[2]
  const diagonal = turned({ x: signX * frame.width, y: signY * frame.height }, frame.rotation)
  const fixed = { x: frame.middle.x - diagonal.x / 2, y: frame.middle.y - diagonal.y / 2 }
  const target = mercator(at)
  const along = (target.x - fixed.x) * diagonal.x + (target.y - fixed.y) * diagonal.y
  const scale = Math.max(0.02, along / (diagonal.x ** 2 + diagonal.y ** 2))
  return positionOf({
    ...frame,
    width: frame.width * scale,
    height: frame.height * scale,
    middle: { x: fixed.x + (diagonal.x * scale) / 2, y: fixed.y + (diagonal.y * scale) / 2 },
  })
}

export const movedTo = (position: PlanPosition, middle: LngLat): PlanPosition =>
  positionOf({ ...frameOf(position), middle: mercator(middle) })

export const planMiddle = (position: PlanPosition): LngLat => pointOnPlan(position, [0.5, 0.5])

/** Part of the view's width that `planWithin` gives to a plan. */
export const PLAN_PART = 0.4

/** Places a plan with these proportions in the middle of a view. */
export const planWithin = (
  { west, east, middle }: { west: number; east: number; middle: LngLat },
  aspect: number,
): PlanPosition => {
  const width = (Math.max(0.00001, east - west) / 360) * PLAN_PART
  return positionOf({ middle: mercator(middle), width, height: width / aspect, rotation: 0 })
}
