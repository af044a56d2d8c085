import { expect, test } from 'vitest'
import { reasonsText } from './reasons.ts'

test('the reasons are the distance, the time between the reports and their common words', () => {
  expect(reasonsText({ metres: 60, minutes: 12, words: ['tree', 'road'] }, 'en')).toBe('60 m · 12 min · “tree” “road”')
  expect(reasonsText({ metres: 0, minutes: 180, words: [] }, 'en')).toBe('0 m · 3 hr')
  expect(reasonsText({ metres: 90, minutes: 60 * 72, words: ['עץ'] }, 'he')).toContain('“עץ”')
})
