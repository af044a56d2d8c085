import { expect, test } from 'vitest'
import { everyLetter, firstLetters } from './labelFont.ts'

test('far views need only letters of the page’s language, others need all', () => {
  expect([firstLetters('en', 8, false), firstLetters('he', 8, false)]).toEqual(['A', 'Aא'])
  expect([firstLetters('en', 13, false), firstLetters('en', 8, true)]).toEqual([everyLetter, everyLetter])
})
