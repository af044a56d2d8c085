import { type Language, languageCodes } from '#contract'
import { spellingsOf } from './place-spelling.ts'

export const settlementName = (country: string, name: string, language: Language): string => {
  const { english, hebrew } = spellingsOf({ country, name })
  const spellings: Partial<Record<Language, string | undefined>> = { he: hebrew }
  return spellings[language] || english
}

type Style = 'long' | 'short'
const displayNames = (language: Language, style: Style) => new Intl.DisplayNames(language, { type: 'region', style })
const countryNames = Object.fromEntries(
  languageCodes.map((language) => [
    language,
    { long: displayNames(language, 'long'), short: displayNames(language, 'short') },
  ]),
) as Record<Language, Record<Style, Intl.DisplayNames>>
/** The long names of Hong Kong and Macao contain the name of China. */
const withShortName = new Set(['HK', 'MO'])

export const countryName = (country: string, language: Language): string =>
  countryNames[language][withShortName.has(country) ? 'short' : 'long'].of(country) ?? country
