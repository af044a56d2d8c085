import { expect, test, vi } from 'vitest'
import { makeReplyPositions } from './reply-positions.ts'

test('the live stream starts at the earliest reply', () => {
  const positions = makeReplyPositions(() => {})
  for (const position of [12, 9, 15]) positions.note(position)
  expect(positions.start()).toBe(9)
})

test('a reply older than the start of the stream reloads everything, once', () => {
  const onMissed = vi.fn()
  const positions = makeReplyPositions(onMissed)
  positions.note(9)
  positions.start()
  positions.note(20)
  expect(onMissed).not.toHaveBeenCalled()
  positions.note(7)
  positions.note(7)
  expect(onMissed).toHaveBeenCalledTimes(1)
})

test('a stream that started before any reply reloads nothing', () => {
  const onMissed = vi.fn()
  const positions = makeReplyPositions(onMissed)
  expect(positions.start()).toBeUndefined()
  positions.note(7)
  expect(onMissed).not.toHaveBeenCalled()
})
