import { type Translations, textIn } from '#contract'
import { currentLanguage } from './i18n.ts'

type Translated = { translations?: Translations | undefined }

export const nameOf = (thing: Translated & { name: string }): string => textIn(thing, 'name', currentLanguage())

export const titleOf = (thing: Translated & { title: string }): string => textIn(thing, 'title', currentLanguage())

export const labelOf = (action: Translated & { label: string }): string => textIn(action, 'label', currentLanguage())

export const withText = (translations: Translations, language: string, name: string, text: string): Translations => ({
  ...translations,
  [language]: { ...translations[language], [name]: text },
})
