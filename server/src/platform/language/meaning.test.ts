import { expect, test } from 'vitest'
import { meaningsIn } from './meaning.ts'

test('meanings ignore Hebrew prefixes, English endings and misspellings', () => {
  const keys = (text: string) => [...meaningsIn(text).keys()]
  expect(keys('העץ נפל על הכביש')).toEqual(['tree', 'fallen', 'road'])
  expect(keys('The trees fell on the raod')).toEqual(['tree', 'fallen', 'road'])
  expect(keys('שבכבישים')).toHaveLength(1)
})

test('meanings keep the word as it was written', () => {
  expect([...meaningsIn('Branches everywhere').values()]).toEqual(['Branches', 'everywhere'])
})

test('a text is read up to its hundredth meaning', () => {
  const words = Array.from({ length: 3000 }, (_, at) => `word${at.toString(36)}`)
  expect(meaningsIn(words.join(' ')).size).toBe(100)
})
