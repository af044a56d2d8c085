import type { Language } from '../../platform/language/language.ts'

const testTexts: Record<Language, (server: string) => string> = {
  en: (server) => `Text messages from ${server} work.`,
  he: (server) => `הודעות טקסט מאת ${server} פועלות.`,
}

export const smsTestText = (language: Language, server: string): string => testTexts[language](server)
