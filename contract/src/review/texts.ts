import type { Language } from '../language.ts'

/** What reviewers are told when reports wait, in one message however many they are. */
export const reviewTexts = (count: number): Record<Language, string> => ({
  en: count === 1 ? 'A report is waiting for review' : `${count} reports are waiting for review`,
  he: count === 1 ? 'דיווח אחד ממתין לבדיקה' : `${count} דיווחים ממתינים לבדיקה`,
})

/** What Admins are told when reports wait longer than the service wants. */
export const overdueTexts = (count: number, minutes: number): Record<Language, string> => ({
  en:
    count === 1
      ? `A report has been waiting for review for more than ${minutes} min`
      : `${count} reports have been waiting for review for more than ${minutes} min`,
  he:
    count === 1
      ? `דיווח אחד ממתין לבדיקה יותר מ־${minutes} דקות`
      : `${count} דיווחים ממתינים לבדיקה יותר מ־${minutes} דקות`,
})
