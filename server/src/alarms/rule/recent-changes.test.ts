import { expect, test } from 'vitest'
import { RecentChanges } from './recent-changes.ts'

const HOUR = 3_600

/** Seeded generator of whole numbers below `end`. */
const below = (() => {
  let state = 7
  return (end: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % end
  }
})()
const rate = (parameter: string, withinSeconds: number) => ({
  type: 'rate' as const,
  direction: 'rises' as const,
  by: 1,
  parameter,
  withinSeconds,
})

test('changes compare the newest value with all values in the period before it', () => {
  const periods = [60, HOUR, 24 * HOUR]
  const changes = new RecentChanges({ conditions: periods.map((seconds) => rate('level', seconds)) })
  const values: { at: number; level: number }[] = []
  let at = Date.UTC(2026, 0, 1)
  for (let count = 0; count < 3_000; count++) {
    at += 1_000 * (1 + below(count % 500 === 0 ? 40_000 : 40))
    const level = below(1_000)
    values.push({ at, level })
    changes.add(at, { level })
    for (const seconds of periods) {
      const near = values.filter((one) => one.at >= at - seconds * 1000).map((one) => one.level)
      expect(changes.of('level', seconds)).toEqual({
        rise: level - Math.min(...near),
        fall: Math.max(...near) - level,
      })
    }
  }
})

test('a reading without the parameter keeps the last change, and an unknown parameter has none', () => {
  const changes = new RecentChanges({ conditions: [rate('level', HOUR), rate('flow', HOUR)] })
  changes.add(1, { level: 1 })
  changes.add(2, { level: 4 })
  changes.add(3, { other: 9 })
  expect(changes.of('level', HOUR)).toEqual({ rise: 3, fall: 0 })
  expect(changes.of('flow', HOUR)).toBeUndefined()
})
