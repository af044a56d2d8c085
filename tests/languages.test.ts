import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkout, filesUnder } from './source.ts'

/** Code that compares with a language code, or lists the languages again. */
const hardCoded = /[=!]== '(en|he)'|\? \(?'(en|he)'|'en' \| 'he'|\['en', 'he'\]|\b(en|he): '(ltr|rtl)'/

/** The demo has texts in both languages, and released migrations must not change. */
const isExempt = (file: string) => /\.test\.|^server\/src\/(demo|db\/migrations)\/|^web\/src\/testing\//.test(file)

const hardCodedIn = (source: string): string[] => source.split('\n').filter((line) => hardCoded.test(line))

test('no code hard-codes languages', () => {
  const files = ['contract/src', 'server/src', 'web/src', 'scripts'].flatMap((folder) =>
    filesUnder(folder, '.ts', '.tsx', '.js'),
  )
  const violations = files
    .filter((file) => !isExempt(file))
    .flatMap((file) => hardCodedIn(readFileSync(join(checkout, file), 'utf8')).map((line) => `${file}: ${line.trim()}`))
  expect(violations).toEqual([])
})

test('finds hard-coded comparisons, lists and pairs of languages, but not texts by language', () => {
  for (const line of [
    "if (language === 'he') return 0",
    "for (const language of ['en', 'he'])",
    "type Language = 'en' | 'he'",
    "const language = isHebrew ? 'he' : 'en'",
    "const directions: Record<Language, 'ltr' | 'rtl'> = { en: 'ltr', he: 'rtl' }",
  ])
    expect(hardCodedIn(line), line).toHaveLength(1)
  expect(hardCodedIn("const texts: Record<Language, Texts> = {\n  en: { near: 'near' },")).toEqual([])
})
