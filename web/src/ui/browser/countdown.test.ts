import { expect, test } from 'vitest'
import { countdownText } from './countdown.ts'

test.each([
  [600_000, '10:00'],
  [599_001, '10:00'],
  [599_000, '09:59'],
  [61_000, '01:01'],
  [1, '00:01'],
  [0, '00:00'],
  [-5_000, '00:00'],
])('with %d ms to go it says %s', (leftMs, text) => {
  expect(countdownText(leftMs)).toBe(text)
})
