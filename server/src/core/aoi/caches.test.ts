import { afterAll, describe, expect, test } from 'vitest'
import { type Actor, AoiFilter, type Metric } from '#contract'
import { testMemory } from '../../memory/testing.ts'
import { countIn, readTile, tileAt } from '../../memory/tile/testing.ts'
import { newId } from '../../platform/db/id.ts'
import { testDatabase } from '../../testing/database.ts'
import { addEventType } from '../../testing/events.ts'
import { addMember, addService } from '../../testing/people.ts'
import { openMetrics } from '../metric/calculate.ts'
import { aoiFilter, withMetric } from './filter.ts'
import { markRead } from './reading.ts'

const { db, close } = await testDatabase()
afterAll(close)
const harbour = await addService(db, 'Harbour')
const hills = await addService(db, 'Hills')
const dana = await addMember(db, harbour, harbour.roleId, { username: 'dana' })
const omer = await addMember(db, harbour, harbour.roleId, { username: 'omer' })
const flood = await addEventType(db, harbour, { name: 'Flood' })

const readerOf = ({ id }: { id: string }, ...services: { id: string }[]): Actor => ({
  id,
  name: '',
  type: 'Operator',
  isViewer: false,
  isServerOwner: false,
  mayExport: false,
  token: null,
  serviceId: harbour.id,
  visibleServiceIds: [harbour, ...services].map((service) => service.id),
})

let nonce = 0
const rowAt = (lng: number, lat: number, values: object = {}) => ({
  id: newId(),
  serviceId: harbour.id,
  kind: 'event' as const,
  name: 'Water',
  nonce: ++nonce,
  place: `(${lng},${lat})`,
  eventTypeId: flood.id,
  creatorId: omer.id,
  ...values,
})
const add = async (...rows: ReturnType<typeof rowAt>[]): Promise<string[]> => {
  await db.insertInto('aoi').values(rows).execute()
  return rows.map(({ id }) => id)
}
const addOne = async (...place: Parameters<typeof rowAt>): Promise<string> => (await add(rowAt(...place)))[0] ?? ''

const near = tileAt(8, 5, 5)
const farAway = tileAt(8, -60, 40)
const open = () => {
  const { memory, view, tiles } = testMemory(db)
  const tile = async (actor: Actor, filter: object = {}, place = near) =>
    tiles.tile(aoiFilter(await withMetric(db, actor, AoiFilter.parse(filter)), actor), place)
  return { memory, tile, metrics: openMetrics(memory, view) }
}
const countOf = (tile: Awaited<ReturnType<ReturnType<typeof open>['tile']>>) =>
  countIn(readTile(tile?.bytes ?? new Uint8Array()))

const floods: Metric = {
  _id: newId(),
  service: harbour.id,
  name: 'Floods',
  shortName: 'Floods',
  translations: {},
  isAdminOnly: false,
  unit: 'Number',
  metricType: 'BY_POSTS',
  metricCountType: 'COUNT_POSTS',
  conditions: [{ type: 'BY_PUBLIC_ACTION', publicActionIds: [flood.id] }],
}
const now = { getAois: false, trend: false, timeZone: 'UTC', endTime: new Date() }

describe('opening an event', () => {
  test('leaves tiles and metrics in the cache, and changes the unread events of its reader alone', async () => {
    const id = await addOne(5, 5, { changedByOthersAt: new Date(), changedAt: new Date(), changedBy: omer.id })
    const { tile, metrics } = open()
    const reader = readerOf(dana)
    const other = readerOf(omer)
    const seen = await tile(reader)
    const total = await metrics(db, floods, now)
    const unread = await tile(reader, { type: 'unread' })
    const readOfOther = await tile(other, { type: 'read' })
    expect(countOf(unread).new).toBe(1)

    await markRead(db, dana.id, id)
    expect(await tile(reader)).toBe(seen)
    expect(await metrics(db, floods, now)).toBe(total)
    expect(await tile(other, { type: 'read' })).toBe(readOfOther)
    expect(countOf(await tile(reader, { type: 'unread' })).new).toBe(0)
  })

  test('of more than 1,000 at once keeps the service in memory', async () => {
    const ids = await add(...Array.from({ length: 1001 }, () => rowAt(70, 5)))
    const { memory, tile } = open()
    await tile(readerOf(dana))
    expect(memory.state()).toMatchObject({ services: 1, loads: 1 })
    await db
      .insertInto('aoiRead')
      .values(ids.map((aoiId) => ({ aoiId, memberId: dana.id, readAt: new Date('2100-01-01') })))
      .execute()
    await tile(readerOf(dana))
    expect(memory.state()).toMatchObject({ services: 1, loads: 1 })
  })
})

describe('a change of an event', () => {
  test('evicts its tile and leaves the neighbouring one', async () => {
    const id = await addOne(5, 5)
    await addOne(-60, 40)
    const { tile, metrics } = open()
    const reader = readerOf(dana)
    const before = countOf(await tile(reader))
    const neighbour = await tile(reader, {}, farAway)
    const total = await metrics(db, floods, now)
    await db.updateTable('aoi').set({ archivedAt: new Date() }).where('id', '=', id).execute()
    expect(countOf(await tile(reader))).toEqual({ ...before, new: before.new - 1, done: before.done + 1 })
    expect(await tile(reader, {}, farAway)).toBe(neighbour)
    expect(await metrics(db, floods, now)).not.toBe(total)
  })

  test('too large to name events drops the tiles of its service alone', async () => {
    const { tile } = open()
    const ofHarbour = readerOf(dana)
    const ofHills = { ...ofHarbour, visibleServiceIds: [hills.id] }
    const own = await tile(ofHarbour)
    const other = await tile(ofHills)
    await add(...Array.from({ length: 1001 }, () => rowAt(70, 6)))
    expect(await tile(ofHarbour)).not.toBe(own)
    expect(await tile(ofHills)).toBe(other)
  })

  test('is seen by the next search; until then searches use the cached result', async () => {
    const id = await addOne(5, 5, { searchText: 'quagmire' })
    const { tile } = open()
    const search = () => tile(readerOf(dana), { search: 'quagmire' })
    const found = await search()
    expect(countOf(found).new).toBe(1)
    expect(await search()).toBe(found)
    await db.updateTable('aoi').set({ searchText: 'puddle' }).where('id', '=', id).execute()
    expect(countOf(await search()).new).toBe(0)
  })
})

test('a changed role or region changes the events of a metric, although no event changes', async () => {
  await addOne(5, 5)
  const area = newId()
  const outline = (east: number) => `[[[4,4],[${east},4],[${east},6],[4,6],[4,4]]]`
  await db
    .insertInto('region')
    .values({ id: area, serviceId: harbour.id, name: 'Pier', coordinates: outline(6) })
    .execute()
  const add = (metricType: 'BY_POSTS' | 'BY_USERS', condition: object) => {
    const id = newId()
    const row = { id, serviceId: harbour.id, name: 'One', shortName: 'One', metricType }
    return db
      .insertInto('metric')
      .values({ ...row, metricCountType: 'COUNT_POSTS', conditions: JSON.stringify([condition]) })
      .execute()
      .then(() => id)
  }
  const byRole = await add('BY_USERS', { type: 'BY_ROLE', userRoleIds: [harbour.roleId] })
  const byRegion = await add('BY_POSTS', { type: 'BY_REGION', regionsIds: [area] })
  const { tile } = open()
  const counted = async (metric: string) => countOf(await tile(readerOf(dana), { metric })).new
  expect(await counted(byRole)).toBeGreaterThan(0)
  expect(await counted(byRegion)).toBeGreaterThan(0)
  await db.updateTable('member').set({ roleId: harbour.viewerRoleId }).where('id', '=', omer.id).execute()
  await db
    .updateTable('region')
    .set({ coordinates: outline(4.5), updatedAt: new Date() })
    .where('id', '=', area)
    .execute()
  expect(await counted(byRole)).toBe(0)
  expect(await counted(byRegion)).toBe(0)
})
