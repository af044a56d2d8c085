import { createContext, use } from 'react'
import { DEFAULT_LANGUAGE, type Language, languageCodes, languages } from '#contract'

/** Main language of the member's service, in which the service writes its texts. */
export const MainLanguage = createContext<Language>(DEFAULT_LANGUAGE)

export type TextLanguage = { language: Language; name: string; direction: 'ltr' | 'rtl' }

const described = (language: Language): TextLanguage => ({ language, ...languages[language] })

export const useTextLanguages = (): { main: TextLanguage; others: TextLanguage[] } => {
  const main = use(MainLanguage)
  const others = languageCodes.filter((language) => language !== main)
  return { main: described(main), others: others.map(described) }
}
