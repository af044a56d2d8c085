import { z } from 'zod'
import type { FieldProblems } from '../../platform/http/problem.ts'
import { trimmed } from '../../platform/kit/schema.ts'
import { inEveryLanguage, Language } from '../../platform/language/language.ts'

/** Progress of a report, as shown to its reporter. `closed`: by the reporter. */
export const progressSteps = ['received', 'seen', 'asked', 'working', 'done', 'closed', 'refused'] as const
export const ReportProgress = z.enum(progressSteps)
export type ReportProgress = z.infer<typeof ReportProgress>

/** Feedback of a reporter: withdrawal, or judgement of the result. */
export const ReporterFeedback = z.enum(['closed', 'thanks', 'notSolved'])
export type ReporterFeedback = z.infer<typeof ReporterFeedback>

/** Days after the end of a report in which its reporter can send feedback. */
export const FEEDBACK_DAYS = 30

/** Names of texts for reporters: one for each step, one for a merge, one for a message from the team. */
export const progressTextNames = [...progressSteps, 'merged', 'news'] as const
export const ProgressTextName = z.enum(progressTextNames)
export type ProgressTextName = z.infer<typeof ProgressTextName>

/**
 * Default texts. `{number}` is the number of the report, `{main}` the number of the report into which it was merged.
 */
export const progressTexts: Record<ProgressTextName, Record<Language, string>> = {
  received: {
    en: 'We received your report. The team will review it.',
    he: 'הדיווח שלכם התקבל. הצוות יעבור עליו.',
  },
  seen: {
    en: 'The team has seen your report.',
    he: 'הצוות ראה את הדיווח שלכם.',
  },
  asked: {
    en: 'The team has a question for you. Please answer it on the page of your report.',
    he: 'לצוות יש שאלה אליכם. השיבו עליה בדף הדיווח.',
  },
  working: {
    en: 'The team is working on it.',
    he: 'הצוות מטפל בדיווח.',
  },
  done: {
    en: 'Your report has been dealt with. Thank you for reporting it.',
    he: 'הטיפול בדיווח הסתיים. תודה שדיווחתם.',
  },
  closed: {
    en: 'You closed this report.',
    he: 'סגרתם את הדיווח.',
  },
  refused: {
    en: 'The team didn’t accept your report.',
    he: 'הצוות לא אישר את הדיווח.',
  },
  merged: {
    en: 'This had already been reported. Your report is now part of report #{main}.',
    he: 'כבר דווח על האירוע הזה. הדיווח שלכם מוזג עם דיווח מספר {main}.',
  },
  news: {
    en: 'The team wrote to you about your report.',
    he: 'הצוות כתב לכם בנוגע לדיווח.',
  },
}

/** Fills the numbers into a text for reporters, in every language. */
export const fillProgressText = (
  texts: Record<Language, string>,
  { number, main }: { number: number; main?: number | null | undefined },
): Record<Language, string> =>
  inEveryLanguage((language) =>
    texts[language].replaceAll('{number}', String(number)).replaceAll('{main}', String(main ?? number)),
  )

/** The service's own texts; empty for default texts. */
export const ReporterTexts = z.record(ProgressTextName, z.record(Language, trimmed(300)))
export type ReporterTexts = z.infer<typeof ReporterTexts>

/** Problems: a text in any language requires the text in the main language. */
export const reporterTextProblems = (texts: ReporterTexts, main: Language): FieldProblems =>
  Object.fromEntries(
    progressTextNames.flatMap((name) =>
      texts[name][main] === '' && Object.values(texts[name]).some((text) => text !== '')
        ? [[name, 'form.required' as const]]
        : [],
    ),
  )
