import { expect, test } from 'vitest'
import type { LngLat } from '#contract'
import { meetsBox } from './box.ts'

const ring: LngLat[] = [
  [0, 0],
  [10, 0],
  [10, 10],
  [0, 10],
  [0, 0],
]
const area = { outline: [ring] }

test('an area meets a box that it covers, overlaps, contains or only crosses', () => {
  expect(meetsBox(area, [4, 4, 6, 6]), 'box inside').toBe(true)
  expect(meetsBox(area, [-5, -5, 20, 20]), 'area inside').toBe(true)
  expect(meetsBox(area, [8, 8, 20, 20]), 'corner').toBe(true)
  expect(meetsBox(area, [-5, 4, 20, 6]), 'band without corners inside').toBe(true)
  expect(meetsBox(area, [10, 10, 12, 12]), 'touches').toBe(true)
  expect(meetsBox(area, [11, 0, 20, 10]), 'beside').toBe(false)
  const triangle = { outline: [[ring[0], ring[1], ring[2], ring[0]] as LngLat[]] }
  expect(meetsBox(triangle, [0, 8, 2, 10]), 'inside of its bounds only').toBe(false)
})

test('a box crosses the 180th meridian', () => {
  const fiji = { place: [178, -18] as LngLat }
  const samoa = { place: [-172, -14] as LngLat }
  expect([fiji, samoa].map((place) => meetsBox(place, [170, -20, -170, -10]))).toEqual([true, true])
  expect(meetsBox({ place: [0, -15] }, [170, -20, -170, -10])).toBe(false)
  expect(
    meetsBox(
      {
        outline: [
          [
            [179, -1],
            [180, -1],
            [180, 1],
            [179, 1],
            [179, -1],
          ],
        ],
      },
      [175, -5, -175, 5],
    ),
  ).toBe(true)
})
