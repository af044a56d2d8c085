import type { FieldProblems } from '../../platform/http/problem.ts'
import { isNumberText } from '../../platform/kit/text.ts'
import { isWorth } from '../action/rules.ts'
import type { EventTypeDraft, QuestionDraft } from './api.ts'

export const questionProblems = (
  { kind, choices, value }: Pick<QuestionDraft, 'kind' | 'choices' | 'value'>,
  at: string,
): FieldProblems => {
  if (kind === 'choice' && choices.length === 0) return { [`${at}.choices`]: 'form.required' }
  if (kind === 'choice' && new Set(choices).size < choices.length) return { [`${at}.choices`]: 'form.invalid' }
  if (value !== '' && kind === 'number' && !isNumberText(value)) return { [`${at}.value`]: 'form.invalid' }
  if (value !== '' && kind === 'choice' && !choices.includes(value)) return { [`${at}.value`]: 'form.invalid' }
  return {}
}

type EventTypeValues = Pick<EventTypeDraft, 'unit' | 'value'> & {
  fields: readonly Parameters<typeof questionProblems>[0][]
}

export const eventTypeProblems = ({ unit, value, fields }: EventTypeValues): FieldProblems => ({
  ...(!isWorth(value, unit) && { value: 'form.invalid' }),
  ...Object.assign({}, ...fields.map((question, at) => questionProblems(question, `fields.${at}`))),
})
