import { expect, test } from 'vitest'
import { Problem } from '#contract'
import { isWorthRetrying, retryDelay } from './retry.ts'

const retries = (error: Error) => [0, 1, 2, 3, 4].filter((failures) => isWorthRetrying(failures, error)).length

test('retries a restarting server three times, not before Retry-After', () => {
  const restarting = new Problem('unavailable', { retryAfterSeconds: 1 })
  expect(retries(restarting)).toBe(3)
  expect([0, 1, 2].map((failures) => retryDelay(failures, restarting))).toEqual([1000, 1000, 1000])
})

test('fails at once if the server asks for a long wait', () => {
  expect(retries(new Problem('unavailable', { retryAfterSeconds: 30 }))).toBe(0)
})

test('a lost connection and an unknown failure are retried twice, within a second and a half', () => {
  for (const error of [new Problem('network'), new Problem('unknownServerError')]) {
    expect(retries(error)).toBe(2)
    expect(retryDelay(0, error) + retryDelay(1, error)).toBe(1500)
  }
})

test('refusals and timeouts are not retried', () => {
  expect(retries(new Problem('forbidden'))).toBe(0)
  expect(retries(new Problem('network', { cause: new DOMException('', 'TimeoutError') }))).toBe(0)
  expect(retries(new Error('a fault of ours'))).toBe(0)
})
