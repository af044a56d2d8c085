import { expect, test } from 'vitest'
import { isTypoOf, meaningsIn } from './meaning.ts'

test('meanings are the same in Hebrew with its prefixes, in English with its endings, and misspelt', () => {
  const keys = (text: string) => [...meaningsIn(text).keys()]
  expect(keys('העץ נפל על הכביש')).toEqual(['tree', 'fallen', 'road'])
  expect(keys('The trees fell on the raod')).toEqual(['tree', 'fallen', 'road'])
  expect(keys('שבכבישים')).toHaveLength(1)
})

test('meanings keep the word as it was written', () => {
  expect([...meaningsIn('Branches everywhere').values()]).toEqual(['Branches', 'everywhere'])
})

test('a typo is one letter, two in long words, none in short ones', () => {
  expect(isTypoOf('street', 'steret')).toBe(true)
  expect(isTypoOf('cat', 'car')).toBe(false)
  expect(isTypoOf('underwater', 'undrewatr')).toBe(true)
  expect(isTypoOf('street', 'strand')).toBe(false)
})
