import { createContext, use } from 'react'
import type { Language } from '#contract'
import { languages } from './i18n.ts'

/** The language that the texts of the own service are written in. */
export const MainLanguage = createContext<Language>('en')

export type TextLanguage = { language: Language; name: string; direction: 'ltr' | 'rtl' }

const described = (language: Language): TextLanguage => ({ language, ...languages[language] })

/** The language in which texts are required, and those in which they can be given besides. */
export const useTextLanguages = (): { main: TextLanguage; others: TextLanguage[] } => {
  const main = use(MainLanguage)
  const others = (Object.keys(languages) as Language[]).filter((language) => language !== main)
  return { main: described(main), others: others.map(described) }
}
