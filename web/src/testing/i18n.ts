import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Language } from '#contract'
import { allTexts } from './texts.ts'

/** All texts of both languages, without loading chunks. */
export const startTestI18n = async (language: Language = 'en') => {
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: { en: { translation: allTexts('en') }, he: { translation: allTexts('he') } },
    interpolation: { escapeValue: false },
  })
  return i18next.t
}
