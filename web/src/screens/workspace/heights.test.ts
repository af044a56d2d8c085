import { expect, test } from 'vitest'
import { lower, taller } from './heights.ts'

test('the three heights change one step at a time', () => {
  expect([taller('low'), taller('half'), taller('full')]).toEqual(['half', 'full', 'full'])
  expect([lower('full'), lower('half'), lower('low')]).toEqual(['half', 'low', 'low'])
})
