import type { Language } from '../../platform/language/language.ts'
import type { EndReason } from './schema.ts'

/** Text of the notification to reviewers, one for any number of reports. */
export const reviewTexts = (count: number): Record<Language, string> => ({
  en: count === 1 ? 'A report is waiting for review' : `${count} reports are waiting for review`,
  he: count === 1 ? 'דיווח אחד ממתין לבדיקה' : `${count} דיווחים ממתינים לבדיקה`,
})

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

/** Reason why a report was not accepted, for its reporter and the team. */
export const refusalTexts: Record<EndReason, Record<Language, string>> = {
  outsideArea: {
    en: 'This place is outside the team’s area.',
    he: 'המקום נמצא מחוץ לאזור הפעילות של הצוות.',
  },
  notOurs: {
    en: 'The team doesn’t handle this kind of problem.',
    he: 'הנושא אינו בטיפול הצוות.',
  },
  unclear: {
    en: 'The team couldn’t understand the report.',
    he: 'הצוות לא הצליח להבין את הדיווח.',
  },
  privacy: {
    en: 'The report contains personal details of other people.',
    he: 'הדיווח כולל פרטים אישיים של אנשים אחרים.',
  },
  misuse: {
    en: 'The report doesn’t describe an event.',
    he: 'הדיווח אינו מתאר אירוע.',
  },
  false: {
    en: 'The team couldn’t confirm the report.',
    he: 'הצוות לא הצליח לאמת את הדיווח.',
  },
  other: {
    en: 'The team didn’t accept the report.',
    he: 'הצוות לא אישר את הדיווח.',
  },
  withdrawn: {
    en: 'The reporter withdrew the report.',
    he: 'המדווח ביטל את הדיווח.',
  },
}
