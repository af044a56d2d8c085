import { expect, test } from 'vitest'
import { lettersAddress, lettersIn, rareLetters } from './letters.ts'

test('only letters that a map does not begin with are asked for, each once', () => {
  const names = ['São Paulo', 'Łódź', 'Łęczna', 'חיפה']
  expect(rareLetters(names, 'en')).toBe('Łźęחיפה')
  expect(rareLetters(names, 'he')).toBe('Łźę')
  expect(rareLetters(['Haifa'], 'en')).toBe('')
})

test('any letters arrive as they were sent', () => {
  expect(lettersIn(lettersAddress('Łź/?#%’'))).toBe('Łź/?#%’')
})
