import { eventProblems } from '../aoi/rules.ts'
import type { EventType } from '../event-type/api.ts'
import type { FieldProblems } from '../problem.ts'

export const isPublicToken = (token: string | null): token is string => token?.startsWith('p.') ?? false

/** `type` of a public link that leads to the activities. */
export const ACTIVITIES = 'activities'

const NAME_MAX = 80

/** What a report is called in the team's lists: its first line, shortened at a word, or what it is. */
export const reportName = (description: string, typeName: string): string => {
  const line = description.trim().split('\n')[0]?.trim() ?? ''
  if (line.length <= NAME_MAX) return line || typeName
  const cut = line.slice(0, NAME_MAX)
  const atWord = cut.slice(0, Math.max(cut.lastIndexOf(' '), NAME_MAX / 2))
  // Half of a letter that takes two units is none.
  return `${atWord.trimEnd().replace(/[\uD800-\uDBFF]$/, '')}…`
}

type Who = { isAnonymous: boolean; firstName: string; phone: string }

/** A name and a phone number, unless the type lets one go without and the visitor wants that. */
export const whoProblems = (who: Who, type: Pick<EventType, 'anonymous'> | undefined): FieldProblems => {
  if (who.isAnonymous) return type?.anonymous ? {} : { isAnonymous: 'form.invalid' }
  return {
    ...(who.firstName.trim() === '' && { firstName: 'form.required' as const }),
    ...(who.phone.trim() === '' && { phone: 'form.required' as const }),
  }
}

type Report = Who & { answers: readonly { _id: string; value: string }[]; hasImage: boolean }
type AskedType = Pick<EventType, 'anonymous' | 'fields' | 'isPhotoRequired'>

/** What is wrong with a visitor's report before it is sent, and again when it arrives. */
export const publicReportProblems = (report: Report, type: AskedType | undefined): FieldProblems => ({
  ...eventProblems({ type, answers: report.answers, hasImage: report.hasImage }),
  ...(type && whoProblems(report, type)),
})
