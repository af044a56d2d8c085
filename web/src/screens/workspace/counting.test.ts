import { expect, test } from 'vitest'
import { countedKindOf, toggleFilter } from './counting.ts'

const online = { isOffline: false }

test('setting the same filter again clears it', () => {
  expect(toggleFilter({}, '/', 'new', online).search.filter).toBe('new')
  expect(toggleFilter({ filter: 'new' }, '/', 'new', online).search.filter).toBeUndefined()
  expect(toggleFilter({ filter: 'new' }, '/', 'done', online).search.filter).toBe('done')
})

test.each([
  ['/', { panel: 'activities' }, 'activity'],
  ['/', { panel: 'aois' }, 'sensor'],
  ['/', { panel: 'closed' }, 'event'],
  ['/', { panel: 'closed', back: 'activities' }, 'activity'],
  ['/sensors', {}, 'sensor'],
  ['/calendar', {}, 'activity'],
] as const)('on %s with %o the counters filter their list of the kind %s', (path, workspace, kind) => {
  expect(countedKindOf(workspace, path)).toBe(kind)
  const { to, search } = toggleFilter(workspace, path, 'new', online)
  expect({ to, panel: search.panel, filter: search.filter }).toEqual({
    to: path,
    panel: 'panel' in workspace ? workspace.panel : undefined,
    filter: 'new',
  })
})

test.each([
  ['/', { panel: 'groups', back: 'groups' }],
  ['/', { panel: 'users' }],
  ['/', { panel: 'closed', back: 'groups' }],
  ['/', { panel: 'closed', view: 'review' }],
  ['/', { panel: 'closed', view: 'review', filter: 'new' }],
  ['/', { panel: 'teamssettings', view: 'audit' }],
  ['/sensors', { panel: 'users' }],
  ['/calendar', { panel: 'servicesettings' }],
] as const)('on %s with %o the counters count events and open them', (path, workspace) => {
  expect(countedKindOf(workspace, path)).toBe('event')
  const { to, search } = toggleFilter(workspace, path, 'new', online)
  expect(to).toBe('/')
  expect(search).toMatchObject({ panel: 'events', back: undefined, view: undefined, filter: 'new' })
  expect(toggleFilter(workspace, path, 'new', { isOffline: true }).to).toBe('/sensors')
})
