import { describe, expect, test } from 'vitest'
import { aoiQueryOf, chooseSort, isNarrowed, showAll } from './aoi-query.ts'
import { dayOf } from './date-range.ts'

const today = '2026-11-15'
const ask = (workspace: Parameters<typeof aoiQueryOf>[0]) => aoiQueryOf(workspace, '/', today)

describe('the list query', () => {
  test('defaults to the last ten years, newest first', () => {
    const { startTime, endTime, ...rest } = ask({})
    expect(rest).toEqual({ type: 'all', search: undefined, sort: 'createdAt', order: 'desc' })
    expect(dayOf(new Date(String(startTime)))).toBe('2016-11-15')
    expect(dayOf(new Date(String(endTime)))).toBe(today)
  })

  test('starts lists of activities with those that are under way or next', () => {
    expect(ask({ panel: 'activities' })).toMatchObject({ isActivity: 'true', sort: 'upcoming' })
  })

  test.each(['new', 'inProgress', 'done', 'shared', 'read', 'unread', 'all'] as const)('the filter %s', (filter) => {
    expect(ask({ filter }).type).toBe(filter)
  })

  test('ignores states if filtered by a metric', () => {
    expect(ask({ filter: 'metric.0198c0de' })).toMatchObject({ type: 'all', metric: '0198c0de' })
  })

  test('includes whole days of the range', () => {
    const { startTime, endTime } = ask({ from: '2026-03-01', to: '2026-03-02' })
    expect([dayOf(new Date(String(startTime))), dayOf(new Date(String(endTime)))]).toEqual(['2026-03-01', '2026-03-02'])
    expect(new Date(String(endTime)).getMilliseconds()).toBe(999)
  })

  test('trims the search text', () => {
    expect(ask({ find: ' flood ' }).search).toBe('flood')
    expect(ask({ find: '  ' }).search).toBeUndefined()
  })

  test.each([
    [{ sort: 'name' }, { sort: 'name', order: 'asc' }],
    [{ sort: 'createdAt' }, { sort: 'createdAt', order: 'desc' }],
    [{ order: 'asc' }, { sort: 'createdAt', order: 'asc' }],
    [
      { sort: 'name', order: 'desc' },
      { sort: 'name', order: 'desc' },
    ],
  ] as const)('the order of %o', (workspace, order) => {
    expect(ask(workspace)).toMatchObject(order)
  })
})

test('choosing a field sorts by it, and choosing it again reverses the order', () => {
  const byName = chooseSort({ filter: 'new' }, 'name')
  expect(ask(byName)).toMatchObject({ type: 'new', sort: 'name', order: 'asc' })
  const backwards = chooseSort(byName, 'name')
  expect(ask(backwards)).toMatchObject({ sort: 'name', order: 'desc' })
  expect(ask(chooseSort(backwards, 'name'))).toMatchObject({ sort: 'name', order: 'asc' })
  expect(ask(chooseSort(backwards, 'createdAt'))).toMatchObject({ sort: 'createdAt', order: 'desc' })
  expect(ask(chooseSort({}, 'createdAt'))).toMatchObject({ sort: 'createdAt', order: 'asc' })
})

test('a filter, a search and a range narrow the list, and all can be cleared at once', () => {
  expect([{}, { filter: 'all' }, { tab: 'type', sort: 'name' }].map((one) => isNarrowed(one as object))).toEqual([
    false,
    false,
    false,
  ])
  const narrow = { filter: 'new', find: 'x', from: today, to: today, sort: 'name' } as const
  expect(isNarrowed(narrow)).toBe(true)
  expect(isNarrowed(showAll(narrow))).toBe(false)
  expect(showAll(narrow).sort).toBe('name')
})

test('nearest-first needs a location, and newest-first is the fallback', () => {
  const nearest = chooseSort({ sort: 'name', order: 'desc' }, 'nearest')
  expect(aoiQueryOf(nearest, '/', today, [34.78, 32.08])).toMatchObject({ sort: 'nearest', near: '34.78,32.08' })
  expect(aoiQueryOf(nearest, '/', today)).toMatchObject({ sort: 'createdAt', order: 'desc' })
  expect(aoiQueryOf({ sort: 'name' }, '/', today, [1, 2])).not.toHaveProperty('near')
  expect(chooseSort(nearest, 'nearest'), 'nobody looks for the farthest').toEqual(nearest)
})
