import { expect, test } from 'vitest'
import { bucketsOf, endOf } from './buckets.ts'

const on = (day: string, count = 1) => ({ day, count })

test('a few weeks are shown by day, including empty days', () => {
  expect(bucketsOf([on('2026-02-27', 3), on('2026-03-02')], 0)).toEqual({
    unit: 'day',
    buckets: [
      { start: '2026-02-27', count: 3 },
      { start: '2026-02-28', count: 0 },
      { start: '2026-03-01', count: 0 },
      { start: '2026-03-02', count: 1 },
    ],
  })
})

test('some months are shown by week, with the reader’s first weekday', () => {
  const days = [on('2026-01-04'), on('2026-01-05'), on('2026-04-30')]
  const sunday = bucketsOf(days, 0)
  expect(sunday.unit).toBe('week')
  expect(sunday.buckets.slice(0, 2)).toEqual([
    { start: '2026-01-04', count: 2 },
    { start: '2026-01-11', count: 0 },
  ])
  expect(bucketsOf(days, 1).buckets.slice(0, 2)).toEqual([
    { start: '2025-12-29', count: 1 },
    { start: '2026-01-05', count: 1 },
  ])
})

test('years are shown by month, including empty ones', () => {
  const { unit, buckets } = bucketsOf([on('2023-11-30', 2), on('2026-01-01', 5)], 0)
  expect(unit).toBe('month')
  expect(buckets).toHaveLength(27)
  expect([buckets[0], buckets.at(-1)]).toEqual([
    { start: '2023-11-01', count: 2 },
    { start: '2026-01-01', count: 5 },
  ])
})

test('no input gives no output', () => {
  expect(bucketsOf([], 0).buckets).toEqual([])
})

test('a bucket ends on the day before the next one', () => {
  expect([endOf('2026-02-27', 'day'), endOf('2026-02-22', 'week'), endOf('2026-02-01', 'month')]).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-02-28',
  ])
})
