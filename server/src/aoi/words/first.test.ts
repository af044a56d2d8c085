import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstOf } from './first.ts'
import { ROUNDING } from './keys.ts'

const UNKNOWN = 0

test('the first are all that stand up to the last of them, and those whose place is not known', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 200 }),
      fc.integer({ min: 1, max: 12 }),
      fc.constantFrom(1 as const, -1 as const),
      fc.integer({ min: -30, max: 30 }),
      fc.integer({ min: 2, max: 5 }),
      fc.boolean(),
      async (values, count, sign, from, wanted, isByHit) => {
        const column = Float64Array.from(values)
        const isWanted = (row: number) => row % wanted !== 0
        const hits = Uint32Array.from(values.keys())
        const keys = { column, isByHit, sign, unknown: UNKNOWN, from, to: 20 }
        const { placed, loose, isAll } = await firstOf({ hits, keys, isWanted }, count)
        const known = [...values.keys()].filter((row) => isWanted(row) && values[row] !== UNKNOWN)
        const keyOf = (row: number) => sign * (values[row] ?? 0)
        const between = known.filter((row) => keyOf(row) >= from && keyOf(row) <= keys.to)
        const last = between.map(keyOf).sort((a, b) => a - b)[count - 1] ?? Number.POSITIVE_INFINITY
        const unknown = [...values.keys()].filter((row) => isWanted(row) && values[row] === UNKNOWN)
        expect(loose.toSorted((a, b) => a - b)).toEqual(unknown)
        expect(placed.toSorted((a, b) => a - b)).toEqual(between.filter((row) => keyOf(row) <= last + ROUNDING))
        if (isAll) expect(placed).toHaveLength(between.length)
        if (between.length < count) expect(isAll).toBe(true)
      },
    ),
  )
})
