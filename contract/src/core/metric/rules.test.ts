import { expect, test } from 'vitest'
import { offeredConditionTypes, toggleMetric } from './rules.ts'

test('at most three metrics are chosen, and a fourth replaces the oldest', () => {
  expect(toggleMetric(['a', 'b'], 'c')).toEqual(['a', 'b', 'c'])
  expect(toggleMetric(['a', 'b', 'c'], 'd')).toEqual(['b', 'c', 'd'])
  expect(toggleMetric(['a', 'b', 'c'], 'b')).toEqual(['a', 'c'])
})

test('each type of condition is offered once, except conditions on questions', () => {
  const none = [{ type: null }]
  expect(offeredConditionTypes('BY_POSTS', none, 0)).toEqual(['BY_ACTION', 'BY_PUBLIC_ACTION', 'BY_REGION'])
  expect(offeredConditionTypes('BY_USERS', none, 0)).toContain('BY_ROLE')
  const two = [{ type: 'BY_PUBLIC_ACTION' }, { type: 'BY_QUESTION_RESPONSE' }, { type: null }] as const
  expect(offeredConditionTypes('BY_POSTS', two, 2)).toEqual(['BY_ACTION', 'BY_QUESTION_RESPONSE', 'BY_REGION'])
  expect(offeredConditionTypes('BY_POSTS', two, 0)).toContain('BY_PUBLIC_ACTION')
})
