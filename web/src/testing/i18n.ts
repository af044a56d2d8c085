import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { type Language, languageCodes } from '#contract'
import { isolatedHere } from '../i18n/isolated.ts'
import { allTexts } from './texts.ts'

export const startTestI18n = async (language: Language = 'en') => {
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: Object.fromEntries(languageCodes.map((code) => [code, { translation: allTexts(code) }])),
    interpolation: { escape: isolatedHere },
  })
  return i18next.t
}
