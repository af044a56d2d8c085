import { QueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { aoiKeys } from '../../core/aoi/keys.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { csvRows } from './short-list-csv.ts'

let t: TFunction
beforeAll(async () => {
  t = await startTestI18n()
})
const queries = new QueryClient()
const at = (minute: number) => new Date(2026, 2, 5, 7, minute).toISOString()
const text = (minute: number) => `2026-03-05 07:0${minute}`

const member = (_id: string, role: string, minute: number) => ({
  ...{ _id, username: _id, firstName: _id, lastName: '', phone: null, createdAt: at(minute) },
  ...{ role: { name: role, translations: {} }, service: { title: 'Home', translations: {} } },
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
    ...{ _id: name, name, translations: {}, communityId, admin: null, membersCount: 4, createdAt: at(Number(minute)) },
  })),
)
const area = (name: string, status: string, minute: number) => ({
  ...{ _id: name, address: 'Port Road', properties: { name, status, creationTime: at(minute) } },
})
queries.setQueryData(aoiKeys.list('areas'), [area('Mill', 'OK', 1), area('Port', 'ALERT', 2)])
queries.setQueryData(
  ['sensor', 'list'],
  [{ _id: 's', name: 'Gauge', state: 'ALARM', telemetry: { serial: 'A-1', name: null }, createdAt: at(3) }],
)

const namesOf = (...args: [Parameters<typeof csvRows>[0], Parameters<typeof csvRows>[2]]) =>
  csvRows(args[0], queries, args[1], t)
    .slice(1)
    .map((row) => row[args[0] === 'aois' ? 1 : 0])

test('exports the team as listed, with times that spreadsheets read', () => {
  expect(csvRows('users', queries, {}, t)[1]).toEqual(['Adi', 'Adi', 'Medic', 'Home', '', text(3)])
  expect(namesOf('users', {})).toEqual(['Adi', 'Ben', 'Carmel'])
  expect(namesOf('users', { order: 'desc', sort: 'name' })).toEqual(['Carmel', 'Ben', 'Adi'])
  expect(namesOf('users', { tab: 'role' })).toEqual(['Ben', 'Adi', 'Carmel'])
  expect(namesOf('users', { find: 'medic', sort: 'createdAt', order: 'asc' })).toEqual(['Carmel', 'Adi'])
})

test('groups stand below their communities, searched and sorted', () => {
  expect(csvRows('groups', queries, {}, t)[1]).toEqual(['Kitchen', 'North', '', '4', text(2)])
  expect(namesOf('groups', { sort: 'createdAt' })).toEqual(['Radio', 'Kitchen', 'Rescue'])
  expect(namesOf('groups', { find: 'ra' })).toEqual(['Radio'])
})

test('areas and then sensors, or by state, are sorted worst first', () => {
  expect(csvRows('aois', queries, {}, t)[1]).toEqual(['Area', 'Port', 'ALERT', 'Port Road', text(2)])
  expect(namesOf('aois', {})).toEqual(['Port', 'Mill', 'Gauge'])
  expect(namesOf('aois', { tab: 'status' })).toEqual(['Port', 'Gauge', 'Mill'])
  expect(namesOf('aois', { sort: 'name', order: 'desc' })).toEqual(['Port', 'Mill', 'Gauge'])
  expect(namesOf('aois', { find: 'a-1' })).toEqual(['Gauge'])
})
