import { expect, test } from 'vitest'
import { makeRefresher } from './refresher.ts'

/** Answers that come when the test says so. */
const answers = () => {
  const waiting: (() => void)[] = []
  const asked: string[] = []
  const ask = (key: readonly string[]) => {
    asked.push(key.join('.'))
    return new Promise<void>((resolve) => waiting.push(resolve))
  }
  const answer = async () => {
    waiting.shift()?.()
    // All that follows from it happens in microtasks.
    for (let turn = 0; turn < 10; turn++) await Promise.resolve()
  }
  return { ask, answer, asked }
}
const atOnce = () => Promise.resolve()

test('asks at once', () => {
  const { ask, asked } = answers()
  makeRefresher(ask, atOnce)(['aoi'])
  expect(asked).toEqual(['aoi'])
})

test('what is heard while an answer is under way asks once more, however often it is heard', async () => {
  const { ask, answer, asked } = answers()
  const refresh = makeRefresher(ask, atOnce)
  for (let message = 0; message < 100; message++) refresh(['aoi'])
  expect(asked).toEqual(['aoi'])
  await answer()
  expect(asked).toEqual(['aoi', 'aoi'])
  await answer()
  expect(asked).toHaveLength(2)
  refresh(['aoi'])
  expect(asked).toHaveLength(3)
})

test('keys do not wait for each other', () => {
  const { ask, asked } = answers()
  const refresh = makeRefresher(ask, atOnce)
  refresh(['aoi'])
  refresh(['user'])
  expect(asked).toEqual(['aoi', 'user'])
})

test('an answer that fails does not stop the next one', async () => {
  let asked = 0
  const refresh = makeRefresher(() => Promise.reject(new Error(String(++asked))), atOnce)
  await refresh(['aoi'])
  await refresh(['aoi'])
  expect(asked).toBe(2)
})

test('whoever asks meanwhile waits for the answer that knows of it', async () => {
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
