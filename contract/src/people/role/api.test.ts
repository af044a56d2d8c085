import { expect, test } from 'vitest'
import { toggleDefaultMetric } from './api.ts'

test('a counter is added up to three, and a fourth replaces the last', () => {
  const three = ['a', 'b', 'c'].reduce(toggleDefaultMetric, [] as string[])
  expect(three).toEqual(['a', 'b', 'c'])
  expect(toggleDefaultMetric(three, 'd')).toEqual(['a', 'b', 'd'])
})

test('choosing the same counter again removes it', () => {
  expect(toggleDefaultMetric(['a', 'b', 'c'], 'b')).toEqual(['a', 'c'])
})
