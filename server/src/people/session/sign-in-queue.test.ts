import { afterEach, expect, test, vi } from 'vitest'
import type { Problem } from '#contract'
import { signInQueue } from './sign-in-queue.ts'

afterEach(() => vi.useRealTimers())

const AT_ONCE = 2
/** Two sign-ins that are checked, and a hundred that wait. */
const ROOM = 102

const refusalOf = (sent: Promise<unknown>): Promise<Problem> =>
  sent.then(
    () => expect.fail('this one was let in'),
    (problem: Problem) => problem,
  )

test('a full queue refuses sign-ins without checking them and spreads their retries', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const inTurn = signInQueue(AT_ONCE)
  const over = Promise.withResolvers<void>()
  const letIn = Array.from({ length: ROOM }, () => inTurn(() => over.promise))
  const check = vi.fn(async () => {})
  const sentAway: number[] = []
  for (let number = 0; number < 1000; number++) {
    const problem = await refusalOf(inTurn(check))
    expect(problem.code).toBe('manySignIns')
    sentAway.push(problem.retryAfterSeconds ?? 0)
  }
  expect(check).not.toHaveBeenCalled()
  expect(sentAway).toEqual(sentAway.toSorted((a, b) => a - b))
  // At 50 ms each, the queue is empty after about 5 s, and then twenty a second may return.
  expect([sentAway.at(0), sentAway.at(-1)]).toEqual([6, 55])
  over.resolve()
  await Promise.all(letIn)
})

test('slow checks delay retries, by five minutes at most', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const inTurn = signInQueue(AT_ONCE)
  for (let number = 0; number < 200; number++) await inTurn(async () => void vi.advanceTimersByTime(2_000))
  const over = Promise.withResolvers<void>()
  const letIn = Array.from({ length: ROOM }, () => inTurn(() => over.promise))
  const sentAway: number[] = []
  for (let number = 0; number < 300; number++)
    sentAway.push((await refusalOf(inTurn(async () => {}))).retryAfterSeconds ?? 0)
  expect([sentAway.at(0), sentAway.at(-1)]).toEqual([101, 300])
  over.resolve()
  await Promise.all(letIn)
})
