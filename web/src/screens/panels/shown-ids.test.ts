import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { aoiKeys } from '../../core/aoi/keys.ts'
import { warningOf } from '../../testing/warning.ts'
import { type ExportedPanel, shownIds } from './shown-ids.ts'

const queries = new QueryClient()
const at = (minute: number) => new Date(2026, 2, 5, 7, minute).toISOString()

const member = (_id: string, role: string, minute: number) => ({
  _id,
  username: _id,
  firstName: _id,
  lastName: '',
  phone: null,
  createdAt: at(minute),
  role: { name: role, translations: {} },
  service: { title: 'Home', translations: {} },
})
queries.setQueryData(['user', 'grouped'], {
  total: [member('Adi', 'Medic', 3), member('Ben', 'Driver', 2), member('Carmel', 'Medic', 1)],
  byRole: [
    { _id: 'd', users: ['Ben'] },
    { _id: 'm', users: ['Adi', 'Carmel'] },
  ],
  byService: [],
})
queries.setQueryData(
  ['community', 'all'],
  ['North', 'South'].map((title) => ({ _id: title, title, translations: {} })),
)
queries.setQueryData(
  ['community', 'groups'],
  [
    ['Rescue', 'South', 1],
    ['Kitchen', 'North', 2],
    ['Radio', 'North', 3],
  ].map(([name, communityId, minute]) => ({
    _id: name,
    name,
    translations: {},
    communityId,
    admin: null,
    membersCount: 4,
    createdAt: at(Number(minute)),
  })),
)
const area = (name: string, status: string, minute: number) => ({
  _id: name,
  address: 'Port Road',
  properties: { name, status, creationTime: at(minute) },
})
queries.setQueryData(aoiKeys.list('areas'), [area('Mill', 'OK', 1), area('Port', 'ALERT', 2)])
queries.setQueryData(
  ['sensor', 'list'],
  [{ _id: 's', name: 'Gauge', state: 'ALARM', telemetry: { serial: 'A-1', name: null }, createdAt: at(3) }],
)

const idsOf = (list: ExportedPanel, shown: Omit<Parameters<typeof shownIds>[2], 'serviceId'> = {}) =>
  shownIds(list, queries, { ...shown, serviceId: 'home' })

test('the team is exported as listed', () => {
  expect(idsOf('users', {})).toEqual(['Adi', 'Ben', 'Carmel'])
  expect(idsOf('users', { order: 'desc', sort: 'name' })).toEqual(['Carmel', 'Ben', 'Adi'])
  expect(idsOf('users', { tab: 'role' })).toEqual(['Ben', 'Adi', 'Carmel'])
  expect(idsOf('users', { find: 'medic', sort: 'createdAt', order: 'asc' })).toEqual(['Carmel', 'Adi'])
})

test('groups stand below their communities, searched and sorted', () => {
  expect(idsOf('groups', {})).toEqual(['Kitchen', 'Radio', 'Rescue'])
  expect(idsOf('groups', { sort: 'createdAt' })).toEqual(['Radio', 'Kitchen', 'Rescue'])
  expect(idsOf('groups', { find: 'ra' })).toEqual(['Radio'])
})

test('areas and then sensors, or by state, are sorted worst first', () => {
  expect(idsOf('aois', {})).toEqual(['Port', 'Mill', 's'])
  expect(idsOf('aois', { tab: 'status' })).toEqual(['Port', 's', 'Mill'])
  expect(idsOf('aois', { sort: 'name', order: 'desc' })).toEqual(['Port', 'Mill', 's'])
  expect(idsOf('aois', { find: 'a-1' })).toEqual(['s'])
})

test('alarms and regions are exported as listed, upcoming warnings after those in effect', () => {
  queries.setQueryData(['rule', 'alarms', 'open'], [{ _id: 'late' }, { _id: 'early' }])
  queries.setQueryData(['service', 'one', 'home'], { regions: [{ _id: 'port' }, { _id: 'hill' }] })
  const warnings = [
    warningOf({ _id: 'tomorrow', severity: 'extreme', beginsAt: new Date(Date.now() + 86_400_000).toISOString() }),
    warningOf({ _id: 'now', severity: 'minor' }),
  ]
  queries.setQueryData(['warnings', 'list'], { warnings, total: 2, hasFeeds: true })
  expect(idsOf('alarms')).toEqual(['late', 'early'])
  expect(idsOf('regions')).toEqual(['port', 'hill'])
  expect(idsOf('warnings')).toEqual(['now', 'tomorrow'])
})
