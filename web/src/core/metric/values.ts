import {
  type ActionUnit,
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
  type Translations,
} from '#contract'
import type { MetricBody } from './data.ts'

export type ConditionValues = {
  key: number
  type: MetricConditionType | null
  actionId: string | null
  isNarrowed: boolean
  expression: MetricExpression
  value: string
  values: string[]
  users: string[]
  questionId: string | null
  response: string
  /** Ids of event types, regions or roles, depending on `type`. */
  ids: string[]
}

export type MetricValues = {
  name: string
  shortName: string
  translations: Translations
  metricType: MetricType | null
  metricCountType: MetricCountType | null
  isAdminOnly: boolean
  conditions: ConditionValues[]
}

let keys = 0
export const newCondition = (more: Partial<ConditionValues> = {}): ConditionValues => ({
  key: ++keys,
  type: null,
  actionId: null,
  isNarrowed: false,
  expression: 'EXACT',
  value: '',
  values: [],
  users: [],
  questionId: null,
  response: '',
  ids: [],
  ...more,
})

export const emptyMetric: MetricValues = {
  name: '',
  shortName: '',
  translations: {},
  metricType: null,
  metricCountType: null,
  isAdminOnly: false,
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

export const valuesOf = ({
  name,
  shortName,
  translations,
  metricType,
  metricCountType,
  isAdminOnly,
  conditions,
}: Metric) => ({
  name,
  shortName,
  translations,
  metricType,
  metricCountType,
  isAdminOnly,
  conditions: conditions.map(conditionValues),
})

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
      // An empty selection is sent as an empty value, which validation refuses.
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

export const withCountType = (values: MetricValues, metricCountType: MetricCountType): MetricValues =>
  metricCountType === values.metricCountType ? values : { ...values, metricCountType, conditions: [] }

/** Conditions on roles exist only when members are counted. */
export const withMetricType = (values: MetricValues, metricType: MetricType): MetricValues => ({
  ...values,
  metricType,
  conditions: values.conditions.filter(({ type }) => metricType === 'BY_USERS' || type !== 'BY_ROLE'),
})

/** Drops conditions on questions whose event type is no longer selected. */
export const normalise = (
  values: MetricValues,
  questionsOf: (typeIds: string[]) => readonly string[],
): MetricValues => {
  const types = values.conditions.find(({ type }) => type === 'BY_PUBLIC_ACTION')
  const questionIds = types ? questionsOf(types.ids) : []
  return {
    ...values,
    conditions: values.conditions.filter(
      ({ type, questionId }) =>
        type !== 'BY_QUESTION_RESPONSE' || (types && (questionId === null || questionIds.includes(questionId))),
    ),
  }
}

/**
 * Whether the sum over the selected event types, or over all, mixes dollars and plain numbers. A sum over one action
 * has a single unit.
 */
export const addsMixedUnits = (
  { metricCountType, conditions }: MetricValues,
  types: readonly { _id: string; unit: ActionUnit }[],
): boolean => {
  if (metricCountType !== 'CALCULATE' || conditions.some(({ type }) => type === 'BY_ACTION')) return false
  const chosenIds = conditions.filter(({ type }) => type === 'BY_PUBLIC_ACTION').flatMap(({ ids }) => ids)
  const added = chosenIds.length > 0 ? types.filter(({ _id }) => chosenIds.includes(_id)) : types
  return new Set(added.map(({ unit }) => unit === 'Dollar')).size > 1
}

export type ConditionProps = {
  values: ConditionValues
  field: string
  errorOf: (field: string) => string | undefined
  onChange: (change: Partial<ConditionValues>) => void
}
