import type { Language } from '#contract'
import { spelt } from './place-spelling.ts'

/** The name of a settlement as people write it, from its country and its name in the source. */
export const settlementName = (country: string, name: string, language: Language): string => {
  const { english, hebrew } = spelt({ country, name })
  return (language === 'he' && hebrew) || english
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
