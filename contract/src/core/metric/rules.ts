import { MAX_SELECTED_METRICS } from '../../people/role/api.ts'
import type { FieldProblems } from '../../platform/http/problem.ts'
import { isNumberText } from '../../platform/kit/text.ts'
import type { AoiKind } from '../aoi/schema.ts'
import type { MetricCondition, MetricConditionType, MetricType } from './api.ts'

export const builtInMetrics = ['new', 'inProcess', 'archived', 'read', 'unread'] as const
export type BuiltInMetric = (typeof builtInMetrics)[number]

/** Built-in counters that members can choose; the others are always in the footer. */
export const choosableMetrics = ['read', 'unread'] as const satisfies readonly BuiltInMetric[]

/** Removes a chosen metric, or adds another one, dropping the oldest above the limit. */
export const toggleMetric = (chosen: readonly string[], id: string): string[] =>
  chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id].slice(-MAX_SELECTED_METRICS)

const postConditions = ['BY_ACTION', 'BY_PUBLIC_ACTION', 'BY_QUESTION_RESPONSE', 'BY_REGION'] as const

/** Number of condition types of metrics on posts. */
export const MOST_CONDITIONS: number = postConditions.length

export const conditionTypesOf = (metricType: MetricType | null): readonly MetricConditionType[] =>
  metricType === 'BY_USERS' ? [...postConditions, 'BY_ROLE'] : postConditions

/**
 * Condition types for the condition at this index. Each type can be used once, except conditions on questions, which
 * also require a condition on event types.
 */
export const offeredConditionTypes = (
  metricType: MetricType | null,
  conditions: readonly { type: MetricConditionType | null }[],
  place: number,
): MetricConditionType[] => {
  const others = conditions.filter((_, index) => index !== place).map(({ type }) => type)
  return conditionTypesOf(metricType).filter((type) =>
    type === 'BY_QUESTION_RESPONSE' ? others.includes('BY_PUBLIC_ACTION') : !others.includes(type),
  )
}

type Draft = { metricType: MetricType; conditions: readonly MetricCondition[] }

export const metricProblems = ({ metricType, conditions }: Draft): FieldProblems => {
  const problems: FieldProblems = {}
  const questions = new Set<string>()
  for (const [place, condition] of conditions.entries()) {
    const field = `conditions.${place}`
    if (!offeredConditionTypes(metricType, conditions, place).includes(condition.type))
      problems[`${field}.type`] = 'form.invalid'
    if (condition.type === 'BY_QUESTION_RESPONSE') {
      const { questionId } = condition.questionResponse
      if (questions.has(questionId)) problems[`${field}.questionResponse.questionId`] = 'form.invalid'
      questions.add(questionId)
    }
    if (condition.type === 'BY_ACTION') Object.assign(problems, settingsProblems(condition, `${field}.actionSettings`))
  }
  return problems
}

const settingsProblems = (
  { actionSettings: settings }: Extract<MetricCondition, { type: 'BY_ACTION' }>,
  field: string,
): FieldProblems => {
  if (!settings) return {}
  const { value, values = [], users = [], expression } = settings
  const saysNothing = value === undefined && values.length === 0 && users.length === 0
  if (value === '' || saysNothing || (expression && value === undefined)) return { [`${field}.value`]: 'form.required' }
  if (expression && !isNumberText(value ?? '')) return { [`${field}.value`]: 'form.invalid' }
  return {}
}

/** Whether AOIs of this kind can meet the conditions: only events have a type and answers. */
export const canCount = ({ conditions }: { conditions: readonly MetricCondition[] }, kind: AoiKind): boolean =>
  kind === 'event' || !conditions.some(({ type }) => type === 'BY_PUBLIC_ACTION' || type === 'BY_QUESTION_RESPONSE')
