import fc from 'fast-check'
import { expect, test } from 'vitest'
import { REMOVED } from '../live-view/kind-state.ts'
import { type FactFilter, rangesOf, selectRows } from './fact-filter.ts'
import type { Fact } from './facts.ts'
import { ServiceFacts } from './service-facts.ts'

const kindStates = new Uint8Array(256).fill(1, 0, 255)
/** Beyond 2^32 µs, and before 2000. */
const time = fc.integer({ min: -3, max: 3 }).chain((far) => fc.integer({ min: far * 2 ** 33, max: far * 2 ** 33 + 9 }))
const fact: fc.Arbitrary<Fact> = fc.record({
  number: fc.integer({ min: 1, max: 600 }),
  kindState: fc.constantFrom(0, 1, 2, REMOVED),
  createdAt: time,
  receivedAt: fc.constant(0),
  ...{ eventTypeId: fc.constantFrom(null, 'flood'), creatorId: fc.constant(null) },
  ...{ communityId: fc.constant(null), soleChangerId: fc.constant(null) },
})

const numbersIn = (service: ServiceFacts, filter: FactFilter): number[] => {
  const { facts } = service
  return rangesOf(facts, filter)
    .flatMap((range) => {
      const rows = new Uint32Array(Math.max(0, range.to - range.from))
      return [...rows.subarray(0, selectRows(facts, filter, range, rows))].map((row) => facts.number[row] ?? 0)
    })
    .sort((a, b) => a - b)
}

test('any period finds its rows, whatever was added, changed, moved to another time or removed, and however often sorted', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fact, { minLength: 300, maxLength: 900, size: 'max' }),
      fc.array(fc.tuple(time, time), { minLength: 5, maxLength: 5 }),
      async (changes, periods) => {
        const [service, model] = [new ServiceFacts(), new Map<number, Fact>()]
        for (const [index, one] of changes.entries()) {
          if (index === 200) await service.sort()
          await service.makeRoom(1)
          service.put(one)
          model.set(one.number, one)
        }
        expect(service.facts.sorted).toBeGreaterThan(0)
        for (const [from, to] of [...periods, [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const]) {
          const isWithin = ({ kindState, createdAt }: Fact) =>
            kindState !== REMOVED && createdAt >= from && createdAt <= to
          const expected = [...model.values()].filter(isWithin).map(({ number }) => number)
          expect(numbersIn(service, { kindStates, from, to })).toEqual(expected.sort((a, b) => a - b))
        }
      },
    ),
    { numRuns: 20, endOnFailure: true },
  ))
