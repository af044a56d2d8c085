import { expect, test } from 'vitest'
import { delayAfter } from './live-stream.ts'

test('each failure doubles the wait, up to half a minute', () => {
  expect([0, 1, 2, 3, 4, 5, 20].map((failures) => delayAfter(failures, 1))).toEqual([
    1000, 2000, 4000, 8000, 16000, 30000, 30000,
  ])
})

test('waits are spread over half of their length', () => {
  expect(delayAfter(3, 0)).toBe(4000)
})
