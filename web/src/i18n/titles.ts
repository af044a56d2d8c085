import type { Translations } from '#contract'
import { currentLanguage } from './i18n.ts'

/** In the reader's language where it was translated, or as it was written first. */
export const titleOf = ({ title, translations }: { title: string; translations: Translations }): string =>
  translations[currentLanguage()]?.title || title
