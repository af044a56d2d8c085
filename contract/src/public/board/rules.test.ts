import { expect, test } from 'vitest'
import type { LngLat } from '../../platform/kit/schema.ts'
import { type Cell, type CellSize, cellOf, cellSizes, middleOfCell } from './rules.ts'

const places: LngLat[] = [
  [34.9896, 32.794],
  [-122.4194, 37.7749],
  [18.4241, -33.9249],
  [0, 0],
  [-179.9999, 89.9],
  [25.4651, 65.0121],
]

const isInside = ([west, south, east, north]: Cell, [lng, lat]: LngLat, slack = 2e-6) =>
  lng >= west - slack && lng <= east + slack && lat >= south - slack && lat <= north + slack

test('a place lies in its cell, and all places in the cell get the same cell', () => {
  for (const place of places)
    for (const metres of cellSizes) {
      const cell = cellOf(place, metres)
      expect(isInside(cell, place)).toBe(true)
      const [west, south, east, north] = cell
      for (const [x, y] of [
        [0.01, 0.01],
        [0.5, 0.99],
        [0.99, 0.3],
      ] as const)
        expect(cellOf([west + (east - west) * x, south + (north - south) * y], metres)).toEqual(cell)
    }
})

test('smaller cells lie inside larger ones, so two sizes reveal no more than the smaller cell', () => {
  const larger = (metres: CellSize) => cellSizes.filter((size) => size > metres)
  for (const place of places)
    for (const metres of cellSizes)
      for (const size of larger(metres)) {
        const [west, south, east, north] = cellOf(place, metres)
        expect(isInside(cellOf(place, size), [west, south])).toBe(true)
        expect(isInside(cellOf(place, size), [east, north])).toBe(true)
      }
})

test('a cell is about as wide and as high as its size', () => {
  for (const [lng, lat] of places.filter(([, latitude]) => Math.abs(latitude) < 80)) {
    const [west, south, east, north] = cellOf([lng, lat], 1000)
    const [, middle] = middleOfCell([west, south, east, north])
    expect((north - south) * 111_320).toBeCloseTo(1000, -1)
    expect((east - west) * 111_320 * Math.cos((middle * Math.PI) / 180)).toBeGreaterThan(990)
    expect((east - west) * 111_320 * Math.cos((middle * Math.PI) / 180)).toBeLessThan(1010)
  }
})
