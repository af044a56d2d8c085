import { expect, test } from 'vitest'
import { firstWeekday } from './week.ts'

test('the first day of the week follows the reader’s country', () => {
  expect(firstWeekday('he', ['en-GB'])).toBe(0)
  expect(firstWeekday('en', ['en-US', 'en'])).toBe(0)
  expect(firstWeekday('en', ['en-GB'])).toBe(1)
  expect(firstWeekday('en', ['he-IL', 'en-IE'])).toBe(1)
  expect(firstWeekday('en', [])).toBe(0)
})
