import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import type { AoiSummary, SharedAoiRow } from '#contract'
import { aoiKeys } from './keys.ts'
import { type AoiMessage, type ListPart, replaceRows, staleAfter } from './live-rows.ts'

const time = '2026-11-01T10:00:00.000Z'
const later = '2026-11-02T10:00:00.000Z'
const carried = (id: string, more: Partial<SharedAoiRow> = {}): SharedAoiRow =>
  ({
    _id: id,
    revision: 1,
    state: 'new',
    receivedAt: time,
    changedAt: time,
    properties: { name: id, nonce: id, forSensors: false, activity: null },
    ...more,
  }) as SharedAoiRow
const listed = (id: string, more: Partial<AoiSummary> = {}): AoiSummary => {
  const { receivedAt: _, ...row } = carried(id)
  return { ...row, isRead: true, isShared: false, ...more }
}
const update = (rows: SharedAoiRow[], more: Partial<AoiMessage> = {}) =>
  ({
    type: 'AOI_UPDATED',
    serviceId: 's',
    aoiIds: rows.map(({ _id }) => _id),
    rows,
    goneIds: [],
    ...more,
  }) as AoiMessage

const me = { createdAt: time }
const listKey = aoiKeys.list('rows', { order: 'desc' }, 'start')
let queries: QueryClient
const rows = () => queries.getQueryData<ListPart>(listKey)?.rows ?? []

beforeEach(() => {
  queries = new QueryClient()
  queries.setQueryData<ListPart>(listKey, { rows: [listed('late'), listed('early', { revision: 3 })], until: null })
})

test('only a newer row replaces the known one, and a deleted row leaves the list', () => {
  replaceRows(queries, update([carried('late', { revision: 2, state: 'done', changedAt: later })]), me)
  replaceRows(queries, update([carried('early', { revision: 2, state: 'done', changedAt: later })]), me)
  expect(rows().map(({ _id, state, isRead }) => [_id, state, isRead])).toEqual([
    ['late', 'done', false],
    ['early', 'new', true],
  ])
  expect(rows()[0]).not.toHaveProperty('receivedAt')
  replaceRows(queries, update([], { aoiIds: ['late'], goneIds: ['late'] }), me)
  expect(rows().map(({ _id }) => _id)).toEqual(['early'])
})

test('a change that keeps the time of the last change leaves the row read', () => {
  replaceRows(queries, update([carried('late', { revision: 2, region: 'North' })]), me)
  expect(rows()[0]).toMatchObject({ region: 'North', isRead: true })
})

test('a row from before the member joined stays read', () => {
  const row = carried('late', { revision: 2, changedAt: later })
  replaceRows(queries, update([row]), { createdAt: later })
  expect(rows()[0]).toMatchObject({ revision: 2, isRead: true })
})

test('a list marked stale stays stale after a row is replaced', async () => {
  await queries.invalidateQueries({ queryKey: listKey, refetchType: 'none' })
  replaceRows(queries, update([carried('late', { revision: 2 })]), me)
  expect(rows()[0]?.revision).toBe(2)
  expect(queries.getQueryState(listKey)?.isInvalidated).toBe(true)
})

test('a message with rows invalidates lists, counters and the card of its event', async () => {
  const counters = aoiKeys.list('stateMetrics', 'event', {})
  for (const key of [counters, aoiKeys.shared]) queries.setQueryData(key, {})
  for (const id of ['late', 'other']) queries.setQueryData(aoiKeys.one(id), { _id: id })
  for (const queryKey of staleAfter(queries, update([carried('late')]))) await queries.invalidateQueries({ queryKey })
  const isStale = (key: readonly unknown[]) => queries.getQueryState(key)?.isInvalidated
  expect([listKey, counters, aoiKeys.one('late')].map(isStale)).toEqual([true, true, true])
  expect([aoiKeys.shared, aoiKeys.one('other')].map(isStale)).toEqual([false, false])
  const { rows: _, goneIds: __, ...personal } = update([carried('late')])
  for (const queryKey of staleAfter(queries, personal)) await queries.invalidateQueries({ queryKey })
  expect([aoiKeys.shared, aoiKeys.one('other')].map(isStale)).toEqual([true, true])
})
