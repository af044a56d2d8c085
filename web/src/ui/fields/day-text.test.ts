import { expect, test } from 'vitest'
import { dayText, parseDay } from './day-text.ts'

test.each([
  ['19 Nov 2026', '2026-11-19'],
  ['9 november 2026', '2026-11-09'],
  ['19 נוב׳ 2026', '2026-11-19'],
  ['19.11.2026', '2026-11-19'],
  ['03/04/2026', '2026-04-03'],
  ['2026-11-19', '2026-11-19'],
  ['31 Feb 2026', null],
  ['13 J 2026', null],
  ['tomorrow', null],
  ['', null],
])('%s is the day %s', (text, day) => {
  expect(parseDay(text)).toBe(day)
})

test.each(['en', 'he'] as const)('a day that is shown is read back: %s', (language) => {
  for (let month = 1; month <= 12; month++) {
    const day = `2026-${String(month).padStart(2, '0')}-05`
    expect(parseDay(dayText(day, language))).toBe(day)
  }
})
