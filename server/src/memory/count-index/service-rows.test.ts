import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byClass } from './classes.ts'
import { countRows, type Keep, keptPlaces, rangeCounter } from './count-rows.ts'
import { ServiceRows } from './service-rows.ts'
import { type TimedRow, TimedRows } from './timed-rows.ts'

const EVER = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }
/** Beyond 2^32 µs, and before 2000. */
const time = fc.integer({ min: -3, max: 3 }).chain((far) => fc.integer({ min: far * 2 ** 33, max: far * 2 ** 33 + 9 }))
const later = fc.integer({ min: 0, max: 9 })
const row: fc.Arbitrary<TimedRow> = fc.record({
  number: fc.integer({ min: 1, max: 600 }),
  createdAt: time,
  // 0 removes.
  code: fc.constantFrom(0, 1, 2, 9),
  values: fc.tuple(later),
})
const question = fc.record({
  span: fc.oneof(
    fc.constant(EVER),
    fc.tuple(time, time).map(([from, to]) => ({ from, to })),
  ),
  since: fc.option(later),
  oddOnly: fc.constantFrom(false, false, true),
})

const countedOf = (codes: readonly number[]) => {
  const counts = new Uint32Array(10)
  for (const code of codes) counts[code] = (counts[code] as number) + 1
  return counts
}

const keepOdd: Keep = ({ number }, places, count) => {
  const kept = places.slice(0, count).filter((place) => (number[place] ?? 0) % 2 === 1)
  places.set(kept)
  return kept.length
}

test('any period counts its rows, whatever was added, changed, moved to another time or removed, and however often sorted', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 300, maxLength: 900, size: 'max' }),
      fc.array(question, { minLength: 6, maxLength: 6 }),
      fc.constantFrom(4, 32),
      async (changes, questions, blockRows) => {
        const service = new ServiceRows(new TimedRows(1, { blockRows }), { summed: [byClass], fine: [byClass] })
        const model = new Map<number, TimedRow>()
        const compare = async () => {
          for (const { span, since, oddOnly } of questions) {
            const expected = [...model.values()].filter(
              ({ number, code, createdAt, values }) =>
                code > 0 &&
                createdAt >= span.from &&
                createdAt <= span.to &&
                (since === null || (values[0] ?? 0) >= since) &&
                (!oddOnly || number % 2 === 1),
            )
            const counting = {
              span,
              since: since === null ? undefined : { valueIndex: 0, from: since },
              keep: oddOnly ? keepOdd : undefined,
            }
            const counts = new Uint32Array(10)
            await countRows(service.rows, { ...counting, coding: byClass }, counts, undefined)
            counts[0] = 0
            const codes = countedOf(expected.map(({ code }) => code))
            expect(counts).toEqual(codes)
            const places = await keptPlaces(service.rows, counting, undefined)
            const ofPlaces = new Uint32Array(10)
            await countRows(service.rows, { coding: byClass, span: EVER, places }, ofPlaces, undefined)
            ofPlaces[0] = 0
            expect(ofPlaces).toEqual(codes)
          }
          const { rows } = service
          for (const { span } of questions) {
            const [from, to] = [rows.firstAt(span.from), Math.max(rows.firstAt(span.from), rows.firstAt(span.to))]
            const counts = new Uint32Array(10)
            rangeCounter(rows, byClass, counts)(from, to)
            expect(counts).toEqual(countedOf([...rows.code.subarray(from, to)]))
          }
        }
        for (const [index, one] of changes.entries()) {
          if (index === 200) {
            await service.sort()
            await compare()
          }
          await service.makeRoom(1)
          service.put(one)
          model.set(one.number, one)
        }
        expect(service.rows.sorted).toBeGreaterThan(0)
        await compare()
      },
    ),
    { numRuns: 20, endOnFailure: true },
  ))
