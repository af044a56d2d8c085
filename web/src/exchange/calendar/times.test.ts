import { expect, test } from 'vitest'
import { hoursText, moveTimes, timeText } from './times.ts'

test('moving shifts both times, and a missing one stays missing', () => {
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

test('a period within a day names its date once, and one across days names both dates', () => {
  const at = (text: string) => new Date(text).toISOString()
  const startTime = at('2026-11-20T08:30:00')
  expect(timeText({ startTime, endTime: null }, 'en')).toBe('20 Nov 2026, 08:30')
  expect(timeText({ startTime, endTime: at('2026-11-20T10:00:00') }, 'en')).toBe('20 Nov 2026, 08:30 – 10:00')
  expect(timeText({ startTime, endTime: at('2026-11-21T10:00:00') }, 'en')).toBe(
    '20 Nov 2026, 08:30 – 21 Nov 2026, 10:00',
  )
})

test('hours have two digits, alone and as a range', () => {
  const start = { hour: 9, minute: 5 }
  const end = { hour: 10, minute: 30 }
  expect(hoursText({ start })).toBe('09:05')
  expect(hoursText({ start, end: null })).toBe('09:05')
  expect(hoursText({ start, end })).toBe('\u206809:05–10:30\u2069')
  expect(hoursText({ start, end: start })).toBe('09:05')
})
