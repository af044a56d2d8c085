import fc from 'fast-check'
import { expect, test } from 'vitest'
import { partitionPoint } from './binary-search.ts'

test('the partition point is the first index that fails, or the end', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 9 })),
      fc.nat(40),
      fc.integer({ min: 0, max: 10 }),
      (list, skip, key) => {
        const sorted = list.toSorted((a, b) => a - b)
        const from = Math.min(skip, sorted.length)
        const expected = sorted.findIndex((value, index) => index >= from && value >= key)
        const isBefore = (index: number) => (sorted[index] ?? Number.NaN) < key
        expect(partitionPoint(from, sorted.length, isBefore)).toBe(expected < 0 ? sorted.length : expected)
      },
    ),
  )
})
