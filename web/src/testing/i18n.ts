import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Language } from '#contract'
import en from '../i18n/en.json'
import he from '../i18n/he.json'

/** Both languages at once, without the chunks that a page loads them from. */
export const startTestI18n = async (language: Language = 'en') => {
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: { en: { translation: en }, he: { translation: he } },
    interpolation: { escapeValue: false },
  })
  return i18next.t
}
