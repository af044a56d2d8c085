import { expect, test } from 'vitest'
import { step, titleOf } from './span.ts'

test('steps by days, weeks and months, across the end of a year and of a short month', () => {
  expect(step('2026-12-31', 'day', 1)).toBe('2027-01-01')
  expect(step('2026-03-01', 'week', -1)).toBe('2026-02-22')
  expect(step('2026-01-31', 'month', 1)).toBe('2026-02-28')
  expect(step('2026-01-15', 'agenda', -1)).toBe('2025-12-15')
})

test('the title names the shown period, in the reader’s language and with the reader’s week', () => {
  expect(titleOf('2026-11-15', 'month', 'en', 0)).toBe('November 2026')
  expect(titleOf('2026-11-15', 'agenda', 'he', 0)).toBe('נובמבר 2026')
  expect(titleOf('2026-11-15', 'day', 'en', 0)).toBe('Sunday, 15 Nov 2026')
  expect(titleOf('2026-11-18', 'week', 'en', 0)).toMatch(/^15\W+21 Nov 2026$/)
  expect(titleOf('2026-11-18', 'week', 'en', 1)).toMatch(/16.*22/)
})
