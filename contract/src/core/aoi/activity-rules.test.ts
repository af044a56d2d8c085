import fc from 'fast-check'
import { expect, test } from 'vitest'
import { activityProblems, isActivityDraft } from './activity-rules.ts'

const right = {
  communityId: 'c',
  startTime: new Date(1000),
  plannedTime: null,
  groups: [],
  groupsOfCommunity: [],
  hasRegion: false,
  serviceHasRegions: false,
}

test('a community and one time are enough if there are no groups and no regions', () => {
  expect(activityProblems(right)).toEqual({})
  expect(activityProblems({ ...right, startTime: null, plannedTime: new Date(5) })).toEqual({})
})

test('an activity without any time is rejected with the text of the specification', () => {
  expect(activityProblems({ ...right, startTime: null })).toEqual({ startTime: 'form.activityTime' })
})

test('an end never comes before its start', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0 }), fc.integer({ min: 0 }), (start, end) => {
      const problems = activityProblems({ ...right, startTime: new Date(start), plannedTime: new Date(end) })
      expect(problems.plannedTime === 'form.endBeforeStart').toBe(end < start)
    }),
  )
})

test('groups are required if the community has any, and must be its own', () => {
  const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'))
  fc.assert(
    fc.property(ids, ids, (groups, groupsOfCommunity) => {
      const { groups: problem } = activityProblems({ ...right, groups, groupsOfCommunity })
      const isForeign = groups.some((id) => !groupsOfCommunity.includes(id))
      const isMissing = groupsOfCommunity.length > 0 && groups.length === 0
      expect(problem).toBe(isForeign ? 'form.invalid' : isMissing ? 'form.required' : undefined)
    }),
  )
})

test('a region is required only if the service has regions', () => {
  expect(activityProblems({ ...right, serviceHasRegions: true })).toEqual({ region: 'form.required' })
  expect(activityProblems({ ...right, serviceHasRegions: true, hasRegion: true })).toEqual({})
})

test('a field that only activities have makes the draft an activity', () => {
  expect(isActivityDraft({})).toBe(false)
  expect(isActivityDraft({ isPublic: false })).toBe(false)
  expect(isActivityDraft({ isPublic: true })).toBe(true)
  expect(isActivityDraft({ startTime: new Date() })).toBe(true)
  expect(isActivityDraft({ communityId: 'c' })).toBe(true)
})
