import { beforeAll, expect, test } from 'vitest'
import { startTestI18n } from '../testing/i18n.ts'
import { formatDate, formatNumber, formatRelative, formatTime } from './format.ts'

let t: Awaited<ReturnType<typeof startTestI18n>>
beforeAll(async () => {
  t = await startTestI18n()
})

const now = new Date(2026, 2, 5, 12, 0, 0)
const before = (ms: number) => formatRelative(new Date(now.getTime() - ms), now, t, 'en')
const minute = 60_000
const hour = 60 * minute

test.each([
  [0, 'Just now'],
  [minute - 1, 'Just now'],
  [minute, '1 min ago'],
  [2 * minute, '2 mins ago'],
  [hour - 1, '59 mins ago'],
  [hour, '1 hour ago'],
  [24 * hour - 1, '23 hours ago'],
  [24 * hour, '04 Mar 2026'],
  [-5000, 'Just now'],
])('%d ms ago is "%s"', (ms, text) => {
  expect(before(ms)).toBe(text)
})

test('relative times in Hebrew have special forms for one and two', async () => {
  await startTestI18n('he')
  expect([1, 2, 3].map((hours) => formatRelative(new Date(now.getTime() - hours * hour), now, t, 'he'))).toEqual([
    'לפני שעה',
    'לפני שעתיים',
    'לפני 3 שעות',
  ])
  await startTestI18n('en')
})

test('dates are DD MMM YYYY and times HH:mm', () => {
  const early = new Date(2026, 2, 5, 7, 4)
  expect(formatDate(early, 'en')).toBe('05 Mar 2026')
  expect(formatDate(early, 'he')).toBe('05 מרץ 2026')
  expect(formatTime(early)).toBe('07:04')
})

test('numbers are grouped', () => {
  expect(formatNumber(1234567, 'en')).toBe('1,234,567')
})
