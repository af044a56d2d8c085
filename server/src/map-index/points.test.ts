import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortedRows } from '../kit/radix-sort.ts'
import { kindStateOf, REMOVED } from '../live-view/kind-state.ts'
import { Cells } from './cells.ts'
import { codesOf, GRID_BITS, mortonCode } from './grid.ts'
import { anyPoint, pointFilterOf } from './point-filter.ts'
import type { Point } from './points.ts'
import { ServicePoints } from './service-points.ts'

const side = fc.integer({ min: 0, max: 2 ** GRID_BITS - 1 })
/** Crowded, so that tiles deep down still hold several. */
const place = fc.oneof(side, fc.integer({ min: 500_000_000, max: 500_000_200 }), fc.constantFrom(0, 2 ** GRID_BITS - 1))
const point: fc.Arbitrary<Point> = fc.record({
  number: fc.integer({ min: 1, max: 1000 }),
  x: place,
  y: place,
  createdAt: fc.integer({ min: 0, max: 10 }),
  kindState: fc.constantFrom(
    kindStateOf('event', 'new'),
    kindStateOf('event', 'inProgress'),
    kindStateOf('event', 'done'),
    REMOVED,
  ),
  eventTypeId: fc.constantFrom(null, 'flood', 'fire'),
})
const zoom = fc.integer({ min: 0, max: 22 })

test('rows come in the order of their keys', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 2 ** 32 - 1 })), async (keys) => {
      const order = await sortedRows(Uint32Array.from(keys))
      expect([...order].map((row) => keys[row])).toEqual(keys.toSorted((a, b) => a - b))
    }),
  )
})

test('the codes of a tile are those of the points in it, and down to zoom 16 of no others', () => {
  fc.assert(
    fc.property(place, place, zoom, place, place, (x, y, z, otherX, otherY) => {
      const shift = GRID_BITS - z
      const { from, to } = codesOf({ z, x: x >>> shift, y: y >>> shift })
      const isIn = (code: number) => code >= from && code < to
      expect(isIn(mortonCode(x, y))).toBe(true)
      const isNeighbour = otherX >>> shift === x >>> shift && otherY >>> shift === y >>> shift
      if (isNeighbour || z <= 16) expect(isIn(mortonCode(otherX, otherY))).toBe(isNeighbour)
    }),
  )
})

/** How many of a plain list of points a tile holds. */
const expected = (points: Iterable<Point>, z: number, x: number, y: number) => {
  return [...points].filter((one) => one.x >>> (GRID_BITS - z) === x && one.y >>> (GRID_BITS - z) === y).length
}

test('whatever comes, moves, changes and goes, each point counts once, where it is', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(point, { maxLength: 80 }), { maxLength: 20 }),
      zoom,
      place,
      place,
      async (rounds, z, x, y) => {
        const service = new ServicePoints()
        const known = new Map<number, Point>()
        for (const points of rounds) {
          await service.makeRoom(points.length)
          for (const one of points) {
            if (one.kindState === REMOVED) {
              service.remove(one.number)
              known.delete(one.number)
            } else {
              service.put(one)
              known.set(one.number, one)
            }
          }
        }
        for (const [tileZoom, tileX, tileY] of [
          [0, 0, 0],
          [z, x >>> (GRID_BITS - z), y >>> (GRID_BITS - z)],
        ] as const) {
          const cells = new Cells({ z: tileZoom, x: tileX, y: tileY })
          await cells.add(service.points, anyPoint)
          expect(cells.count.reduce((sum, count) => sum + count, 0)).toBe(
            expected(known.values(), tileZoom, tileX, tileY),
          )
        }
      },
    ),
    { numRuns: 60 },
  )
})

test('the most frequent type of a cell is told, and of equals always the same one', async () => {
  const service = new ServicePoints()
  const at = { x: 5, y: 5, createdAt: 0, kindState: kindStateOf('event', 'new') }
  const typeAfter = async (number: number, eventTypeId: string | null) => {
    await service.makeRoom(1)
    service.put({ ...at, number, eventTypeId })
    const cells = new Cells({ z: 0, x: 0, y: 0 })
    await cells.add(service.points, anyPoint)
    return cells.eventTypesIn(0)[0]?.[0] || undefined
  }
  expect(await typeAfter(1, null)).toBeUndefined()
  expect(await typeAfter(2, 'flood')).toBeUndefined()
  expect(await typeAfter(3, 'flood')).toBe('flood')
  expect(await typeAfter(4, 'fire')).toBe('flood')
  expect(await typeAfter(5, 'fire')).toBe('fire')
})

test('what the columns do not tell is left to the database', () => {
  const id = '01890000-0000-7000-8000-000000000000'
  expect(pointFilterOf({ type: 'new', eventType: id, startTime: new Date(), bbox: [-10, -10, 10, 10] })).toBeDefined()
  for (const more of [{ search: 'gate' }, { creator: id }, { community: id }, { localMapId: id }] as const) {
    expect(pointFilterOf({ type: 'all', ...more })).toBeUndefined()
  }
  for (const type of ['shared', 'read', 'unread'] as const) expect(pointFilterOf({ type })).toBeUndefined()
  for (const [south, north] of [
    [86, 90],
    [80, 86],
    [-86, 10],
    [-90, -86],
  ] as const) {
    expect(pointFilterOf({ type: 'all', bbox: [-10, south, 10, north] })).toBeUndefined()
  }
  expect(pointFilterOf({ type: 'all', bbox: [-10, -90, 10, 90] })).toBeDefined()
})
