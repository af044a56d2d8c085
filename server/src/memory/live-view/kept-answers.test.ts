import { afterEach, expect, test, vi } from 'vitest'
import type { OutboxWatermark } from './change-set.ts'
import { keptAnswers } from './kept-answers.ts'

afterEach(() => vi.useRealTimers())

const watermarkAt = (position: number): OutboxWatermark => ({ position, early: new Set() })

const openKept = () => {
  const published = { watermark: watermarkAt(1) }
  const seen = { watermark: published.watermark }
  const feed = {
    catchUp: async () => {
      seen.watermark = published.watermark
    },
    watermark: () => seen.watermark,
  }
  const answer = vi.fn(async (question: string) => `${question} at ${seen.watermark.position}`)
  return { published, answer, ask: keptAnswers(feed, (question: string) => question, answer) }
}

test('those who ask one after another get one answer until something is published', async () => {
  const { published, answer, ask } = openKept()
  expect([await ask('events'), await ask('events')]).toEqual(['events at 1', 'events at 1'])
  expect(await ask('entries')).toBe('entries at 1')
  expect(answer).toHaveBeenCalledTimes(2)
  published.watermark = watermarkAt(2)
  expect(await ask('events')).toBe('events at 2')
  expect(answer).toHaveBeenCalledTimes(3)
})

test('what depends on the clock is answered anew after some seconds', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { answer, ask } = openKept()
  await ask('events')
  vi.advanceTimersByTime(6_000)
  await ask('events')
  expect(answer).toHaveBeenCalledTimes(2)
})

test('a failure is not kept', async () => {
  const { answer, ask } = openKept()
  answer.mockRejectedValueOnce(new Error('away'))
  await expect(ask('events')).rejects.toThrow('away')
  expect(await ask('events')).toBe('events at 1')
})
