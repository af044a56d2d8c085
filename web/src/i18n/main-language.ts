import { createContext, use } from 'react'
import type { Language } from '#contract'
import { languages } from './i18n.ts'

/** The language of the member's service, in which its texts are written. */
export const MainLanguage = createContext<Language>('en')

export type TextLanguage = { language: Language; name: string; direction: 'ltr' | 'rtl' }

const described = (language: Language): TextLanguage => ({ language, ...languages[language] })

/** The language in which texts are required, and the optional others. */
export const useTextLanguages = (): { main: TextLanguage; others: TextLanguage[] } => {
  const main = use(MainLanguage)
  const others = (Object.keys(languages) as Language[]).filter((language) => language !== main)
  return { main: described(main), others: others.map(described) }
}
