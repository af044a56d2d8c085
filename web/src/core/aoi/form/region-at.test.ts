import { expect, test } from 'vitest'
import type { LngLat, Region } from '#contract'
import { regionAt } from './region-at.ts'

const square = (_id: string, west: number, south: number, side: number): Pick<Region, '_id' | 'geometry'> => {
  const ring: LngLat[] = [
    [west, south],
    [west + side, south],
    [west + side, south + side],
    [west, south + side],
    [west, south],
  ]
  return { _id, geometry: { type: 'Polygon', coordinates: [ring] } }
}

const regions = [square('city', 0, 0, 10), square('harbour', 2, 2, 1), square('island', 20, 0, 5)]

test.each([
  ['inside one', [8, 8], 'city'],
  ['inside two, the smaller', [2.5, 2.5], 'harbour'],
  ['outside of all', [15, 2], undefined],
] as const)('a point %s', (_, [lng, lat], region) => {
  expect(regionAt(regions, [lng, lat])?._id).toBe(region)
})

test('a place in a notch of the outline is outside', () => {
  const ring: LngLat[] = [
    [0, 0],
    [10, 0],
    [10, 10],
    [5, 4],
    [0, 10],
    [0, 0],
  ]
  const notched = { _id: 'notched', geometry: { type: 'Polygon' as const, coordinates: [ring] } }
  expect(regionAt([notched], [5, 8])).toBeUndefined()
  expect(regionAt([notched], [5, 2])?._id).toBe('notched')
})
