import type { Translations } from '#contract'
import { currentLanguage } from '../i18n/i18n.ts'

export const textIn = (translations: Translations, language: string, name: string): string =>
  translations[language]?.[name] ?? ''

export const withText = (translations: Translations, language: string, name: string, text: string): Translations => ({
  ...translations,
  [language]: { ...translations[language], [name]: text },
})

/** The name in the current language; the original where it is not translated. */
export const nameOf = ({ name, translations }: { name: string; translations: Translations }): string =>
  translations[currentLanguage()]?.name || name
