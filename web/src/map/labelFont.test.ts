import { expect, test } from 'vitest'
import { everyLetter, firstLetters } from './labelFont.ts'

test('from afar the letters of the page are enough, from close up and over streets any may be drawn', () => {
  expect([firstLetters('en', 8, false), firstLetters('he', 8, false)]).toEqual(['A', 'Aא'])
  expect([firstLetters('en', 13, false), firstLetters('en', 8, true)]).toEqual([everyLetter, everyLetter])
})
