import type { Translations } from '#contract'
import { currentLanguage } from './i18n.ts'

/** The title in the current language; the original where it is not translated. */
export const titleOf = ({ title, translations }: { title: string; translations: Translations }): string =>
  translations[currentLanguage()]?.title || title
