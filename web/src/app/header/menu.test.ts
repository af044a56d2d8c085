import { expect, test } from 'vitest'
import { type MenuItem, menuFor } from '#contract'
import { labelOf, targetOf } from './menu.ts'

const online = { hasGroups: true, hasWarnings: true, mayReview: true, isOffline: false }

test.each([
  ['Operator', ['events', 'activities', 'alarms', 'warnings', 'review', 'archived', 'profile', 'team', 'about']],
  [
    'Admin',
    [
      'events',
      'activities',
      'groups',
      'alarms',
      'warnings',
      'review',
      'archived',
      'profile',
      'team',
      'settings',
      'gettingStarted',
      'about',
    ],
  ],
  [
    'Technician',
    [
      'events',
      'activities',
      'groups',
      'alarms',
      'warnings',
      'review',
      'sensors',
      'archived',
      'profile',
      'team',
      'settings',
      'gettingStarted',
      'about',
    ],
  ],
] as const)('%s sees its items in their order', (type, items) => {
  expect(menuFor(type, online)).toEqual(items)
})

test('the menu shows groups once there are any, warnings with a feed, and review with the right', () => {
  expect(menuFor('Admin', { ...online, hasGroups: false })).not.toContain('groups')
  expect(menuFor('Operator', { ...online, hasWarnings: false })).not.toContain('warnings')
  expect(menuFor('Operator', { ...online, mayReview: false })).not.toContain('review')
  expect(menuFor('Technician', { ...online, isOffline: true })).toEqual([
    'groups',
    'alarms',
    'warnings',
    'sensors',
    'archived',
    'profile',
    'team',
    'settings',
    'about',
  ])
})

test('events are called AOI on the sensor page', () => {
  expect(labelOf('events', '/')).toBe('menu.events')
  expect(labelOf('events', '/sensors')).toBe('menu.aoi')
})

const onSensors = { workspace: { from: '2026-01-01', to: '2026-01-02' }, path: '/sensors', isOffline: false } as const
type Leading = Exclude<MenuItem, 'about'>

test.each(['events', 'activities', 'groups', 'archived', 'team'] as Leading[])(
  'on the sensor page, %s returns to the map',
  (item) => {
    expect(targetOf(item, onSensors).to).toBe('/')
  },
)

test('sensor areas open on the sensor page, and the profile opens on any page', () => {
  expect(targetOf('sensors', { ...onSensors, path: '/' })).toMatchObject({ to: '/sensors', search: { panel: 'aois' } })
  expect(targetOf('profile', onSensors)).toMatchObject({ to: '/sensors', search: { panel: 'edituser', back: 'aois' } })
})

test('archived is a filter of the events, and keeps the dates', () => {
  expect(targetOf('archived', onSensors).search).toEqual({
    panel: 'events',
    filter: 'done',
    from: '2026-01-01',
    to: '2026-01-02',
  })
})

test.each(['archived', 'team', 'groups', 'sensors', 'profile'] as Leading[])(
  'in offline mode %s opens on the sensor page',
  (item) => {
    expect(targetOf(item, { ...onSensors, isOffline: true }).to).toBe('/sensors')
  },
)

test('the review fills the screen', () => {
  expect(targetOf('review', onSensors)).toMatchObject({ to: '/', search: { view: 'review', panel: 'closed' } })
})
