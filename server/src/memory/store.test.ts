import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortedRows } from '../platform/kit/radix-sort.ts'
import { type AoiRow, REMOVED } from './columns.ts'
import { codesOf, GRID_BITS, mortonCode } from './grid.ts'
import { passes } from './select.ts'
import { AoiStore } from './store.ts'
import { Cells } from './tile/cells.ts'

const side = fc.integer({ min: 0, max: 2 ** GRID_BITS - 1 })
/** Crowded, so that deep tiles still hold several points. */
const place = fc.oneof(side, fc.integer({ min: 500_000_000, max: 500_000_200 }), fc.constantFrom(0, 2 ** GRID_BITS - 1))
const point: fc.Arbitrary<AoiRow> = fc.record({
  number: fc.integer({ min: 1, max: 1000 }),
  x: place,
  y: place,
  createdAt: fc.integer({ min: 0, max: 10 }),
  receivedAt: fc.constant(0),
  kind: fc.constantFrom(0, 0, 0, REMOVED),
  state: fc.integer({ min: 0, max: 2 }),
  eventTypeId: fc.constantFrom(null, 'flood', 'fire'),
  respondedAt: fc.constant(0),
  firstWordAt: fc.constant(0),
  mainNumber: fc.constant(null),
  regionId: fc.constant(null),
  communityId: fc.constant(null),
  creatorId: fc.constant(null),
  soleChangerId: fc.constant(null),
})
const zoom = fc.integer({ min: 0, max: 22 })

test('rows are in the order of their keys', async () => {
  const key = fc.integer({ min: 0, max: 2 ** 32 - 1 })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.oneof(key, fc.constant(7)), key)), async (pairs) => {
      const keys = pairs.map(([high]) => high)
      const lowKeys = pairs.map(([, low]) => low)
      const byKey = await sortedRows(Uint32Array.from(keys))
      expect([...byKey].map((row) => keys[row])).toEqual(keys.toSorted((a, b) => a - b))
      const byBoth = await sortedRows(Uint32Array.from(keys), Uint32Array.from(lowKeys))
      expect([...byBoth].map((row) => pairs[row])).toEqual(
        pairs.toSorted(([a, lowA], [b, lowB]) => a - b || lowA - lowB),
      )
    }),
  )
})

test('the code range of a tile contains its points, and down to zoom 20 no others', () => {
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

/** Number of points in a tile, counted from a plain list. */
const expected = (points: Iterable<AoiRow>, z: number, x: number, y: number) => {
  return [...points].filter((one) => one.x >>> (GRID_BITS - z) === x && one.y >>> (GRID_BITS - z) === y).length
}

test('each point counts once after any sequence of changes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(point, { maxLength: 80 }), { maxLength: 20 }),
      zoom,
      place,
      place,
      async (rounds, z, x, y) => {
        const store = new AoiStore()
        const known = new Map<number, AoiRow>()
        for (const points of rounds) {
          for (const one of points) {
            store.put(one, () => {})
            if (one.kind === REMOVED) known.delete(one.number)
            else known.set(one.number, one)
          }
          if (store.needsSorting || points.length % 3 === 0) await store.sort()
        }
        for (const [tileZoom, tileX, tileY] of [
          [0, 0, 0],
          [z, x >>> (GRID_BITS - z), y >>> (GRID_BITS - z)],
        ] as const) {
          const cells = new Cells({ z: tileZoom, x: tileX, y: tileY })
          await cells.addStore(store, [passes((row) => store.columns.kind[row] !== REMOVED)])
          expect(cells.count.reduce((sum, count) => sum + count, 0)).toBe(
            expected(known.values(), tileZoom, tileX, tileY),
          )
        }
      },
    ),
    { numRuns: 60 },
  )
})
