import { describe, expect, test } from 'vitest'
import type { EventType, Question } from '../event-type/api.ts'
import { answerField, answerProblem, eventProblems, offeredTypes, suggestName } from './rules.ts'

const question = (more: Partial<Question> = {}): Question => ({
  _id: 'q1',
  name: 'How many?',
  value: '',
  kind: 'text',
  choices: [],
  isRequired: true,
  translations: {},
  ...more,
})
const type = (more: Partial<EventType> = {}) =>
  ({ fields: [], isPhotoRequired: false, ...more }) as unknown as EventType

describe('an answer', () => {
  test.each([
    ['text', 'anything', undefined],
    ['text', '  ', 'form.required'],
    ['number', '12.5', undefined],
    ['number', 'a dozen', 'form.invalid'],
    ['choice', 'red', undefined],
    ['choice', 'green', 'form.invalid'],
    ['yesNo', 'yes', undefined],
    ['yesNo', 'perhaps', 'form.invalid'],
    ['date', '2026-02-28', undefined],
    ['date', 'tomorrow', 'form.invalid'],
  ] as const)('of kind %s that says "%s" has the problem %s', (kind, value, problem) => {
    expect(answerProblem(question({ kind, choices: ['red', 'blue'] }), value)).toBe(problem)
  })

  test('may be omitted if the question is optional', () => {
    expect(answerProblem(question({ isRequired: false, kind: 'number' }), '')).toBeUndefined()
  })
})

test('an event needs a type, its answers, and a photo if the type requires one', () => {
  expect(eventProblems({ type: undefined, answers: [], hasImage: false })).toEqual({ publicAction: 'form.required' })
  const photographed = type({ fields: [question()], isPhotoRequired: true })
  expect(eventProblems({ type: photographed, answers: [], hasImage: false })).toEqual({
    [answerField('q1')]: 'form.required',
    file: 'form.required',
  })
  expect(eventProblems({ type: photographed, answers: [{ _id: 'q1', value: '3' }], hasImage: true })).toEqual({})
})

test('an answer to a question of another type is rejected', () => {
  expect(eventProblems({ type: type(), answers: [{ _id: 'q9', value: '3' }], hasImage: true })).toEqual({
    [answerField('q9')]: 'form.invalid',
  })
})

test('a role without listed types offers all of them', () => {
  const types = [{ _id: 'a' }, { _id: 'b' }]
  expect(offeredTypes(types, [])).toEqual(types)
  expect(offeredTypes(types, ['b', 'gone'])).toEqual([{ _id: 'b' }])
})

test.each([
  ['Valencia Street, San Francisco, United States', 'Road hazard, Valencia Street'],
  ['12, Herzl Street, Haifa', 'Road hazard, Herzl Street'],
  ['near Oakland, United States', 'Road hazard, near Oakland'],
  [undefined, 'Road hazard'],
  ['', 'Road hazard'],
])('at %s the suggested name is %s', (address, name) => {
  expect(suggestName('Road hazard', address)).toBe(name)
})

test('a suggestion never exceeds the maximum length of a name', () => {
  expect(suggestName('x'.repeat(400), undefined)).toHaveLength(300)
})
