import { expect, test } from 'vitest'
import { lettersAddress, lettersIn, rareLetters } from './letters.ts'

test('returns each letter once, without those that the first view loads', () => {
  const names = ['São Paulo', 'Łódź', 'Łęczna', 'חיפה']
  expect(rareLetters(names, 'en')).toBe('Łźęחיפה')
  expect(rareLetters(names, 'he')).toBe('Łźę')
  expect(rareLetters(['Haifa'], 'en')).toBe('')
})

test('any letters survive the round trip', () => {
  expect(lettersIn(lettersAddress('Łź/?#%’'))).toBe('Łź/?#%’')
})
