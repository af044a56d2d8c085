import { expect, test } from 'vitest'
import { moveTimes, timeText } from './times.ts'

test('both times move alike, and what is not known stays so', () => {
  const to = new Date('2026-11-25T09:00:00Z')
  expect(moveTimes({ startTime: '2026-11-20T08:00:00.000Z', endTime: '2026-11-21T10:00:00.000Z' }, to)).toEqual({
    startTime: '2026-11-25T09:00:00.000Z',
    endTime: '2026-11-26T11:00:00.000Z',
  })
  expect(moveTimes({ startTime: null, endTime: '2026-11-21T10:00:00.000Z' }, to)).toEqual({
    startTime: null,
    endTime: '2026-11-25T09:00:00.000Z',
  })
})

test('a time is short within a day and complete beyond it', () => {
  const at = (text: string) => new Date(text).toISOString()
  const startTime = at('2026-11-20T08:30:00')
  expect(timeText({ startTime, endTime: null }, 'en')).toBe('20 Nov 2026, 08:30')
  expect(timeText({ startTime, endTime: at('2026-11-20T10:00:00') }, 'en')).toBe('20 Nov 2026, 08:30 – 10:00')
  expect(timeText({ startTime, endTime: at('2026-11-21T10:00:00') }, 'en')).toBe(
    '20 Nov 2026, 08:30 – 21 Nov 2026, 10:00',
  )
})
