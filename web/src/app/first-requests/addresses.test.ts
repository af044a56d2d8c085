import { expect, test } from 'vitest'
import { eventTypesAddress, firstAddresses } from './addresses.ts'

const pathsOf = (view: Partial<Parameters<typeof firstAddresses>[0]>) =>
  firstAddresses({ path: '/', workspace: {}, today: '2026-11-16', hasMapView: true, ...view }).map(
    (address) => address.replace('/api/cohesion', '').split('?')[0],
  )

const member = ['/user/profile', '/settings']
const types = '/aoi-type/service/own-service'
const counters = ['/aoi/shared-metrics', '/aoi/state-metrics']

test('the page of the map asks for the member, the counters and the first page of the list', () => {
  expect(pathsOf({})).toEqual([...member, types, '/aoi/filtered', ...counters])
})

test('the list is asked for as the address filters it', () => {
  const [list = ''] = firstAddresses({
    path: '/',
    workspace: { filter: 'new', find: 'road' },
    today: '2026-11-16',
    hasMapView: true,
  }).filter((address) => address.includes('/aoi/filtered'))
  const query = Object.fromEntries(new URL(list, 'http://here').searchParams)
  expect(query).toMatchObject({ type: 'new', search: 'road', sort: 'createdAt', order: 'desc', limit: '200' })
})

test('a first visit asks for the regions, which decide what the map shows', () => {
  expect(pathsOf({ hasMapView: false })).toContain('/service/regions')
})

test('lists that begin otherwise, and other panels, are not asked for', () => {
  for (const workspace of [
    { tab: 'type' },
    { sort: 'nearest' },
    { panel: 'users' },
    { panel: 'closed' },
    { form: 'new' },
  ] as const)
    expect(pathsOf({ workspace })).not.toContain('/aoi/filtered')
  expect(pathsOf({ path: '/sensors' })).toEqual([...member, '/aoi/shared-metrics'])
})

test('event types are those of the service, archived ones included', () => {
  expect(eventTypesAddress('7')).toBe('/api/cohesion/aoi-type/service/7?archived=true')
})
