import { expect, test } from 'vitest'
import { placeFeatures, placeNamer, round, shapeFeatures, uncut } from './features.ts'
import { type PackedPlace, type PackedShapes, type Point, packLine, placeKinds } from './packed.ts'

const kind = (name: (typeof placeKinds)[number]) => placeKinds.indexOf(name)
const oakland: PackedPlace = ['Oakland', -122271, 37804, 5, kind('city'), 'אוקלנד']
const orinda: PackedPlace = ['Montara', -122516, 37542, 9, kind('town')]
const israel: PackedPlace = ['IL', 34900, 31300, 4, kind('country')]

test('places are named in the language of the interface where the name is known', () => {
  expect([oakland, orinda, israel].map(placeNamer('en'))).toEqual(['Oakland', 'Montara', 'Israel'])
  expect([oakland, orinda, israel].map(placeNamer('he'))).toEqual(['אוקלנד', 'Montara', 'ישראל'])
})

test.each([
  ['en', 'HK', 'Hong Kong'],
  ['he', 'HK', 'הונג קונג'],
  ['en', 'MM', 'Myanmar'],
] as const)('countries have short names: %s %s', (language, code, name) => {
  expect(placeNamer(language)([code, 0, 0, 5, kind('country')])).toBe(name)
})

test('places have ranks in their order, which continue after the first file', () => {
  const ranks = placeFeatures([oakland, orinda], placeNamer('en'), 100).map(({ properties }) => properties.rank)
  expect(ranks).toEqual([100, 101])
})

const square = (lines: Partial<PackedShapes>): PackedShapes => ({
  perDegree: 1000,
  frame: [0, 0, 15000, 15000],
  land: [],
  lakes: [],
  borders: [],
  states: [],
  ...lines,
})

test('the cuts of a square are land, but no coast', () => {
  // Land fills the lower half of the square; its coast runs from one side to the other.
  const half: Point[] = [
    [0, 0],
    [15, 0],
    [15, 7],
    [10, 8],
    [5, 8],
    [0, 7],
    [0, 0],
  ]
  const [land, ...coast] = shapeFeatures(square({ land: [[packLine(half, 1000)]] }), true)
  expect(land?.properties.kind).toBe('land')
  expect(coast.map(({ properties }) => properties.kind)).toEqual(['coast'])
  const line = coast[0]?.geometry.coordinates as Point[]
  expect([line[0], line.at(-1)]).toEqual([
    [15, 7],
    [0, 7],
  ])
})

test('corners are rounded by at most the reach, and fixed points stay', () => {
  const corner: Point[] = [
    [0, 0],
    [100, 0],
    [100, 4],
    [0, 4],
  ]
  expect(round(corner, () => false, 10)).toEqual([
    [0, 0],
    [90, 0],
    [100, 1],
    [100, 3],
    [90, 4],
    [0, 4],
  ])
  expect(round(corner, () => true, 10)).toEqual(corner)
})

test('an outline is divided at its cuts', () => {
  const ring: Point[] = [
    [0, 1],
    [5, 2],
    [9, 1],
    [9, 0],
    [5, -1],
    [0, 1],
  ]
  expect(uncut(ring, (a, b) => a[0] === 9 && b[0] === 9)).toEqual([
    [
      [0, 1],
      [5, 2],
      [9, 1],
    ],
    [
      [9, 0],
      [5, -1],
      [0, 1],
    ],
  ])
})
