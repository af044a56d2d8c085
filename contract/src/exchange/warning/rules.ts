import { inLanguage, type Language } from '../../platform/language/language.ts'
import type { Warning, WarningText } from './schema.ts'

export const noWarningText: WarningText = {
  language: '',
  event: '',
  headline: '',
  description: '',
  instruction: '',
  senderName: '',
  web: '',
  contact: '',
  areas: '',
}

export const warningText = ({ texts }: Pick<Warning, 'texts'>, language: Language): WarningText =>
  inLanguage(texts, language) ?? noWarningText

/** Name of a warning in lists; a warning without texts has its identifier. */
export const warningName = (warning: Warning, language: Language): string => {
  const { headline, event, senderName } = warningText(warning, language)
  return headline || event || senderName || warning.identifier
}

/** Names of the areas: from the text in the reader's language, else from the areas themselves. */
export const warningAreas = (warning: Warning, language: Language): string =>
  warningText(warning, language).areas ||
  warning.areas
    .map(({ name }) => name)
    .filter(Boolean)
    .join(', ')
