import type { Language } from '../../platform/language/language.ts'

const testTexts: Record<Language, (server: string) => string> = {
  en: (server) => `Text messages from ${server} work.`,
  he: (server) => `הודעות טקסט מאת ${server} פועלות.`,
}

/** The text of the test message, in the language of the server's owner. */
export const smsTestText = (language: Language, server: string): string => testTexts[language](server)
