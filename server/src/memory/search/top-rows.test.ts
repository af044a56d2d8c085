import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KEY_TOLERANCE } from './sort-keys.ts'
import { topRows } from './top-rows.ts'

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
        const accepts = (row: number) => row % wanted !== 0
        const hits = Uint32Array.from(values.keys())
        const keys = { column, isByHit, sign, unknown: UNKNOWN, from, to: 20 }
        const { ranked, unranked, isAll } = await topRows({ hits, keys, accepts }, count)
        const known = [...values.keys()].filter((row) => accepts(row) && values[row] !== UNKNOWN)
        const keyOf = (row: number) => sign * (values[row] ?? 0)
        const between = known.filter((row) => keyOf(row) >= from && keyOf(row) <= keys.to)
        const last = between.map(keyOf).sort((a, b) => a - b)[count - 1] ?? Number.POSITIVE_INFINITY
        const unknown = [...values.keys()].filter((row) => accepts(row) && values[row] === UNKNOWN)
        expect(unranked.toSorted((a, b) => a - b)).toEqual(unknown)
        expect(ranked.toSorted((a, b) => a - b)).toEqual(between.filter((row) => keyOf(row) <= last + KEY_TOLERANCE))
        if (isAll) expect(ranked).toHaveLength(between.length)
        if (between.length < count) expect(isAll).toBe(true)
      },
    ),
  )
})
