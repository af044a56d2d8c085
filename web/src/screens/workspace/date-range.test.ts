import { expect, test } from 'vitest'
import { boundsFor, dayOf, instantsOf, isDay } from './date-range.ts'
import { rangeOf } from './workspace.ts'

const today = '2026-11-15'

test('the default range is the last ten years to the end of today', () => {
  expect(rangeOf({}, today)).toEqual({ from: '2016-11-15', to: today })
  expect(rangeOf({ from: '2026-01-01', to: '2026-02-01' }, today)).toEqual({ from: '2026-01-01', to: '2026-02-01' })
})

test('a leap day ten years back is the first of March', () => {
  expect(rangeOf({}, '2028-02-29').from).toBe('2018-03-01')
})

test('days after today cannot be picked', () => {
  expect(boundsFor([null, null], today)).toEqual({ min: undefined, max: today })
})

test('once the first day is picked, nothing before it can be', () => {
  expect(boundsFor(['2026-11-03', null], today).min).toBe('2026-11-03')
})

test('a whole range can be replaced from any day', () => {
  expect(boundsFor(['2026-11-03', '2026-11-09'], today).min).toBeUndefined()
})

test('days run from their first to their last moment, in the browser’s time zone', () => {
  const { startTime, endTime } = instantsOf({ from: '2026-11-03', to: '2026-11-04' })
  expect(dayOf(new Date(startTime))).toBe('2026-11-03')
  expect(dayOf(new Date(new Date(startTime).getTime() - 1))).toBe('2026-11-02')
  expect(dayOf(new Date(endTime))).toBe('2026-11-04')
  expect(dayOf(new Date(new Date(endTime).getTime() + 1))).toBe('2026-11-05')
})

test.each(['2026-02-30', '2026-13-01', '26-01-01', '2026-1-1', '', 7, undefined])('%s is no day', (text) => {
  expect(isDay(text)).toBe(false)
})
