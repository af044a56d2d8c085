import { expect, test } from 'vitest'
import { lettersAddress, lettersIn, rareLetters } from './letters.ts'

test('requests only letters that were not loaded first, each once', () => {
  const names = ['São Paulo', 'Łódź', 'Łęczna', 'חיפה']
  expect(rareLetters(names, 'en')).toBe('Łźęחיפה')
  expect(rareLetters(names, 'he')).toBe('Łźę')
  expect(rareLetters(['Haifa'], 'en')).toBe('')
})

test('any letters survive the round trip', () => {
  expect(lettersIn(lettersAddress('Łź/?#%’'))).toBe('Łź/?#%’')
})
