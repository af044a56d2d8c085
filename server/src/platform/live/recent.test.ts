import { expect, test } from 'vitest'
import type { OutboxRow } from './message.ts'
import { recentMessages } from './recent.ts'

const row = (position: number, body = '{}'): OutboxRow => ({
  position,
  body,
  serviceId: null,
  memberIds: [],
  sessionId: null,
  control: null,
})

test('keeps the last messages and the position from which they are complete', () => {
  const recent = recentMessages({ from: 10, most: 3 })
  // Positions have gaps, because rolled-back transactions use numbers.
  for (const position of [11, 14, 15, 20, 21, 22, 23, 30]) {
    recent.push(row(position))
    expect(recent.position).toBe(position)
  }
  expect(recent.from).toBe(21)
  expect(recent.after(21).map(({ position }) => position)).toEqual([22, 23, 30])
  expect(recent.after(25).map(({ position }) => position)).toEqual([30])
  expect(recent.after(30)).toEqual([])
})

test('large messages are evicted earlier', () => {
  const recent = recentMessages({ from: 0, mostBytes: 2_500 })
  for (const position of [1, 2, 3, 4]) recent.push(row(position, JSON.stringify('x'.repeat(1_000))))
  expect(recent.from).toBe(2)
  expect(recent.after(0)).toHaveLength(2)
})

test('a small message is copied out of the shared buffer pool', () => {
  const { frame } = recentMessages({ from: 0 }).push(row(1, '{"type":"READY","name":"שלום"}'))
  expect(frame.toString()).toBe('id: 1\ndata: {"type":"READY","name":"שלום"}\n\n')
  expect(frame.buffer.byteLength).toBe(frame.length)
})
