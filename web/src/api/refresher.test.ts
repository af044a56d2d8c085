import { expect, test } from 'vitest'
import { makeRefresher } from './refresher.ts'

/** A stub for `ask`, whose requests resolve when the test calls `answer`. */
const answers = () => {
  const pending: (() => void)[] = []
  const requested: string[] = []
  const ask = (key: readonly unknown[]) => {
    requested.push(key.join('.'))
    return new Promise<void>((resolve) => pending.push(resolve))
  }
  const answer = async () => {
    pending.shift()?.()
    // The refresher continues in microtasks.
    for (let turn = 0; turn < 10; turn++) await Promise.resolve()
  }
  return { ask, answer, requested }
}
const atOnce = { wait: () => Promise.resolve() }

test('requests at once', () => {
  const { ask, requested } = answers()
  makeRefresher(ask, atOnce)(['aoi'])
  expect(requested).toEqual(['aoi'])
})

test('messages during a request cause one more request', async () => {
  const { ask, answer, requested } = answers()
  const refresh = makeRefresher(ask, atOnce)
  for (let message = 0; message < 100; message++) refresh(['aoi'])
  expect(requested).toEqual(['aoi'])
  await answer()
  expect(requested).toEqual(['aoi', 'aoi'])
  await answer()
  expect(requested).toHaveLength(2)
  refresh(['aoi'])
  expect(requested).toHaveLength(3)
})

test('requests with different keys run in parallel', () => {
  const { ask, requested } = answers()
  const refresh = makeRefresher(ask, atOnce)
  refresh(['aoi'])
  refresh(['user'])
  expect(requested).toEqual(['aoi', 'user'])
})

test('a failed request does not stop the next one', async () => {
  let requested = 0
  const refresh = makeRefresher(() => Promise.reject(new Error(String(++requested))), atOnce)
  await refresh(['aoi'])
  await refresh(['aoi'])
  expect(requested).toBe(2)
})

test('a caller during a request waits for the next reply', async () => {
  const { ask, answer } = answers()
  const refresh = makeRefresher(ask, atOnce)
  void refresh(['service'])
  let isAnswered = false
  void refresh(['service']).then(() => {
    isAnswered = true
  })
  await answer()
  expect(isAnswered).toBe(false)
  await answer()
  expect(isAnswered).toBe(true)
})

test('a delayed request covers all changes during its delay', async () => {
  const { ask, answer, requested } = answers()
  const turn = Promise.withResolvers<void>()
  const wait = (ms: number) => (ms === 700 ? turn.promise : Promise.resolve())
  const refresh = makeRefresher(ask, { delayMs: () => 700, wait })
  for (let message = 0; message < 10; message++) void refresh(['aoi'])
  expect(requested).toEqual([])
  turn.resolve()
  await answer()
  expect(requested).toEqual(['aoi'])
  await answer()
  expect(requested).toEqual(['aoi'])
})
