import { expect, test } from 'vitest'
import { type Actor, canSee, grantableScopes, may, mayEver, readsContacts } from './access.ts'
import type { TokenGrant } from './scope.ts'
import type { AoiSubject } from './subject.ts'

const make = (type: Actor['type'], token: Partial<TokenGrant> | null, isViewer = false): Actor => ({
  id: 'dana',
  name: 'Dana',
  type,
  serviceId: 'home',
  visibleServiceIds: ['home'],
  isViewer,
  isServerOwner: type === 'Technician',
  mayExport: false,
  token: token && { id: 'token', scopes: [], eventTypeIds: null, regionIds: null, ...token },
})
const event: AoiSubject = {
  serviceId: 'home',
  kind: 'event',
  state: 'new',
  creatorId: 'dana',
  eventTypeId: 'flood',
  regionId: 'port',
  isSharedWithMe: false,
}

test('a token has only the rights of its scopes', () => {
  const reader = make('Technician', { scopes: ['events'] })
  expect(may(reader, 'aoi.read', event)).toBe(true)
  expect(may(reader, 'aoi.log', event)).toBe(false)
  expect(may(reader, 'aoi.edit', event)).toBe(false)
  const everything = make('Technician', {
    scopes: ['events', 'contacts', 'report', 'log', 'readings', 'configuration'],
  })
  for (const action of [
    'token.create',
    'token.list',
    'server.edit',
    'service.create',
    'profile.read',
    'member.list',
  ] as const)
    expect(mayEver(everything, action), action).toBe(false)
  expect(may(everything, 'member.invite', { serviceId: 'home', type: 'Operator' })).toBe(false)
})

test('a token has no right that its creator lacks', () => {
  const scopes = ['report', 'readings'] as const
  expect(may(make('Operator', { scopes }, true), 'aoi.create', event)).toBe(false)
  expect(may(make('Operator', { scopes }), 'aoi.create', event)).toBe(true)
  expect(may(make('Admin', { scopes }), 'reading.send', { serviceId: 'home' })).toBe(false)
  expect(may(make('Technician', { scopes }), 'reading.send', { serviceId: 'home' })).toBe(true)
})

test('a token sees nothing by shares, and nothing outside its limits', () => {
  const shared = { ...event, serviceId: 'elsewhere', isSharedWithMe: true }
  expect(canSee(make('Operator', null), 'aoi.read', shared)).toBe(true)
  expect(canSee(make('Operator', { scopes: ['events'] }), 'aoi.read', shared)).toBe(false)

  const limited = make('Operator', { scopes: ['events', 'report'], eventTypeIds: ['flood'], regionIds: ['port'] })
  expect(canSee(limited, 'aoi.read', event)).toBe(true)
  for (const other of [{ eventTypeId: 'fire' }, { eventTypeId: null }, { regionId: 'hills' }, { regionId: null }]) {
    expect(canSee(limited, 'aoi.read', { ...event, ...other })).toBe(false)
    expect(may(limited, 'aoi.create', { ...event, ...other })).toBe(false)
  }
  expect(may(limited, 'aoi.create', event)).toBe(true)
})

test('a token reports events only', () => {
  const reporter = make('Technician', { scopes: ['report'] })
  expect(may(reporter, 'aoi.create', { ...event, kind: 'activity' })).toBe(false)
  expect(may(reporter, 'aoi.create', { ...event, kind: 'sensor' })).toBe(false)
})

test('contacts need their own scope', () => {
  expect(readsContacts(make('Operator', null))).toBe(true)
  expect(readsContacts(make('Admin', { scopes: ['events', 'log'] }))).toBe(false)
  expect(readsContacts(make('Admin', { scopes: ['contacts'] }))).toBe(true)
})

test('members grant only scopes within their own rights, and tokens grant none', () => {
  expect(grantableScopes(make('Operator', null, true))).toEqual(['events', 'contacts', 'configuration', 'position'])
  expect(grantableScopes(make('Operator', null))).toEqual([
    'events',
    'contacts',
    'report',
    'log',
    'configuration',
    'position',
  ])
  expect(grantableScopes(make('Technician', null))).toContain('readings')
})
