import { expect, test } from 'vitest'
import { everyLetter, firstLetters } from './labelFont.ts'

test('far views need the page’s letters only, close ones and streets may need others', () => {
  expect([firstLetters('en', 8, false), firstLetters('he', 8, false)]).toEqual(['A', 'Aא'])
  expect([firstLetters('en', 13, false), firstLetters('en', 8, true)]).toEqual([everyLetter, everyLetter])
})
