import { expect, test } from 'vitest'
import type { Member, MemberGroups } from '#contract'
import { teamItems } from './team-items.ts'

const member = (_id: string, firstName: string, role: string) =>
  ({
    _id,
    firstName,
    lastName: '',
    username: _id,
    phone: null,
    role: { _id: role, name: role, translations: {} },
  }) as Member
const team: MemberGroups = {
  total: [member('1', 'Adi', 'Medic'), member('2', 'Ben', 'Driver'), member('3', 'Carmel', 'Medic')],
  byRole: [
    { _id: 'Driver', title: 'Driver', translations: {}, count: 1, users: ['2'] },
    { _id: 'Medic', title: 'Medic', translations: {}, count: 2, users: ['1', '3'] },
  ],
  byService: [{ _id: 's', title: 'Home', translations: {}, count: 3, users: ['1', '2', '3'] }],
}
const keys = (options: Partial<Parameters<typeof teamItems>[1]>) =>
  teamItems(team, { tab: 'name', find: '', closed: new Set(), ...options }).map(({ key }) => key)

test('sorted by name, all members are in one list', () => {
  expect(keys({})).toEqual(['1', '2', '3'])
})

test('grouped by role, each group is open until closed', () => {
  expect(keys({ tab: 'role' })).toEqual(['group.Driver', '2', 'group.Medic', '1', '3'])
  expect(keys({ tab: 'role', closed: new Set(['Medic']) })).toEqual(['group.Driver', '2', 'group.Medic'])
})

test('a search finds names and roles, opens matching groups and hides empty ones', () => {
  expect(keys({ find: 'CARM' })).toEqual(['3'])
  expect(keys({ tab: 'role', find: 'medic', closed: new Set(['Medic']) })).toEqual(['group.Medic', '1', '3'])
  expect(keys({ tab: 'service', find: 'nobody' })).toEqual([])
})
