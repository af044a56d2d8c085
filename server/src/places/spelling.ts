import type { Language } from '#contract'
import { placeNames } from '../../../scripts/map-data/names.ts'

/** Countries that do not write in Latin letters: their names carry marks of transliteration that English leaves out. */
const otherScripts = new Set(
  'AE AF AM AZ BD BH BT BY CN DZ EG GE GR IL IN IQ IR JO JP KG KH KR KW KZ LA LB LK LY MA MM MN MR NP OM PK PS QA RU SA SD SY TH TJ TM TN TW UA UZ YE'.split(
    ' ',
  ),
)

const withoutMarks = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[\u0300-\u036f‘’ʻʼ]/g, '')
    .normalize('NFC')

/** The name of a settlement as people write it, from its country and its name in the source. */
export const settlementName = (country: string, source: string, language: Language): string => {
  const known = placeNames[country]?.[source]
  const [english, hebrew] = Array.isArray(known) ? known : [undefined, known]
  if (language === 'he' && hebrew) return hebrew
  return english ?? (otherScripts.has(country) ? withoutMarks(source) : source)
}

/** Other names under which a settlement is looked for, besides that of the source. */
export const otherNames = (country: string, source: string): string[] => {
  const known = placeNames[country]?.[source]
  return known === undefined ? [] : [known].flat()
}

type Style = 'long' | 'short'
const displayNames = (language: Language, style: Style) => new Intl.DisplayNames(language, { type: 'region', style })
const countryNames: Record<Language, Record<Style, Intl.DisplayNames>> = {
  en: { long: displayNames('en', 'long'), short: displayNames('en', 'short') },
  he: { long: displayNames('he', 'long'), short: displayNames('he', 'short') },
}
/** Whose long names tell to what they belong, and whose short ones are what people say. */
const saidShort = new Set(['HK', 'MO'])

export const countryName = (country: string, language: Language): string =>
  countryNames[language][saidShort.has(country) ? 'short' : 'long'].of(country) ?? country
