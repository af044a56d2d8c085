import {
  type FieldProblems,
  fieldProblems,
  type Metric,
  type MetricCondition,
  type MetricConditionType,
  type MetricCountType,
  MetricDraft,
  type MetricExpression,
  type MetricType,
  metricProblems,
  type PresetAction,
} from '#contract'
import type { MetricBody } from './data.ts'

/** A condition while it is made: nothing of it has to be chosen yet. */
export type ConditionValues = {
  /** Only the form knows it. */
  key: number
  type: MetricConditionType | null
  actionId: string | null
  /** Only certain values of the action's entries count. */
  isNarrowed: boolean
  expression: MetricExpression
  value: string
  values: string[]
  users: string[]
  questionId: string | null
  response: string
  /** Event types, regions or roles: whichever the condition is about. */
  ids: string[]
}

export type MetricValues = {
  name: string
  shortName: string
  metricType: MetricType | null
  metricCountType: MetricCountType | null
  isAdminOnly: boolean
  conditions: ConditionValues[]
}

let keys = 0
export const newCondition = (more: Partial<ConditionValues> = {}): ConditionValues => ({
  key: ++keys,
  ...{ type: null, actionId: null, isNarrowed: false, expression: 'EXACT', value: '', values: [], users: [] },
  ...{ questionId: null, response: '', ids: [] },
  ...more,
})

export const emptyMetric: MetricValues = {
  ...{ name: '', shortName: '', metricType: null, metricCountType: null, isAdminOnly: false },
  conditions: [],
}

const conditionValues = (condition: MetricCondition): ConditionValues => {
  switch (condition.type) {
    case 'BY_ACTION': {
      const { value = '', values = [], users = [], expression = 'EXACT' } = condition.actionSettings ?? {}
      const isNarrowed = value !== '' || values.length > 0
      return newCondition({ ...condition, isNarrowed, value, values, users, expression })
    }
    case 'BY_QUESTION_RESPONSE':
      return newCondition({ type: condition.type, ...condition.questionResponse })
    case 'BY_PUBLIC_ACTION':
      return newCondition({ type: condition.type, ids: condition.publicActionIds })
    case 'BY_REGION':
      return newCondition({ type: condition.type, ids: condition.regionsIds })
    case 'BY_ROLE':
      return newCondition({ type: condition.type, ids: condition.userRoleIds })
  }
}

export const valuesOf = ({ name, shortName, metricType, metricCountType, isAdminOnly, conditions }: Metric) => ({
  ...{ name, shortName, metricType, metricCountType, isAdminOnly },
  conditions: conditions.map(conditionValues),
})

/** An action with a list of values is compared by choosing from it, text as it is, numbers by an expression. */
export const comparisonOf = (action: PresetAction | undefined): 'list' | 'text' | 'number' => {
  if (action?.setOfValuesEnabled && action.values.length > 0) return 'list'
  return action?.unit === 'Text' ? 'text' : 'number'
}

const settingsOf = (values: ConditionValues, action: PresetAction | undefined) => {
  const users = values.users.length > 0 ? { users: values.users } : {}
  if (!values.isNarrowed) return values.users.length > 0 ? users : undefined
  const unit = action ? { type: action.unit } : {}
  switch (comparisonOf(action)) {
    case 'list':
      // Without a choice the empty value is refused, as it has to be.
      return { ...unit, ...users, ...(values.values.length > 0 ? { values: values.values } : { value: '' }) }
    case 'text':
      return { ...unit, ...users, value: values.value }
    case 'number':
      return { ...unit, ...users, value: values.value, expression: values.expression }
  }
}

const sentCondition = (values: ConditionValues, actions: readonly PresetAction[]): unknown => {
  const { type, actionId, ids, questionId, response } = values
  switch (type) {
    case 'BY_ACTION': {
      const actionSettings = settingsOf(
        values,
        actions.find(({ _id }) => _id === actionId),
      )
      return { type, actionId: actionId ?? undefined, ...(actionSettings && { actionSettings }) }
    }
    case 'BY_QUESTION_RESPONSE':
      return { type, questionResponse: { questionId: questionId ?? undefined, response } }
    case 'BY_PUBLIC_ACTION':
      return { type, publicActionIds: ids }
    case 'BY_REGION':
      return { type, regionsIds: ids }
    case 'BY_ROLE':
      return { type, userRoleIds: ids }
    case null:
      return {}
  }
}

/** What is sent, or what is wrong with it, by the same rules as on the server. */
export const checked = (
  { conditions, metricType, metricCountType, ...others }: MetricValues,
  actions: readonly PresetAction[],
): { body: MetricBody; problems?: undefined } | { body?: undefined; problems: FieldProblems } => {
  const sent = {
    ...others,
    metricType: metricType ?? undefined,
    metricCountType: metricCountType ?? undefined,
    conditions: conditions.map((condition) => sentCondition(condition, actions)),
  }
  const { data, error } = MetricDraft.safeParse(sent)
  const missing = {
    ...(!metricType && { metricType: 'form.required' as const }),
    ...(!metricCountType && { metricCountType: 'form.required' as const }),
  }
  const problems = { ...(error && fieldProblems(error)), ...missing, ...(data && metricProblems(data)) }
  return data && Object.keys(problems).length === 0 ? { body: data } : { problems }
}

/** Counting another way asks other questions: the conditions begin anew. */
export const withCountType = (values: MetricValues, metricCountType: MetricCountType): MetricValues =>
  metricCountType === values.metricCountType ? values : { ...values, metricCountType, conditions: [] }

/** Roles are asked for only where it is about members. */
export const withMetricType = (values: MetricValues, metricType: MetricType): MetricValues => ({
  ...values,
  metricType,
  conditions: values.conditions.filter(({ type }) => metricType === 'BY_USERS' || type !== 'BY_ROLE'),
})

/** Questions belong to the event types that are chosen: with these they go. */
export const normalise = (
  values: MetricValues,
  questionsOf: (typeIds: string[]) => readonly string[],
): MetricValues => {
  const types = values.conditions.find(({ type }) => type === 'BY_PUBLIC_ACTION')
  const known = types ? questionsOf(types.ids) : []
  return {
    ...values,
    conditions: values.conditions.filter(
      ({ type, questionId }) =>
        type !== 'BY_QUESTION_RESPONSE' || (types && (questionId === null || known.includes(questionId))),
    ),
  }
}
