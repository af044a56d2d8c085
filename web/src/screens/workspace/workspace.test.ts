import { expect, test } from 'vitest'
import { readWorkspace } from './read-workspace.ts'
import {
  closePanel,
  endSharing,
  openPanel,
  panelOf,
  previousPanel,
  readForm,
  selectedId,
  shownForm,
  startSharing,
  stopSharing,
  toggleCalendar,
  toggleSelection,
  withoutOldSearch,
} from './workspace.ts'

test('an address survives the round trip', () => {
  const workspace = {
    panel: 'users',
    back: 'events',
    sharing: 'users',
    selected: 'user.0198c0de',
    filter: 'metric.0198c0de',
    from: '2026-01-01',
    to: '2026-01-02',
    view: 'calendar',
    tab: 'creator',
    sort: 'name',
    order: 'asc',
    find: 'flood',
    form: 'edit.1700000000000',
  } as const
  expect(readWorkspace(workspace)).toEqual(workspace)
})

test.each([
  { panel: 'admin', filter: 'everything', view: 'globe', selected: 'car.1' },
  { selected: 'user.', back: 'closed', sharing: 'groups', filter: 'metric.' },
  { from: '2026-02-30', to: '2026-03-01' },
  { from: '2026-03-02', to: '2026-03-01' },
  { from: '2026-03-02' },
])('what an address says wrongly is left out: %o', (search) => {
  expect(readWorkspace(search)).toEqual({})
})

test('each page has its default panel', () => {
  expect([panelOf({}, '/'), panelOf({}, '/sensors'), panelOf({}, '/calendar')]).toEqual([
    'events',
    'aois',
    'activities',
  ])
})

test('a panel remembers the previous one, and returns to it', () => {
  const settings = openPanel({ panel: 'users' }, '/', 'teamssettings')
  expect(settings).toMatchObject({ panel: 'teamssettings', back: 'users' })
  expect(previousPanel(settings)).toMatchObject({ panel: 'users', back: undefined })
})

test('opening a panel from a closed sidebar stores no panel to return to', () => {
  expect(openPanel(closePanel({ panel: 'users' }), '/', 'edituser').back).toBeUndefined()
})

test('a form is shown in its panel, waits behind others, and closes with its list', () => {
  const editing = { form: 'edit.17' } as const
  expect(readForm(editing.form)).toEqual({ kind: 'event', id: '17' })
  expect(readForm('new')).toEqual({ kind: 'event', id: undefined })
  expect([shownForm(editing, '/'), shownForm({ ...editing, panel: 'users' }, '/')]).toEqual(['edit.17', undefined])
  expect(openPanel(editing, '/', 'edituser').form).toBe('edit.17')
  expect(openPanel({ ...editing, panel: 'edituser' }, '/', 'events').form).toBeUndefined()
  expect(readWorkspace({ form: 'spaceship.new' })).toEqual({})
})

test('the calendar opens with the activities and without a selection', () => {
  const calendar = toggleCalendar({ panel: 'events', selected: 'aoi.1' })
  expect(calendar).toMatchObject({ view: 'calendar', panel: 'activities', selected: undefined })
  expect(toggleCalendar(calendar).view).toBeUndefined()
})

test('selecting replaces the selection, and the same again clears it', () => {
  const event = toggleSelection({ selected: 'user.7', view: 'calendar' }, 'aoi.1')
  expect(event).toEqual({ selected: 'aoi.1', view: undefined })
  expect(toggleSelection(event, 'aoi.1').selected).toBeUndefined()
  expect(toggleSelection({ view: 'chart' }, 'aoi.1').view).toBe('chart')
  expect([selectedId(event, 'aoi'), selectedId(event, 'user')]).toEqual(['1', undefined])
})

test('a search ends with its panel or selection', () => {
  const searched = { panel: 'users', find: 'grace' } as const
  expect(withoutOldSearch(searched, { ...searched, panel: 'events' }, '/').find).toBeUndefined()
  expect(withoutOldSearch(searched, { panel: 'events', find: 'flood' }, '/').find).toBe('flood')
  expect(withoutOldSearch(searched, { ...searched, selected: 'user.7' }, '/').find).toBe('grace')
  const closed = closePanel(searched)
  expect(withoutOldSearch(searched, closed, '/').find).toBe('grace')
  expect(withoutOldSearch(closed, { ...closed, panel: 'users' }, '/').find).toBe('grace')
  expect(withoutOldSearch(closed, { ...closed, panel: 'events' }, '/').find).toBeUndefined()
  expect(startSharing(searched, 'events').find).toBeUndefined()
  expect(stopSharing({ ...searched, sharing: 'users' }).find).toBeUndefined()
})

test('sharing returns to the list of the shared items', () => {
  const sharing = startSharing({ selected: 'aoi.1' }, 'users')
  expect(endSharing(sharing, 'activity')).toMatchObject({ panel: 'activities', sharing: undefined, selected: 'aoi.1' })
  expect(endSharing(sharing, 'sensor').panel).toBe('aois')
  expect(endSharing(sharing, 'event').panel).toBeUndefined()
})

test('sharing selects from unfiltered lists, and ends when its panel closes', () => {
  const sharing = startSharing({ panel: 'users', filter: 'new', selected: 'user.7' }, 'events')
  expect(sharing).toMatchObject({ sharing: 'events', panel: 'events', filter: undefined, selected: 'user.7' })
  expect(stopSharing(sharing).sharing).toBeUndefined()
  expect(openPanel(sharing, '/', 'edituser').sharing).toBeUndefined()
  expect(closePanel(sharing).sharing).toBeUndefined()
})
