import { expect, test } from 'vitest'
import { periodText } from './period.ts'

const at = (day: number, hour: number) => new Date(2026, 2, day, hour).toISOString()

test.each([
  ['a day', { startTime: at(5, 10), plannedTime: at(5, 12) }, '05 Mar 2026 10:00–12:00'],
  ['several days', { startTime: at(5, 10), plannedTime: at(6, 12) }, '05 Mar 2026 10:00 – 06 Mar 2026 12:00'],
  ['no end', { startTime: at(5, 10), plannedTime: null }, '05 Mar 2026 10:00'],
  ['no start', { startTime: null, plannedTime: at(6, 12) }, '– 06 Mar 2026 12:00'],
])('the time of an activity with %s', (_, times, text) => {
  expect(periodText(times, 'en')).toBe(text)
})
