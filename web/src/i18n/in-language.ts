import { DEFAULT_LANGUAGE } from '#contract'
import { currentLanguage } from './i18n.ts'

/** Codes used before 1989, which some senders still use. */
const formerCodes: Record<string, string> = { iw: 'he' }

const codeOf = ({ language }: { language: string }): string => {
  const [code = ''] = language.toLowerCase().split('-')
  return formerCodes[code] ?? code
}

/** The text in the page's language, else in the default language, else the first. For texts from other systems. */
export const inLanguage = <Text extends { language: string }>(texts: readonly Text[]): Text | undefined =>
  [currentLanguage(), DEFAULT_LANGUAGE]
    .map((language) => texts.find((text) => codeOf(text) === language))
    .find((text) => text !== undefined) ?? texts[0]
