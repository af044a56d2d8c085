import { expect, test } from 'vitest'
import { OTHERS, stacksOf } from './stacked.ts'

const on = (day: string, eventType: string | null, count: number) => ({ day, eventType, count })

test('each day has its types, the most frequent first, and empty days stay', () => {
  const { unit, series, stacks } = stacksOf(
    [on('2026-05-01', 'a', 1), on('2026-05-01', null, 2), on('2026-05-03', 'a', 4)],
    0,
  )
  expect([unit, series]).toEqual(['day', ['a', 'none']])
  expect(
    stacks.map(({ start, total, counts }) => [start, total, counts.get('a') ?? 0, counts.get('none') ?? 0]),
  ).toEqual([
    ['2026-05-01', 3, 1, 2],
    ['2026-05-02', 0, 0, 0],
    ['2026-05-03', 4, 4, 0],
  ])
})

test('the rarest types are combined', () => {
  const days = Array.from({ length: 12 }, (_, index) => on('2026-05-01', `type ${index}`, 20 - index))
  const { series, stacks } = stacksOf(days, 0)
  expect(series).toHaveLength(8)
  expect(series.at(-1)).toBe(OTHERS)
  const [{ counts, total } = { counts: new Map(), total: 0 }] = stacks
  expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(total)
})

test('no input gives no output', () => {
  expect(stacksOf([], 0)).toEqual({ unit: 'day', series: [], stacks: [] })
})
