import {
  type FieldProblems,
  fieldProblems,
  type Rule,
  type RuleCondition,
  RuleDraft,
  type RuleSeverity,
  type WarningSeverity,
} from '#contract'
import type { RuleBody } from './data.ts'

/** A number, or text that is still being typed, such as “3.”. */
export type TypedNumber = number | string

export type ConditionValues = {
  key: string
  type: RuleCondition['type']
  parameter: string
  operator: 'above' | 'below'
  enter: TypedNumber
  leave: TypedNumber
  direction: 'rises' | 'falls'
  by: TypedNumber
  seconds: number
  state: string
  isState: boolean
  areaId: string
  isInside: boolean
  days: number[]
  from: string
  to: string
}

export type RuleValues = {
  name: string
  severity: RuleSeverity
  on: 'sensor' | 'unattended' | 'cluster' | 'warning'
  scope: 'all' | 'sensor' | 'area' | 'kind'
  scopeOf: string
  match: 'all' | 'any'
  conditions: ConditionValues[]
  forSeconds: number
  clearSeconds: number
  noDataSeconds: number
  quietSeconds: number
  setsAreaStatus: boolean
  eventTypeId: string
  isArchivedOnClear: boolean
  planId: string
  eventTypeIds: string[]
  seconds: number
  moreThan: TypedNumber
  radiusKm: TypedNumber
  warningSeverity: WarningSeverity
  /** Whether the rule is for warnings of `regionIds` or of the home area. */
  isOfRegions: boolean
  regionIds: string[]
}

let keys = 0
export const newCondition = (some: Partial<ConditionValues> = {}): ConditionValues => ({
  type: 'value',
  parameter: '',
  operator: 'above',
  enter: '',
  leave: '',
  direction: 'rises',
  by: '',
  seconds: 600,
  state: 'ALARM',
  isState: true,
  areaId: '',
  isInside: true,
  days: [0, 1, 2, 3, 4, 5, 6],
  from: '22:00',
  to: '06:00',
  ...some,
  key: `${++keys}`,
})

export const emptyRule = (): RuleValues => ({
  name: '',
  severity: 'warning',
  on: 'sensor',
  scope: 'all',
  scopeOf: '',
  match: 'all',
  conditions: [newCondition()],
  forSeconds: 0,
  clearSeconds: 0,
  noDataSeconds: 0,
  quietSeconds: 0,
  setsAreaStatus: true,
  eventTypeId: '',
  isArchivedOnClear: false,
  planId: '',
  eventTypeIds: [],
  seconds: 600,
  moreThan: 5,
  radiusKm: 1,
  warningSeverity: 'severe',
  isOfRegions: false,
  regionIds: [],
})

const conditionValues = (condition: RuleCondition): ConditionValues => {
  if (condition.type === 'value') return newCondition({ ...condition, leave: condition.leave ?? '' })
  if (condition.type === 'rate') return newCondition({ ...condition, seconds: condition.withinSeconds })
  return newCondition(condition)
}

export const valuesOf = ({
  name,
  severity,
  trigger,
  quietSeconds,
  setsAreaStatus,
  event,
  planId,
}: Rule): RuleValues => {
  const common = {
    ...emptyRule(),
    name,
    severity,
    quietSeconds,
    setsAreaStatus,
    on: trigger.type,
    eventTypeId: event?.eventTypeId ?? '',
    isArchivedOnClear: event?.isArchivedOnClear ?? false,
    planId: planId ?? '',
  }
  if (trigger.type === 'unattended') return { ...common, ...trigger, on: trigger.type } as RuleValues
  if (trigger.type === 'cluster') {
    const { eventTypeIds, moreThan, radiusMetres, withinSeconds } = trigger
    return { ...common, eventTypeIds, moreThan, radiusKm: radiusMetres / 1000, seconds: withinSeconds }
  }
  if (trigger.type === 'warning') {
    const { severity: warningSeverity, regionIds } = trigger
    return { ...common, warningSeverity, isOfRegions: regionIds !== null, regionIds: regionIds ?? [] }
  }
  const { scope, match, conditions, forSeconds, clearSeconds, noDataSeconds } = trigger
  const scopeOf = { all: '', sensor: 'sensorId', area: 'areaId', kind: 'kind' }[scope.type]
  return {
    ...common,
    scope: scope.type,
    scopeOf: scopeOf ? ((scope as unknown as Record<string, string>)[scopeOf] ?? '') : '',
    match,
    forSeconds,
    clearSeconds,
    noDataSeconds: noDataSeconds ?? 0,
    conditions: conditions.map(conditionValues),
  }
}

const filled = (value: TypedNumber) => (value === '' ? undefined : Number(value))
const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

const conditionBody = (values: ConditionValues) => {
  const { type, parameter, seconds } = values
  switch (type) {
    case 'value': {
      const { operator, enter, leave } = values
      return { type, parameter, operator, enter: filled(enter), leave: filled(leave) ?? null }
    }
    case 'rate':
      return { type, parameter, direction: values.direction, by: filled(values.by), withinSeconds: seconds }
    case 'silence':
      return { type, seconds }
    case 'state':
      return { type, isState: values.isState, state: values.state }
    case 'place':
      return { type, isInside: values.isInside, areaId: values.areaId }
    case 'time':
      return { type, days: values.days, from: values.from, to: values.to, timeZone }
  }
}

const scopeBody = ({ scope, scopeOf }: RuleValues) => {
  if (scope === 'sensor') return { type: scope, sensorId: scopeOf }
  if (scope === 'area') return { type: scope, areaId: scopeOf }
  return scope === 'kind' ? { type: scope, kind: scopeOf } : { type: scope }
}

const triggerBody = (values: RuleValues) => {
  const { on, eventTypeIds, seconds, moreThan, radiusKm } = values
  if (on === 'unattended') return { type: on, eventTypeIds, seconds }
  if (on === 'cluster') {
    const radiusMetres = radiusKm === '' ? undefined : Number(radiusKm) * 1000
    return { type: on, eventTypeIds, moreThan: filled(moreThan), radiusMetres, withinSeconds: seconds }
  }
  if (on === 'warning')
    return { type: on, severity: values.warningSeverity, regionIds: values.isOfRegions ? values.regionIds : null }
  const { match, forSeconds, clearSeconds, noDataSeconds } = values
  return {
    type: on,
    scope: scopeBody(values),
    match,
    forSeconds,
    clearSeconds,
    conditions: values.conditions.map(conditionBody),
    noDataSeconds: noDataSeconds || null,
  }
}

/**
 * The request body, or errors by field. An id that was not selected is reported as missing, although the schema calls
 * it invalid.
 */
export const checkedRule = (values: RuleValues): { body: RuleBody | undefined; problems: FieldProblems } => {
  const { name, severity, quietSeconds, setsAreaStatus, eventTypeId, isArchivedOnClear, planId } = values
  const sent = {
    name,
    severity,
    quietSeconds,
    setsAreaStatus,
    trigger: triggerBody(values),
    event: eventTypeId ? { eventTypeId, isArchivedOnClear } : null,
    planId: planId || null,
  }
  const { data, error } = RuleDraft.omit({ isEnabled: true }).safeParse(sent)
  if (data) return { body: data as RuleBody, problems: {} }
  const problems = fieldProblems(error)
  for (const field of Object.keys(problems))
    if (/\.(areaId|sensorId)$/.test(field) && problems[field] === 'form.invalid') problems[field] = 'form.required'
  return { body: undefined, problems }
}

export const draftOf = (values: RuleValues): RuleDraft | undefined => {
  const { body } = checkedRule({ ...values, name: values.name || '–' })
  return body && RuleDraft.parse(body)
}
