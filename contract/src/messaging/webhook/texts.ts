import type { Language } from '../../platform/language/language.ts'

export const webhookOffTexts = (host: string): Record<Language, string> => ({
  en: `The webhook to ${host} was switched off: it could not be reached for days, or is gone.`,
  he: `ה־webhook אל ${host} כובה: לא ניתן היה להגיע אליו במשך ימים, או שהוא כבר לא קיים.`,
})
