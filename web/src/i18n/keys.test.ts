import { expect, test } from 'vitest'
import { type Language, languageCodes } from '#contract'
import { allTexts, type Texts, textFolders, textParts } from '../testing/texts.ts'

const en = allTexts('en')
const otherLanguages = languageCodes.filter((language) => language !== 'en')

const flat = (texts: Texts, path = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as [string, string]] : flat(value, `${path}${key}.`),
  )

const plural = /_(zero|one|two|few|many|other)$/
const withoutPlural = (texts: Texts) => [...new Set(flat(texts).map(([key]) => key.replace(plural, '')))].sort()

test.each(otherLanguages)('%s says the same things as English', (language) => {
  expect(withoutPlural(allTexts(language))).toEqual(withoutPlural(en))
})

test('every folder of texts is a language of the contract', () => {
  expect([...new Set(textFolders)].sort()).toEqual([...languageCodes].sort())
})

test.each(languageCodes)('%s has every form of its plurals', (language) => {
  const texts = allTexts(language)
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const keys = flat(texts).map(([key]) => key)
  const counted = [...new Set(keys.filter((key) => plural.test(key)).map((key) => key.replace(plural, '')))]
  expect(keys.filter((key) => plural.test(key)).sort()).toEqual(
    counted.flatMap((key) => forms.map((form) => `${key}_${form}`)).sort(),
  )
})

test.each(otherLanguages)('%s: no text is empty, and placeholders match', (language) => {
  const names = (text: string) => [...text.matchAll(/{{(\w+)}}/g)].map(([, name]) => name).sort()
  const english = new Map(flat(en))
  for (const [key, text] of flat(allTexts(language))) {
    expect(text.trim(), key).not.toBe('')
    // A singular text, such as "One event", may omit the number.
    if (!plural.test(key)) expect(names(text), key).toEqual(names(english.get(key) ?? ''))
  }
})

test('each key is in one part, and in the same part in all languages', () => {
  const keys = textParts('en').flatMap(([, texts]) => flat(texts).map(([key]) => key))
  expect(keys).toEqual([...new Set(keys)])
  const split = (language: Language) => textParts(language).map(([part, texts]) => [part, Object.keys(texts).sort()])
  for (const language of otherLanguages) expect(split(language)).toEqual(split('en'))
})

test('no placeholder has a name that i18next reserves', () => {
  const orders = /{{(lng|ns|context|defaultValue|interpolation)\b/
  expect(flat(en).filter(([, text]) => orders.test(text))).toEqual([])
})
