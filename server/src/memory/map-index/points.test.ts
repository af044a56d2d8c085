import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortedRows } from '../../platform/kit/radix-sort.ts'
import { kindStateOf, REMOVED } from '../live-view/kind-state.ts'
import { Cells } from './cells.ts'
import { countStates } from './count.ts'
import { codesOf, GRID_BITS, mortonCode } from './grid.ts'
import { anyPoint, pointFilterOf } from './point-filter.ts'
import type { Point, Points } from './points.ts'
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
  const key = fc.integer({ min: 0, max: 2 ** 32 - 1 })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.oneof(key, fc.constant(7)), key)), async (pairs) => {
      const [keys, lowKeys] = [pairs.map(([high]) => high), pairs.map(([, low]) => low)]
      const byKey = await sortedRows(Uint32Array.from(keys))
      expect([...byKey].map((row) => keys[row])).toEqual(keys.toSorted((a, b) => a - b))
      const byBoth = await sortedRows(Uint32Array.from(keys), Uint32Array.from(lowKeys))
      expect([...byBoth].map((row) => pairs[row])).toEqual(
        pairs.toSorted(([a, lowA], [b, lowB]) => a - b || lowA - lowB),
      )
    }),
  )
})

test('the codes of a tile are those of the points in it, and down to zoom 20 of no others', () => {
  fc.assert(
    fc.property(place, place, zoom, place, place, (x, y, z, otherX, otherY) => {
      const shift = GRID_BITS - z
      const { from, to } = codesOf({ z, x: x >>> shift, y: y >>> shift })
      const isIn = (code: number) => code >= from && code < to
      expect(isIn(mortonCode(x, y))).toBe(true)
      const isNeighbour = otherX >>> shift === x >>> shift && otherY >>> shift === y >>> shift
      if (isNeighbour || z <= 20) expect(isIn(mortonCode(otherX, otherY))).toBe(isNeighbour)
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

/** What a tile is drawn from. */
const drawn = (cells: Cells) => ({
  ...{ count: cells.count, states: cells.states, sumX: cells.sumX, sumY: cells.sumY },
  ...{ west: cells.west, north: cells.north, east: cells.east, south: cells.south },
  types: [...cells.count.keys()].map((cell) => cells.eventTypesIn(cell)),
  singles: [...cells.count.keys()].map((cell) => (cells.count[cell] === 1 ? cells.singleIn(cell) : undefined)),
})

test('sums of squares tell the same as their rows, whatever changed since they were added up', async () => {
  const everywhere = { west: 0, north: 0, east: 2 ** GRID_BITS - 1, south: 2 ** GRID_BITS - 1 }
  const time = fc.oneof(fc.constant(undefined), fc.integer({ min: -1, max: 11 }))
  const filter = fc.record({
    states: fc.subarray(['new', 'inProgress', 'done'] as const, { minLength: 1 }),
    from: time.map((from) => from ?? anyPoint.from),
    to: time.map((to) => to ?? anyPoint.to),
    eventType: fc.constantFrom(undefined, undefined, 'none', 'flood', 'storm'),
  })
  const question = fc.record({ filter, z: zoom, x: place, y: place })
  const round = fc.record({
    points: fc.array(point, { maxLength: 40 }),
    questions: fc.array(question, { minLength: 1, maxLength: 4 }),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(point, { minLength: 20, maxLength: 300 }),
      fc.array(round, { minLength: 1, maxLength: 8 }),
      async (loaded, rounds) => {
        const service = new ServicePoints(undefined, 2)
        const apply = async (points: Point[]) => {
          await service.makeRoom(points.length)
          for (const one of points) {
            if (one.kindState === REMOVED) service.remove(one.number)
            else service.put(one)
          }
        }
        await apply(loaded)
        await service.sort()
        for (const { points, questions } of rounds) {
          await apply(points)
          for (const { filter, z, x, y } of questions) {
            const kindStates = new Uint8Array(256)
            for (const state of filter.states) kindStates[kindStateOf('event', state)] = 1
            const asked = { ...filter, kindStates, box: undefined }
            const shift = GRID_BITS - z
            for (const tile of [
              { z: 0, x: 0, y: 0 },
              { z, x: x >>> shift, y: y >>> shift },
            ]) {
              const [bySquares, byRows] = [new Cells(tile), new Cells(tile)]
              await bySquares.add(service.points, asked)
              // A box is looked up row by row.
              await byRows.add(service.points, { ...asked, box: everywhere })
              expect(drawn(bySquares)).toEqual(drawn(byRows))
            }
            const { squares, ...columns } = service.points
            const counts = countStates([service.points], asked)
            expect(countStates([{ ...columns } as Points], asked)).toEqual(counts)
          }
        }
      },
    ),
    { numRuns: 50 },
  )
})

test('sums that something changed under while they were added up are added up again', async () => {
  const service = new ServicePoints(undefined, 1_000)
  const [width, world] = [200, { z: 0, x: 0, y: 0 }]
  const grid = Array.from({ length: width ** 2 }, (_, at) => ({
    x: (at % width) << 22,
    y: Math.floor(at / width) << 22,
  }))
  const common = { createdAt: 0, kindState: kindStateOf('event', 'new'), eventTypeId: null }
  await service.makeRoom(grid.length)
  for (const [at, place] of grid.entries()) service.put({ ...place, ...common, number: at + 1 })
  await service.sort()
  const seen = async () => {
    const cells = new Cells(world)
    await cells.add(service.points, anyPoint)
    return cells.count.reduce((sum, count) => sum + count, 0)
  }
  for (let number = 1; number <= grid.length; number += 10) service.remove(number)
  const meanwhile = seen()
  for (let number = 2; number <= grid.length; number += 10) service.remove(number)
  await meanwhile
  expect(await seen()).toBe(grid.length * 0.8)
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
