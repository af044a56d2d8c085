import { expect, test } from 'vitest'
import {
  activityChanges,
  activityFormProblems,
  changeActivityBody,
  createActivityBody,
  emptyActivity,
  fieldTime,
} from './activity-values.ts'

const check = { changes: {}, isNew: true, groupsOf: () => [], regions: [] }
const full = {
  ...emptyActivity,
  name: 'Run',
  communityId: 'c',
  start: '2026-03-05T10:00',
  place: { at: [1, 2] as [number, number] },
}

test('the date field’s value survives a round trip', () => {
  const time = new Date(2026, 2, 5, 7, 4).toISOString()
  expect(fieldTime(time)).toBe('2026-03-05T07:04')
  expect(new Date(fieldTime(time)).toISOString()).toBe(time)
  expect(fieldTime(null)).toBe('')
})

test('all missing values are reported at once', () => {
  expect(activityFormProblems(emptyActivity, check)).toEqual({
    name: 'form.required',
    startCoordinates: 'form.required',
    communityId: 'form.required',
    startTime: 'form.activityTime',
  })
  expect(activityFormProblems(full, check)).toEqual({})
})

test('times are sent in ms, and an edit sends only what it touched', () => {
  const submission = { nonce: '1', creationTime: 1 }
  const body = createActivityBody(full, { address: undefined, submission, serviceId: 's' })
  expect(body).toMatchObject({ startTime: String(new Date(2026, 2, 5, 10).getTime()), isPublic: 'false', groups: '[]' })
  expect(body).not.toHaveProperty('plannedTime')
  expect(changeActivityBody(full, { ...full, isPublic: true }, 'Pier 7')).toEqual({ isPublic: 'true' })
  expect(changeActivityBody(full, { ...full, start: '', end: '2026-03-06T10:00' }, undefined)).toEqual({
    startTime: '',
    plannedTime: String(new Date(2026, 2, 6, 10).getTime()),
  })
})

test('the order of groups is not a change', () => {
  const initial = { ...full, groups: ['a', 'b'] }
  expect(activityChanges(initial, { ...initial, groups: ['b', 'a'] })).toEqual({})
})
