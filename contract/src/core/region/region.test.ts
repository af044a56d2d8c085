import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LngLat } from '../../platform/kit/schema.ts'
import { readRegions } from './geojson.ts'
import { areaSquareMetres, closedRing, outlineProblem } from './outline.ts'
import { movedTo, partOfPlan, planCorners, planMiddle, pointOnPlan, withCornerAt } from './plan.ts'

describe('an outline', () => {
  /** Corners around a centre, in order of their angle, so that the outline never crosses itself. */
  const star = fc
    .array(fc.tuple(fc.integer({ min: 0, max: 3599 }), fc.integer({ min: 2, max: 40 })), {
      minLength: 5,
      maxLength: 30,
    })
    .map((corners) => [...new Map(corners.map(([angle, radius]) => [angle, radius]))].sort(([a], [b]) => a - b))
    // No gap of half a turn between corners, so that the centre is inside.
    .filter((corners) =>
      corners.every(([angle], index) => {
        const next = corners[(index + 1) % corners.length]?.[0] ?? 0
        return (next - angle + 3600) % 3600 < 1790 && corners.length > 3
      }),
    )
    .map((corners) =>
      closedRing(
        corners.map(([angle, radius]): LngLat => {
          const turn = (angle / 1800) * Math.PI
          return [Math.cos(turn) * radius, Math.sin(turn) * radius]
        }),
      ),
    )

  test('around a centre is valid, and crosses itself after swapping two corners', () => {
    fc.assert(
      fc.property(star, (ring) => {
        expect(outlineProblem(ring)).toBeUndefined()
      }),
    )
    const square: LngLat[] = [
      [0, 0],
      [2, 0],
      [2, 2],
      [0, 2],
    ]
    expect(outlineProblem(closedRing(square))).toBeUndefined()
    expect(
      outlineProblem(
        closedRing([
          [0, 0],
          [2, 2],
          [2, 0],
          [0, 2],
        ]),
      ),
    ).toBe('crossesItself')
    expect(
      outlineProblem(
        closedRing([
          [0, 0],
          [2, 0],
          [1, 0],
          [1, 2],
        ]),
      ),
    ).toBe('crossesItself')
    expect(
      outlineProblem(
        closedRing([
          [0, 0],
          [2, 0],
        ]),
      ),
    ).toBe('tooFewCorners')
    expect(
      outlineProblem(
        closedRing([
          [0, 0],
          [200, 0],
          [1, 1],
        ]),
      ),
    ).toBe('offEarth')
  })

  test('has an area', () => {
    const degree = closedRing([
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ])
    expect(areaSquareMetres(degree) / 1e6).toBeCloseTo(12_364, -2)
    expect(areaSquareMetres([...degree].reverse())).toBeCloseTo(areaSquareMetres(degree))
  })
})

describe('GeoJSON', () => {
  const name = (number: number) => `Region ${number}`
  const ring = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ]
  const feature = (geometry: object, properties: object = {}) => ({ type: 'Feature', geometry, properties })
  const read = (json: unknown) => readRegions(JSON.stringify(json), name)

  test('becomes regions with their names', () => {
    const collection = {
      type: 'FeatureCollection',
      features: [
        feature({ type: 'Polygon', coordinates: [ring] }, { name: 'Port' }),
        feature({ type: 'MultiPolygon', coordinates: [[ring], [ring]] }),
      ],
    }
    const { regions, problems } = read(collection)
    expect(problems).toEqual([])
    expect(regions.map((region) => region.name)).toEqual(['Port', 'Region 2', 'Region 2 2'])
    expect(read({ type: 'Polygon', coordinates: [ring] }).regions).toHaveLength(1)
  })

  test.each([
    ['{"type', 'notGeoJson'],
    ['{"type":"Topology"}', 'notGeoJson'],
    ['{"type":"FeatureCollection","features":[]}', 'nothing'],
    [JSON.stringify(feature({ type: 'Point', coordinates: [0, 0] })), 'noPolygon'],
    [JSON.stringify(feature({ type: 'Polygon', coordinates: [ring, ring] })), 'hasHole'],
    [JSON.stringify(feature({ type: 'Polygon', coordinates: [[[0, 0], 'x', [1, 1]]] })), 'wrongCoordinates'],
    [
      JSON.stringify(
        feature({
          type: 'Polygon',
          coordinates: [
            [
              [0, 0],
              [1, 1],
              [1, 0],
              [0, 1],
            ],
          ],
        }),
      ),
      'crossesItself',
    ],
    [
      JSON.stringify(
        feature({
          type: 'Polygon',
          coordinates: [
            [
              [500000, 4e6],
              [500100, 4e6],
              [500000, 5e6],
            ],
          ],
        }),
      ),
      'offEarth',
    ],
  ])('that cannot be used says why: %s', (text, what) => {
    expect(readRegions(text, name).problems).toMatchObject([{ what }])
  })

  test('never throws, whatever the input', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(() => readRegions(text, name)).not.toThrow()
      }),
    )
  })
})

describe('a plan on the map', () => {
  const position = fc.record({
    originX: fc.double({ min: -170, max: 170, noNaN: true }),
    originY: fc.double({ min: -60, max: 60, noNaN: true }),
    width: fc.double({ min: 0.001, max: 2, noNaN: true }),
    height: fc.double({ min: 0.001, max: 2, noNaN: true }),
    rotation: fc.integer({ min: -180, max: 180 }),
  })
  const part = fc.double({ min: 0, max: 1, noNaN: true })

  test('maps a point to the plan and back', () => {
    fc.assert(
      fc.property(position, part, part, (one, x, y) => {
        const [across, down] = partOfPlan(one, pointOnPlan(one, [x, y]))
        expect(across).toBeCloseTo(x, 6)
        expect(down).toBeCloseTo(y, 6)
      }),
    )
  })

  test('resized at a corner keeps the opposite corner, its rotation and its proportions', () => {
    fc.assert(
      fc.property(position, fc.integer({ min: 0, max: 3 }), (one, corner) => {
        const before = planCorners(one)
        const pulled = withCornerAt(one, corner, before[corner] as LngLat)
        planCorners(pulled).forEach((point, index) => {
          expect(point[0]).toBeCloseTo((before[index] as LngLat)[0], 4)
          expect(point[1]).toBeCloseTo((before[index] as LngLat)[1], 4)
        })
        const opposite = (corner + 2) % 4
        const larger = withCornerAt(one, corner, pointOnPlan(one, [corner % 3 ? 2 : -1, corner > 1 ? 2 : -1]))
        expect(planCorners(larger)[opposite]?.[0]).toBeCloseTo((before[opposite] as LngLat)[0], 4)
        expect(larger.width / one.width).toBeCloseTo(2, 1)
      }),
    )
  })

  test('moved has its centre at the new place', () => {
    fc.assert(
      fc.property(position, (one) => {
        const [lng, lat] = planMiddle(movedTo(one, [34.78, 32.08]))
        expect([lng.toFixed(4), lat.toFixed(4)]).toEqual(['34.7800', '32.0800'])
      }),
    )
  })
})
