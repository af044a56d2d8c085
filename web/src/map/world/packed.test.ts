import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Point, packLine, squareName, squareOf, unpackLine } from './packed.ts'
import { isInView } from './squares.ts'

test('a packed line is unpacked with the precision of one step', () => {
  const point = fc.tuple(fc.integer({ min: -190_000, max: 190_000 }), fc.integer({ min: -90_000, max: 90_000 }))
  fc.assert(
    fc.property(fc.uniqueArray(point, { minLength: 2, selector: String }), (points) => {
      const degrees = points.map(([x, y]): Point => [x / 1000, y / 1000])
      expect(unpackLine(packLine(degrees, 1000))).toEqual(points)
    }),
  )
})

test('points closer than one step are omitted', () => {
  const points: Point[] = [
    [1, 1],
    [1.0001, 1.0001],
    [1.01, 1],
  ]
  expect(packLine(points, 1000)).toEqual([1000, 1000, 10, 0])
})

test('a square has a name', () => {
  const square = { west: -127.5, south: -30, side: 7.5 }
  expect(squareOf(squareName(square))).toEqual(square)
})

test.each([
  ['over the bay', { west: -123, south: 37, east: -121, north: 38 }, true],
  ['east of it', { west: -119, south: 37, east: -117, north: 38 }, false],
  ['south of it', { west: -123, south: 20, east: -121, north: 29 }, false],
  ['over the bay, once around the world', { west: 237, south: 37, east: 239, north: 38 }, true],
  ['across 180°', { west: 170, south: 30, east: 230, north: 40 }, true],
])('a view %s', (_, view, expected) => {
  expect(isInView({ west: -135, south: 30, east: -120, north: 45 }, view)).toBe(expected)
})
