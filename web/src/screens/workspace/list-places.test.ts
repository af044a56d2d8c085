import { expect, test } from 'vitest'
import type { GroupSummary, MemberGroups, MemberPosition } from '#contract'
import { groupPlaces, memberPlaces } from './list-places.ts'

const positions = [
  { _id: 'dana', location: [34, 32] },
  { _id: 'omer', location: [35, 33] },
] as MemberPosition[]
const person = (_id: string, role: string) => ({ _id, username: _id, firstName: _id, role: { name: role } })
const team = { total: [person('dana', 'Medic'), person('omer', 'Driver')] } as unknown as MemberGroups

test('all listed members are fitted', () => {
  expect(memberPlaces(positions, team, ' ')).toEqual([
    [34, 32],
    [35, 33],
  ])
  expect(memberPlaces(positions, team, 'MEDIC')).toEqual([[34, 32]])
  expect(memberPlaces(positions, team, 'nobody')).toEqual([])
})

test('groups without a place or outside the search are excluded', () => {
  const groups = [
    { name: 'North', translations: {}, position: [35, 33] },
    { name: 'Northern kitchen', translations: {}, position: null },
    { name: 'South', translations: {}, position: [34, 31] },
  ] as unknown as GroupSummary[]
  expect(groupPlaces(groups, '')).toHaveLength(2)
  expect(groupPlaces(groups, 'north')).toEqual([[35, 33]])
})
