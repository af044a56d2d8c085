import { currentLanguage } from './i18n.ts'

/** The code that Hebrew had before 1989, which some senders still use. */
const formerCodes: Record<string, string> = { iw: 'he' }

const codeOf = ({ language }: { language: string }): string => {
  const [code = ''] = language.toLowerCase().split('-')
  return formerCodes[code] ?? code
}

/** Of texts from outside, the one in the reader's language; else the English one; else the first. */
export const inLanguage = <Text extends { language: string }>(texts: readonly Text[]): Text | undefined =>
  texts.find((text) => codeOf(text) === currentLanguage()) ?? texts.find((text) => codeOf(text) === 'en') ?? texts[0]
