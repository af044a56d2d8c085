import { expect, test } from 'vitest'
import { activeListFilters, keyOfFilter, listFiltersFor, offeredFilters, readListFilters } from './list-filters.ts'

const id = '0190a1b2-0000-7000-8000-000000000001'

test('an address keeps ids and known values, and drops all others', () => {
  expect(readListFilters({ eventType: id, region: 'none', community: 'none', find: id })).toEqual({
    eventType: id,
    region: 'none',
  })
  expect(readListFilters({ hasPhoto: 'yes' })).toEqual({ hasPhoto: 'yes' })
  expect(readListFilters({ hasPhoto: id })).toEqual({})
  expect(readListFilters({ eventType: 'id', region: 7, community: 'x' })).toEqual({})
})

test('each kind of list has its own filters', () => {
  const filters = { eventType: id, region: id, community: id }
  expect(listFiltersFor(filters, 'event')).toEqual({ eventType: id, region: id })
  expect(listFiltersFor(filters, 'activity')).toEqual({ region: id, community: id })
  expect(listFiltersFor(filters, 'sensor')).toEqual({ region: id })
})

test('only values other than ids have a text', () => {
  const active = activeListFilters({ eventType: id, region: 'none' })
  expect(active.map(({ name, value }) => [name, keyOfFilter(name, value)])).toEqual([
    ['eventType', undefined],
    ['region', 'region.none'],
  ])
})

test('a menu offers the values of its kind of list, and a second click clears one', () => {
  expect(offeredFilters({ region: 'none' }, 'activity')).toContainEqual({
    key: 'region.none',
    isChosen: true,
    toggled: { region: undefined },
  })
  expect(offeredFilters({ eventType: id }, 'event')).toContainEqual({
    key: 'eventType.none',
    isChosen: false,
    toggled: { eventType: 'none' },
  })
  expect(offeredFilters({}, 'activity').map(({ key }) => key)).not.toContain('eventType.none')
})
