import { expect, test } from 'vitest'
import { typedCoordinates } from './typed-coordinates.ts'

test.each([
  ['37.77, -122.42'],
  ['37.77 -122.42'],
  [' 37.77;-122.42 '],
  ['37.77/-122.42'],
  ['+37.77,-122.42'],
  ['37.77N 122.42W'],
  ['37.77° N, 122.42° W'],
  ['122.42 w 37.77 n'],
  ['-122.42, 37.77'],
  [`37°46'12"N 122°25'12"W`],
  ['37° 46′ 12″ N, 122° 25′ 12″ W'],
  ["37°46.2'N 122°25.2'W"],
])('%s is a point', (text) => {
  const [lng, lat] = typedCoordinates(text) ?? []
  expect(lng).toBeCloseTo(-122.42)
  expect(lat).toBeCloseTo(37.77)
})

test('the first value is the latitude unless it cannot be one', () => {
  expect(typedCoordinates('10, 20')).toEqual([20, 10])
  expect(typedCoordinates('100, 20')).toEqual([100, 20])
  expect(typedCoordinates('10E 20N')).toEqual([10, 20])
})

test.each([
  ['Oakland'],
  ['37.77'],
  ['37.77,'],
  ['95, 95'],
  ['10, 200'],
  ['10N 20N'],
  ['10E 20E'],
  ['1, 2, 3'],
  ['Herzl 5, 7'],
  ['1234, 5678'],
  [''],
])('%j is none', (text) => {
  expect(typedCoordinates(text)).toBeUndefined()
})
