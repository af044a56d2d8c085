import type { FieldProblem, FieldProblems } from '../../platform/http/problem.ts'
import type { LngLat } from '../../platform/kit/schema.ts'
import { isNumberText, shorten } from '../../platform/kit/text.ts'
import type { EventType, Question } from '../event-type/api.ts'
import type { AoiSummary, SharedAoiRow } from './schema.ts'

export const placeOf = ({ geometry }: Pick<AoiSummary, 'geometry'>): LngLat => {
  const [lng = 0, lat = 0] = geometry[0]?.coordinates ?? []
  return [lng, lat]
}

/** Problem of an answer: missing although the question is required, or invalid for the question's kind. */
export const answerProblem = (question: Question, value: string): FieldProblem | undefined => {
  const answer = value.trim()
  if (answer === '') return question.isRequired ? 'form.required' : undefined
  switch (question.kind) {
    case 'number':
      return isNumberText(answer) ? undefined : 'form.invalid'
    case 'choice':
      return question.choices.includes(answer) ? undefined : 'form.invalid'
    case 'yesNo':
      return /^(yes|no)$/i.test(answer) ? undefined : 'form.invalid'
    case 'date':
      return /^\d{4}-\d{2}-\d{2}$/.test(answer) && !Number.isNaN(Date.parse(answer)) ? undefined : 'form.invalid'
    case 'text':
      return undefined
  }
}

export const answerField = (questionId: string) => `publicAction.fields.${questionId}`

type EventDraft = {
  type: Pick<EventType, 'fields' | 'isPhotoRequired'> | undefined
  answers: readonly { _id: string; value: string }[]
  hasImage: boolean
}

export const eventProblems = ({ type, answers, hasImage }: EventDraft): FieldProblems => {
  if (!type) return { publicAction: 'form.required' }
  const problems: FieldProblems = {}
  for (const question of type.fields) {
    const problem = answerProblem(question, answers.find(({ _id }) => _id === question._id)?.value ?? '')
    if (problem) problems[answerField(question._id)] = problem
  }
  for (const { _id } of answers)
    if (!type.fields.some((question) => question._id === _id)) problems[answerField(_id)] = 'form.invalid'
  if (type.isPhotoRequired && !hasImage) problems.file = 'form.required'
  return problems
}

export const offeredTypes = <T extends { _id: string }>(types: readonly T[], ofRole: readonly string[]): T[] =>
  ofRole.length === 0 ? [...types] : types.filter(({ _id }) => ofRole.includes(_id))

/** Problems of a sensor area's form, which requires a shape or sensors; the API has a default shape. */
export const areaProblems = (area: {
  radiusMetres?: number | null | undefined
  coordinates?: unknown
  sensors?: readonly string[] | undefined
}): FieldProblems =>
  area.radiusMetres || area.coordinates || (area.sensors ?? []).length > 0 ? {} : { radiusMetres: 'form.required' }

/**
 * A member's row updated from a live message about a change by others. It becomes unread if it has changed since the
 * member read it, unless the change is older than the member.
 */
export const newerRow = (
  known: AoiSummary,
  { receivedAt, ...row }: SharedAoiRow,
  member: { createdAt: string },
): AoiSummary => ({
  ...row,
  isRead: known.isRead && (known.changedAt === row.changedAt || receivedAt < member.createdAt),
  isShared: known.isShared,
})

export const EVENT_NAME_MAX = 300

/**
 * As `Road hazard, Valencia Street`: event type, and the first part of the address that is more than a house number.
 */
export const suggestName = (type: string, address: string | undefined): string => {
  const street = address?.split(',').find((part) => !/^[\d\s/-]*$/.test(part))
  return shorten(street ? `${type}, ${street.trim()}` : type, EVENT_NAME_MAX)
}
