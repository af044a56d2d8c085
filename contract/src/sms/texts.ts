import type { Language } from '../schema.ts'

/** The text of the test message, in the language of the server's owner. */
export const smsTestText = (language: Language, server: string): string =>
  language === 'he' ? `הודעות טקסט מאת ${server} פועלות.` : `Text messages from ${server} work.`
