import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import type { AoiSummary, ListPart, LiveMessage, SharedAoiRow, StateMetrics } from '#contract'
import { countersSince, journalMark, listSince } from '../core/aoi/live/journal.ts'
import type { Plan } from '../core/aoi/live/plan.ts'
import { followLiveAois } from './live-aois.ts'

const me = { createdAt: '2026-01-01T00:00:00.000Z' }
const row = (id: string, minute: number, more: Partial<SharedAoiRow> = {}): SharedAoiRow => {
  const time = `2026-11-01T10:${String(minute).padStart(2, '0')}:00.000Z`
  const properties = { name: id, nonce: id, creationTime: time, forSensors: false, activity: null, publicAction: null }
  return {
    _id: id,
    revision: 1,
    state: 'new',
    receivedAt: time,
    changedAt: time,
    region: null,
    properties,
    ...more,
  } as SharedAoiRow
}
const listed = (id: string, minute: number, more: Partial<AoiSummary> = {}): AoiSummary => {
  const { receivedAt: _, ...shown } = row(id, minute)
  return { ...shown, isRead: true, isShared: false, ...more }
}
const updateOf = (
  rows: SharedAoiRow[],
  more: Partial<Extract<LiveMessage, { type: 'AOI_UPDATED' }>> = {},
): LiveMessage => ({
  type: 'AOI_UPDATED',
  serviceId: 's',
  aoiIds: rows.map(({ _id }) => _id),
  rows,
  goneIds: [],
  ...more,
})

const listKey = ['aoi', 'rows', { order: 'desc' }, 'start']
const period = { startTime: '2026-11-01T00:00:00.000Z', endTime: '2026-11-01T23:59:59.999Z' }
const counterKey = ['aoi', 'stateMetrics', 'event', period]

let queries: QueryClient
let plans: Plan[]
let hear: (message: LiveMessage, position?: number) => void
const stale = () => plans.flatMap((plan) => plan.stale.map((key) => key.slice(0, 2).join('.')))
const names = () => queries.getQueryData<ListPart>(listKey)?.rows.map(({ properties }) => properties.name)

beforeEach(() => {
  queries = new QueryClient()
  plans = []
  hear = followLiveAois(queries, me, (plan) => plans.push(plan))
  queries.setQueryData<ListPart>(listKey, { rows: [listed('late', 20), listed('early', 10)], until: null })
})

test('a new row and a changed one are put into the list, and nothing that shows them is asked for', () => {
  queries.setQueryData(['aoi', 'sharedMetrics'], { sharedAois: 1 })
  queries.setQueryData(['aoi', 'one', 'other'], { _id: 'other' })
  hear({ ...updateOf([row('between', 15)]), type: 'AOI_CREATED' } as LiveMessage)
  hear(updateOf([row('early', 10, { revision: 2, state: 'done', changedAt: '2026-11-02T00:00:00.000Z' })]))
  expect(names()).toEqual(['late', 'between', 'early'])
  const marks = queries.getQueryData<ListPart>(listKey)?.rows.map(({ isRead, state }) => [isRead, state])
  expect(marks).toEqual([[true, 'new'], [false, 'new'], [false, 'done']]) // biome-ignore format: three rows
  expect(new Set(stale())).toEqual(new Set(['metric', 'community.group']))
})

test('an older copy of a row never replaces a newer one, also in a reply that was under way', () => {
  const mark = journalMark()
  hear(updateOf([row('early', 10, { revision: 5, properties: { ...row('early', 10).properties, name: 'new name' } })]))
  hear(updateOf([row('early', 10, { revision: 4 })]))
  hear({ ...updateOf([row('latest', 30)]), type: 'AOI_CREATED' } as LiveMessage)
  hear(updateOf([], { aoiIds: ['late'], goneIds: ['late'] }))
  expect(names()).toEqual(['latest', 'new name'])
  const reply = listSince(mark, { rows: [listed('late', 20), listed('early', 10)], until: null }, listKey)
  expect(reply.rows.map(({ properties }) => properties.name)).toEqual(['latest', 'new name'])
  const older = listSince(journalMark(), { rows: [listed('early', 10)], until: null }, listKey)
  expect(older.rows.map(({ properties }) => properties.name)).toEqual(['new name'])
})

test.each<[string, LiveMessage]>([
  [
    'its message carries no rows, since the reader restored it',
    { type: 'AOI_UPDATED', serviceId: 's', aoiIds: ['back'] },
  ],
  ['its message was missed', { type: 'RESYNC' }],
])('a row that was deleted and restored is listed again, also where %s', (_, message) => {
  hear(updateOf([], { aoiIds: ['back'], goneIds: ['back'] }))
  hear(message)
  const reply = listSince(journalMark(), { rows: [listed('back', 5)], until: null }, listKey)
  expect(reply.rows.map(({ _id }) => _id)).toEqual(['back'])
})

test('only the server can say whether a search finds a row, and what a message without rows changes', () => {
  const searched = ['aoi', 'rows', { search: 'water' }, 'start']
  queries.setQueryData<ListPart>(searched, { rows: [], until: null })
  hear({ ...updateOf([row('new', 30)]), type: 'AOI_CREATED' } as LiveMessage)
  expect(plans[0]?.stale).toContainEqual(searched)
  hear({ type: 'AOI_UPDATED', serviceId: 's', aoiIds: ['x'] })
  expect(plans[1]).toEqual({ patched: [], stale: [['aoi'], ['metric'], ['community', 'group']] })
})

test('a list that waits to be loaded again still does after a change was put into it', async () => {
  await queries.invalidateQueries({ queryKey: listKey, refetchType: 'none' })
  hear({ ...updateOf([row('new', 30)]), type: 'AOI_CREATED' } as LiveMessage)
  expect(names()).toEqual(['new', 'late', 'early'])
  expect(queries.getQueryState(listKey)?.isInvalidated).toBe(true)
})

test('counters count each message once: those that their reply includes not again, later ones in any order of arrival', () => {
  const reply: StateMetrics = { newAois: 5, isProgressAois: 1, doneAois: 0, includes: { position: 10, early: [77] } }
  const recounted = (key: number, from: 'new' | null, to: 'inProgress' | 'new'): LiveMessage => ({
    type: 'AOI_RECOUNTED',
    serviceId: 's',
    kind: 'event',
    creationTime: '2026-11-01T10:00:00.000Z',
    from,
    to,
    key, // biome-ignore format: one message
  })
  queries.setQueryData(counterKey, reply)
  hear(recounted(70, null, 'new'), 10)
  hear(recounted(77, null, 'new'), 11)
  expect(queries.getQueryData(counterKey)).toMatchObject({ newAois: 5, isProgressAois: 1 })
  hear(recounted(78, 'new', 'inProgress'), 12)
  expect(queries.getQueryData(counterKey)).toMatchObject({ newAois: 4, isProgressAois: 2 })
  expect(countersSince(counterKey, reply)).toEqual(queries.getQueryData(counterKey))
  const yesterday = ['aoi', 'stateMetrics', 'event', { ...period, endTime: '2026-11-01T09:00:00.000Z' }]
  expect(countersSince(yesterday, reply)).toMatchObject({ newAois: 5, isProgressAois: 1 })
})
