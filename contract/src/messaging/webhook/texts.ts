import type { Language } from '../../platform/language/language.ts'

export const webhookOffTexts = (host: string): Record<Language, string> => ({
  en: `The webhook to ${host} was turned off because its receiver didn’t respond for days or no longer exists.`,
  he: `ה־webhook אל ${host} כובה, כי המערכת המקבלת לא הגיבה במשך ימים או שאינה קיימת עוד.`,
})
