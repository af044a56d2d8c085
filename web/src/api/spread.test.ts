import { expect, test } from 'vitest'
import { slowSpreadMs, spreadMs } from './spread.ts'

test('up to 100 readers load at once, and more within a span that grows with their number', () => {
  expect([0, 1, 100].map(spreadMs)).toEqual([0, 0, 0])
  expect([101, 1_000, 5_000].map(spreadMs)).toEqual([1_010, 10_000, 50_000])
})

test('no reader waits for more than a minute, also for slow numbers', () => {
  expect([6_000, 30_000].map(spreadMs)).toEqual([60_000, 60_000])
  expect([100, 500, 1_000, 30_000].map(slowSpreadMs)).toEqual([0, 30_000, 60_000, 60_000])
})
