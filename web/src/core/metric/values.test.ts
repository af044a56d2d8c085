import { describe, expect, test } from 'vitest'
import type { PresetAction } from '#contract'
import {
  addsMixedUnits,
  checked,
  emptyMetric,
  type MetricValues,
  newCondition,
  normalise,
  valuesOf,
  withCountType,
  withMetricType,
} from './values.ts'

const id = (number: number) => `0198c0de-0000-7000-8000-00000000000${number}`
const action = (more: Partial<PresetAction> = {}): PresetAction => ({
  _id: id(1),
  name: 'Spent',
  translations: {},
  unit: 'Dollar',
  value: '1',
  isAutoSharing: false,
  role: null,
  isCustomValue: true,
  setOfValuesEnabled: false,
  values: [],
  service: [],
  ...more,
})
const values = (...conditions: MetricValues['conditions']): MetricValues => ({
  ...emptyMetric,
  name: 'Any',
  shortName: 'Any',
  metricType: 'BY_POSTS',
  metricCountType: 'COUNT_POSTS',
  conditions,
})
const byAction = (more: object) => newCondition({ type: 'BY_ACTION', actionId: id(1), ...more })
const types = newCondition({ type: 'BY_PUBLIC_ACTION', ids: [id(2)] })
const answer = newCondition({ type: 'BY_QUESTION_RESPONSE', questionId: id(3), response: 'knee' })

describe('the form of a metric', () => {
  test('reports missing values field by field', () => {
    const { problems } = checked({ ...emptyMetric, conditions: [newCondition()] }, [])
    expect(problems).toEqual({
      name: 'form.required',
      shortName: 'form.required',
      metricType: 'form.required',
      metricCountType: 'form.required',
      'conditions.0.type': 'form.required',
    })
  })

  test('sends an expression for numbers, none for text, and a choice for a list', () => {
    const settings = (action: PresetAction, more: object) => {
      const { body } = checked(values(byAction({ isNarrowed: true, ...more })), [action])
      return body?.conditions?.[0]
    }
    expect(settings(action(), { value: '5', expression: 'MORE' })).toMatchObject({
      actionSettings: { type: 'Dollar', value: '5', expression: 'MORE' },
    })
    expect(settings(action({ unit: 'Text' }), { value: 'High' })).toMatchObject({
      actionSettings: { type: 'Text', value: 'High' },
    })
    expect(settings(action({ unit: 'Text' }), { value: 'High' })).not.toHaveProperty('actionSettings.expression')
    const list = action({ setOfValuesEnabled: true, values: ['1', '2'] })
    expect(settings(list, { values: ['2'] })).toMatchObject({ actionSettings: { values: ['2'] } })
  })

  test.each([action(), action({ unit: 'Text' }), action({ setOfValuesEnabled: true, values: ['1'] })])(
    'never sends an empty value',
    (action) => {
      const { problems } = checked(values(byAction({ isNarrowed: true })), [action])
      expect(problems).toEqual({ 'conditions.0.actionSettings.value': 'form.required' })
    },
  )

  test('resets its conditions when the count type changes', () => {
    expect(withCountType(values(types), 'CALCULATE').conditions).toEqual([])
    expect(withCountType(values(types), 'COUNT_POSTS').conditions).toEqual([types])
  })

  test('requires roles only if it is about members', () => {
    const role = newCondition({ type: 'BY_ROLE', ids: [id(4)] })
    const ofMembers: MetricValues = { ...values(role, types), metricType: 'BY_USERS' }
    expect(withMetricType(ofMembers, 'BY_POSTS').conditions).toEqual([types])
  })

  test('drops questions with the event types they belong to', () => {
    expect(normalise(values(types, answer), () => [id(3)]).conditions).toEqual([types, answer])
    expect(normalise(values(types, answer), () => []).conditions).toEqual([types])
    expect(normalise(values(answer), () => [id(3)]).conditions).toEqual([])
  })

  test('warns of a sum of dollars and plain numbers', () => {
    const kinds = [
      { _id: id(2), unit: 'Dollar' as const },
      { _id: id(3), unit: 'Number' as const },
      { _id: id(4), unit: 'Text' as const },
    ]
    const sumOf = (...conditions: MetricValues['conditions']): MetricValues => ({
      ...values(...conditions),
      metricCountType: 'CALCULATE',
    })
    const ofTypes = (...ids: string[]) => newCondition({ type: 'BY_PUBLIC_ACTION', ids })
    expect(addsMixedUnits(sumOf(ofTypes(id(2), id(3))), kinds)).toBe(true)
    expect(addsMixedUnits(sumOf(), kinds)).toBe(true)
    expect(addsMixedUnits(sumOf(ofTypes(id(3), id(4))), kinds)).toBe(false)
    expect(addsMixedUnits(sumOf(ofTypes(id(2), id(3)), byAction({})), kinds)).toBe(false)
    expect(addsMixedUnits(values(ofTypes(id(2), id(3))), kinds)).toBe(false)
  })

  test('shows a metric as it was saved', () => {
    const { body } = checked(values(types, byAction({ users: [id(5)] })), [action()])
    const metric = { ...body, _id: id(9), service: id(8), unit: 'Number' } as Parameters<typeof valuesOf>[0]
    expect(checked(valuesOf(metric), [action()]).body).toEqual(body)
  })
})
