import { expect, test } from 'vitest'
import { allTexts, type Texts, textParts } from '../testing/texts.ts'

const en = allTexts('en')
const he = allTexts('he')

const flat = (texts: Texts, path = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as [string, string]] : flat(value, `${path}${key}.`),
  )

const plural = /_(zero|one|two|few|many|other)$/
const withoutPlural = (texts: Texts) => [...new Set(flat(texts).map(([key]) => key.replace(plural, '')))].sort()

test('both languages say the same things', () => {
  expect(withoutPlural(he)).toEqual(withoutPlural(en))
})

test.each([
  ['en', en],
  ['he', he],
] as const)('%s has every form of its plurals', (language, texts) => {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const keys = flat(texts).map(([key]) => key)
  const counted = [...new Set(keys.filter((key) => plural.test(key)).map((key) => key.replace(plural, '')))]
  expect(keys.filter((key) => plural.test(key)).sort()).toEqual(
    counted.flatMap((key) => forms.map((form) => `${key}_${form}`)).sort(),
  )
})

test('no text is empty, and what is filled in has the same names', () => {
  const names = (text: string) => [...text.matchAll(/{{(\w+)}}/g)].map(([, name]) => name).sort()
  const english = new Map(flat(en))
  for (const [key, text] of flat(he)) {
    expect(text.trim(), key).not.toBe('')
    // A singular such as "One event" needs no number.
    if (!plural.test(key)) expect(names(text), key).toEqual(names(english.get(key) ?? ''))
  }
})

test('a text stands in one part, and both languages are split alike', () => {
  const keys = textParts('en').flatMap(([, texts]) => flat(texts).map(([key]) => key))
  expect(keys).toEqual([...new Set(keys)])
  const split = (language: 'en' | 'he') => textParts(language).map(([part, texts]) => [part, Object.keys(texts).sort()])
  expect(split('he')).toEqual(split('en'))
})

test('nothing is filled in under a name that i18next takes for an order of its own', () => {
  const orders = /{{(lng|ns|context|defaultValue|interpolation)\b/
  expect(flat(en).filter(([, text]) => orders.test(text))).toEqual([])
})
