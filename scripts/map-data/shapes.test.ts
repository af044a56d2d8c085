import { expect, test } from 'vitest'
import type { Point } from '../../web/src/map/world/packed.ts'
import { cutLine, cutPolygon, cutRing, ease, flatten, unwrap } from './shapes.ts'

test('a line that crosses 180° continues instead of jumping back', () => {
  const line: Point[] = [
    [178, 65],
    [179.5, 66],
    [-179, 67],
    [-178, 66],
    [179, 65],
  ]
  expect(unwrap(line).map(([x]) => x)).toEqual([178, 179.5, 181, 182, 179])
})

test('land around a pole is closed along the lower edge of the map', () => {
  const coast: Point[] = [
    [-180, -80],
    [-60, -70],
    [60, -70],
    [179, -80],
    [-180, -80],
  ]
  const [ring] = flatten([coast])
  expect(ring?.slice(-4)).toEqual([
    [180, -80],
    [180, -90],
    [-180, -90],
    [-180, -80],
  ])
})

test('shapes below the map are left out', () => {
  const pole: Point[] = [
    [-180, -89.9],
    [0, -89.9],
    [180, -89.9],
  ]
  expect(flatten([pole])).toEqual([])
})

const island: Point[] = [
  [-2, -2],
  [2, -2],
  [2, 2],
  [-2, 2],
  [-2, -2],
]

test('a square contains its part of an island', () => {
  const cut = cutRing(island, [0, 0, 10, 10])
  expect(new Set(cut.map(String))).toEqual(new Set(['0,0', '2,0', '2,2', '0,2']))
  expect(cut[0]).toEqual(cut.at(-1))
})

test('an island elsewhere is not in the square, nor are its lakes', () => {
  expect(cutPolygon([island, island], [20, 20, 30, 30])).toEqual([])
})

test('every segment of a border belongs to one square', () => {
  const border: Point[] = [
    [-1, 1],
    [1, 1],
    [3, 1],
    [11, 1],
    [14, 1],
  ]
  const [west, middle, east] = [-10, 0, 10].map((x) => cutLine(border, [x, 0, x + 10, 10]))
  expect(west).toEqual([])
  expect([...(middle ?? []), ...(east ?? [])].flat().length).toBe(border.length + 1)
})

test('stair steps of the grid are smoothed, straight corners of large shapes are not', () => {
  const stairs = Array.from({ length: 12 }, (_, i): Point => [i * 0.004, Math.floor(i / 2) * 0.004])
  expect(ease(stairs)[4]).not.toEqual(stairs[4])
  expect(ease(stairs)[0]).toEqual(stairs[0])
  const large = Array.from({ length: 12 }, (_, i): Point => [i, i % 2])
  expect(ease(large)).toEqual(large)
})
