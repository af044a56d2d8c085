import type { Profile } from '#contract'
import { currentLanguage } from '../i18n/i18n.ts'

/** In the reader's language where it was translated. */
export const serviceTitle = ({ title, translations }: Profile['service']): string =>
  translations[currentLanguage()]?.title || title
