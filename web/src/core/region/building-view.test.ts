import { expect, test } from 'vitest'
import { buildingView } from './building-view.ts'

const metres = ({ west, east, middle }: ReturnType<typeof buildingView>) =>
  (east - west) * 111_320 * Math.cos((middle[1] * Math.PI) / 180)

test.each([
  ['the equator', 0],
  ['San Francisco', 37.8],
  ['the far north', 69],
])('a plan placed on a view of a region has the size of a building at %s', (_, lat) => {
  expect(metres(buildingView({ west: -124, east: -120, middle: [-122, lat] })) * 0.4).toBeCloseTo(120)
})

test('a close view is unchanged', () => {
  const view = { west: -122.4005, east: -122.4, middle: [-122.40025, 37.8] as [number, number] }
  expect(buildingView(view)).toEqual(view)
})
