import { eventProblems } from '../../core/aoi/rules.ts'
import type { EventType } from '../../core/event-type/api.ts'
import type { FieldProblems } from '../../platform/http/problem.ts'

export const isPublicToken = (token: string | null): token is string => token?.startsWith('p.') ?? false

/** Value of `type` in a public link to the activities. */
export const ACTIVITIES = 'activities'

const NAME_MAX = 80

/** Name of a report in lists: its first line, truncated between words, or else the suggestion. */
export const reportName = (description: string, suggestion: string): string => {
  const line = description.trim().split('\n')[0]?.trim() ?? ''
  if (line.length <= NAME_MAX) return line || suggestion
  const cut = line.slice(0, NAME_MAX)
  const atWord = cut.slice(0, Math.max(cut.lastIndexOf(' '), NAME_MAX / 2))
  // Drops half of a truncated surrogate pair.
  return `${atWord.trimEnd().replace(/[\uD800-\uDBFF]$/, '')}…`
}

type Reporter = { isAnonymous: boolean; firstName: string; phone: string }

/**
 * Problems of the reporter: name and phone number are required, unless the reporter is anonymous and the type allows
 * it.
 */
export const reporterProblems = (who: Reporter, type: Pick<EventType, 'anonymous'> | undefined): FieldProblems => {
  if (who.isAnonymous) return type?.anonymous ? {} : { isAnonymous: 'form.invalid' }
  return {
    ...(who.firstName.trim() === '' && { firstName: 'form.required' as const }),
    ...(who.phone.trim() === '' && { phone: 'form.required' as const }),
  }
}

type Report = Reporter & { answers: readonly { _id: string; value: string }[]; hasImage: boolean }
type ReportedType = Pick<EventType, 'anonymous' | 'fields' | 'isPhotoRequired'>

/** Problems of a visitor's report, checked by the form and again by the server. */
export const publicReportProblems = (report: Report, type: ReportedType | undefined): FieldProblems => ({
  ...eventProblems({ type, answers: report.answers, hasImage: report.hasImage }),
  ...(type && reporterProblems(report, type)),
})
