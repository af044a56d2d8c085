import type { FieldProblems } from '../problem.ts'
import type { MetricCondition, MetricConditionType, MetricType } from './api.ts'

/** Counted by the server for everyone; a role may start with them like with any metric. */
export const builtInMetrics = ['new', 'inProcess', 'archived', 'read', 'unread'] as const
export type BuiltInMetric = (typeof builtInMetrics)[number]

export const isBuiltIn = (id: string): id is BuiltInMetric => builtInMetrics.some((name) => name === id)

/** How many a footer shows besides the three that are always there, and how many a role starts with. */
export const MOST_CHOSEN_METRICS = 3

/** Choosing one more than there is room for drops the oldest; choosing a chosen one takes it back. */
export const toggleMetric = (chosen: readonly string[], id: string): string[] =>
  chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id].slice(-MOST_CHOSEN_METRICS)

const postConditions = ['BY_ACTION', 'BY_PUBLIC_ACTION', 'BY_QUESTION_RESPONSE', 'BY_REGION'] as const

/** No more conditions are offered once there are as many as there are kinds of them for posts. */
export const MOST_CONDITIONS: number = postConditions.length

export const conditionTypesOf = (metricType: MetricType | null): readonly MetricConditionType[] =>
  metricType === 'BY_USERS' ? [...postConditions, 'BY_ROLE'] : postConditions

/**
 * What the condition at this place may be: each type once, but as many questions as there are, and these only beside a
 * condition on event types.
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

/** What the schema of a metric cannot say, by field. */
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

/** Settings say something, and are compared by number wherever they name an expression. */
const settingsProblems = (
  { actionSettings: settings }: Extract<MetricCondition, { type: 'BY_ACTION' }>,
  field: string,
): FieldProblems => {
  if (!settings) return {}
  const { value, values = [], users = [], expression } = settings
  const saysNothing = value === undefined && values.length === 0 && users.length === 0
  if (value === '' || saysNothing || (expression && value === undefined)) return { [`${field}.value`]: 'form.required' }
  if (expression && !Number.isFinite(Number(value))) return { [`${field}.value`]: 'form.invalid' }
  return {}
}
