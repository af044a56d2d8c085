import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { type Actor, AoiSummary, type LngLat, type Metric, newerRow, SharedAoiRow } from '#contract'
import { visitRows } from '../../memory/select.ts'
import { noMemory, testMemory } from '../../memory/testing.ts'
import { countIn, readTile } from '../../memory/tile/testing.ts'
import type { Tiles } from '../../memory/tile/tiles.ts'
import type { Views } from '../../memory/view.ts'
import { newId } from '../../platform/db/id.ts'
import { addCommunity } from '../../testing/activities.ts'
import { testDatabase } from '../../testing/database.ts'
import { addEventType } from '../../testing/events.ts'
import { addMember, addService } from '../../testing/people.ts'
import { genericMetrics } from './counters.ts'
import { aoiFilter, type Filter, visibleAois } from './filter.ts'
import { countInMemory, groups } from './groups.ts'
import { refreshState, touch } from './record-change.ts'
import { rowsForReaders, summaryOf } from './row.ts'

const { db, pool, close } = await testDatabase()
afterAll(close)

const services = [await addService(db, 'Harbour'), await addService(db, 'Hills')] as const
const [harbour] = services
const members = [
  await addMember(db, harbour, harbour.roleId, { username: 'dana' }),
  await addMember(db, harbour, harbour.roleId, { username: 'omer' }),
  await addMember(db, services[1], services[1].roleId, { username: 'rina' }),
]
const types = [
  await addEventType(db, harbour, { name: 'Flood' }),
  await addEventType(db, services[1], { name: 'Fire' }),
]
const communities = [await addCommunity(db, harbour), await addCommunity(db, services[1])]
const regionId = newId()
const outline: LngLat[] = [
  [0, 0],
  [2, 0],
  [2, 2],
  [0, 2],
  [0, 0],
]
await db
  .insertInto('region')
  .values({ id: regionId, serviceId: harbour.id, name: 'Pier', coordinates: JSON.stringify([outline]) })
  .execute()

const localMapId = newId()
await db
  .insertInto('localMap')
  .values({ id: localMapId, serviceId: harbour.id, name: 'Plan', originX: 0, originY: 0, width: 1, height: 1 })
  .execute()
const metricOf = (...conditions: Metric['conditions']): Metric => ({
  _id: newId(),
  service: harbour.id,
  name: 'Any',
  shortName: 'Any',
  translations: {},
  isAdminOnly: false,
  unit: 'Number',
  metricType: 'BY_POSTS',
  metricCountType: 'COUNT_POSTS',
  conditions,
})
const metrics = [
  metricOf({ type: 'BY_PUBLIC_ACTION', publicActionIds: [types[0]?.id ?? ''] }),
  metricOf({ type: 'BY_REGION', regionsIds: [regionId] }),
]

const actors = members.map(
  ({ id }, index): Actor => ({
    id,
    name: '',
    type: 'Operator',
    isViewer: false,
    isServerOwner: false,
    mayExport: false,
    token: null,
    serviceId: services[index === 2 ? 1 : 0].id,
    visibleServiceIds: index === 1 ? services.map((service) => service.id) : [services[index === 2 ? 1 : 0].id],
  }),
)

const now = new Date('2026-05-20T12:00:00Z').getTime()
const minutesAgo = fc.integer({ min: -5, max: 40 }).map((minutes) => new Date(now - minutes * 60_000))
type Box = [west: number, south: number, east: number, north: number]
const oneOf = <T>(...values: T[]) => fc.constantFrom(...values)
const memberId = oneOf(null, ...members.map(({ id }) => id))

const aoi = fc
  .record({
    kind: oneOf('event' as const, 'event' as const, 'activity' as const),
    service: oneOf(0, 0, 1),
    isInRegion: fc.boolean(),
    place: oneOf('(1,1)', '(1.5,-1)', '(179.9,50)', '(-179.9,50)'),
    createdAt: minutesAgo,
    receivedAt: minutesAgo,
    changedAt: minutesAgo,
    changedByOthersAt: fc.option(minutesAgo),
    creatorId: memberId,
    changedBy: memberId,
    isTyped: fc.boolean(),
    isWorkedOn: fc.boolean(),
    isArchived: fc.boolean(),
    isDeleted: oneOf(false, false, true),
    name: oneOf('water in the street', 'a fallen tree'),
  })
  .map(({ service, isTyped, isInRegion, isArchived, isDeleted, kind, ...row }) => ({
    ...row,
    kind,
    id: newId(),
    serviceId: services[service as 0 | 1].id,
    searchText: row.name,
    regionId: isInRegion && service === 0 ? regionId : null,
    eventTypeId: kind === 'event' && isTyped ? (types[service]?.id ?? null) : null,
    communityId: kind === 'activity' ? (communities[service]?.id ?? null) : null,
    startAt: kind === 'activity' ? new Date(now) : null,
    archivedAt: isArchived ? new Date(now) : null,
    deletedAt: isDeleted ? new Date(now) : null,
  }))

/** A change, with AOI and member given by index. */
const change = fc.record({
  what: oneOf(
    ...([
      'touch',
      'archive',
      'delete',
      'restore',
      'merge',
      'retype',
      'redate',
      'open',
      'share',
      'rename',
      'plan',
    ] as const),
  ),
  at: fc.nat(),
  by: fc.nat({ max: members.length - 1 }),
  readAt: minutesAgo,
})
const filter = fc.record({
  type: oneOf('all' as const, 'all' as const, 'new' as const, 'inProgress' as const, 'done' as const),
  isActivity: oneOf(undefined, true),
  startTime: oneOf(undefined, new Date(now - 30 * 60_000)),
  endTime: oneOf(undefined, new Date(now - 5 * 60_000)),
  creator: oneOf(undefined, undefined, undefined, undefined, 'none', ...members.map(({ id }) => id)),
  eventType: oneOf(undefined, undefined, undefined, undefined, 'none', newId(), ...types.map(({ id }) => id)),
  community: oneOf(undefined, undefined, undefined, undefined, 'none', ...communities.map(({ id }) => id)),
  region: oneOf(undefined, undefined, undefined, 'none', regionId),
  bbox: oneOf<Box | undefined>(undefined, undefined, [0, -2, 2, 0], [179, 40, -179, 60], [-10, -80, 10, 89]),
  // Only SQL can decide the following filters.
  search: oneOf(undefined, undefined, undefined, 'water', 'tree', 'dana', 'st'),
  localMapId: oneOf(undefined, undefined, undefined, undefined, localMapId),
  metric: oneOf(undefined, undefined, undefined, ...metrics),
})

/** Filters with AOIs of this service, because a random filter may match no AOI. */
const broad: readonly Filter[] = [{ type: 'all' }, { type: 'all', search: 'water' }]

let nonce = 0
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never
/** Random changes may share and open nothing, so every run begins with these. */
const usual: Change[] = [0, 1, 2, 3].flatMap((at) =>
  (['share', 'open'] as const).map((what) => ({ what, at, by: 0, readAt: new Date(now) })),
)
type Row = { id: string; serviceId: string }
const apply = async (rows: Row[], { what, at, by, readAt }: Change) => {
  const row = rows[at % rows.length]
  const other = rows[(at + 1) % rows.length]
  const member = members[by]
  if (!row || !other || !member) return
  await db.transaction().execute(async (transaction) => {
    const set = (columns: object) =>
      transaction
        .updateTable('aoi')
        .set(columns)
        .where('id', '=', row.id)
        .execute()
        .then(() => undefined)
    const isMergeable = row.serviceId === other.serviceId && row.id !== other.id
    // Merges and separations refresh the main AOI, which raises the revision of its row.
    const mains = await transaction.selectFrom('aoi').select('mainId').where('id', '=', row.id).execute()
    const changesMain = what === 'restore' || (what === 'merge' && isMergeable)
    const refreshed = changesMain ? [...mains.map(({ mainId }) => mainId), what === 'merge' && other.id] : []
    await {
      touch: () => touch(transaction, row.id, member.id),
      archive: () => set({ archivedAt: new Date(now) }),
      delete: () => set({ deletedAt: new Date(now) }),
      restore: () => set({ deletedAt: null, archivedAt: null, mainId: null, mergedIntoId: null, mergedAt: null }),
      merge: () =>
        isMergeable ? set({ mainId: other.id, mergedIntoId: other.id, mergedAt: new Date(now) }) : undefined,
      retype: () => set({ eventTypeId: null }),
      redate: () => set({ createdAt: readAt }),
      open: () =>
        sql`insert into aoi_read (member_id, aoi_id, read_at) values (${member.id}, ${row.id}, ${readAt})
          on conflict (member_id, aoi_id) do update set read_at = excluded.read_at`
          .execute(transaction)
          .then(() => undefined),
      share: () =>
        sql`insert into share (aoi_id, member_id, source, shared_by) values (${row.id}, ${member.id}, 'member', ${member.id})
          on conflict do nothing`
          .execute(transaction)
          .then(() => undefined),
      rename: () => set({ name: 'a dry well', searchText: 'a dry well' }),
      plan: () =>
        sql`insert into aoi_local_map (aoi_id, local_map_id, position) values (${row.id}, ${localMapId}, '(0,0)')
          on conflict do nothing`
          .execute(transaction)
          .then(() => undefined),
    }[what]?.()
    for (const id of refreshed) if (id) await refreshState(transaction, id)
  })
}

const fromSql = noMemory(db).view
/** Throws if memory leaves the result to PostgreSQL. */
const wholeView =
  (view: Views): Views =>
  async (filter) => {
    const found = await view(filter)
    return found.rows ? expect.fail('memory left the result to PostgreSQL') : found
  }

const listedNumbers = async (actor: Actor, asked: Filter): Promise<number[]> => {
  const { rows } = await sql<{
    number: number
  }>`select a.number from ${visibleAois(actor, asked)} a order by 1`.execute(db)
  return rows.map(({ number }) => number)
}
const rowsInMemory = async (view: Views, actor: Actor, asked: Filter): Promise<number[]> => {
  const numbers: number[] = []
  for (const { store, tests } of (await view(aoiFilter(asked, actor))).parts)
    await visitRows(store, tests, (rows) => {
      for (const row of rows) numbers.push(store.columns.number[row] as number)
    })
  return numbers.sort((one, other) => one - other)
}

const drawnCount = async (tiles: Tiles, actor: Actor, asked: Filter): Promise<number> => {
  const tile = await tiles.tile(aoiFilter(asked, actor), { z: 0, x: 0, y: 0 })
  return Object.values(countIn(readTile(tile?.bytes ?? new Uint8Array()))).reduce((sum, count) => sum + count, 0)
}

/** The rows of a list as the browser parses them. */
const listedRows = async (actor: Actor): Promise<Map<string, AoiSummary>> => {
  const { rows } = await sql<{ row: unknown }>`
    select ${summaryOf(sql`a`, actor)} as row from ${visibleAois(actor, { type: 'all' })} a`.execute(
    db.withoutPlugins(),
  )
  return new Map(rows.map(({ row }) => AoiSummary.parse(row)).map((row) => [row._id, row]))
}

/** The rows that a live message carries, without those that are personal to the actor. */
const carriedRows = async (actor: Actor, ids: string[]): Promise<Map<string, SharedAoiRow>> => {
  const { text, values } = rowsForReaders(db).read(ids)
  const { rows } = await pool.query<{ json: string | null; personalTo: string[] }>(text, values)
  const carried = rows.filter(({ json, personalTo }) => json && !personalTo.includes(actor.id))
  return new Map(carried.map(({ json }) => SharedAoiRow.parse(JSON.parse(json ?? ''))).map((row) => [row._id, row]))
}

test('SQL, columns and the browser agree on the rows, groups and counters of any filter', async () => {
  const joinedAt = new Date(now - 20 * 60_000).toISOString()
  await sql`update member set created_at = ${joinedAt}`.execute(db)
  let found = 0
  let unread = 0
  let read = 0
  let shared = 0
  let replaced = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(aoi, { minLength: 12, maxLength: 30 }),
      fc.array(aoi, { maxLength: 3 }),
      fc.array(change, { minLength: 6, maxLength: 12 }),
      fc.array(filter, { minLength: 2, maxLength: 2 }),
      async (rows, late, changes, filters) => {
        await sql`delete from aoi`.execute(db)
        const insert = (some: typeof rows) =>
          db
            .insertInto('aoi')
            .values(some.map((row) => ({ ...row, nonce: ++nonce })))
            .execute()
        await insert(rows)
        for (const one of usual) await apply(rows, one)
        const { view, tiles } = testMemory(db)
        const memory = wholeView(view)
        const compareRows = async (before: Map<string, AoiSummary>[]) => {
          for (const [index, actor] of actors.entries()) {
            const after = await listedRows(actor)
            const carried = await carriedRows(actor, [...after.keys()])
            for (const [id, known] of before[index] ?? []) {
              const row = carried.get(id)
              if (!row || !after.has(id)) continue
              const isNewer = row.revision > known.revision
              expect(isNewer ? newerRow(known, row, { createdAt: joinedAt }) : known).toEqual(after.get(id))
              if (isNewer) replaced++
            }
          }
        }
        const compare = async () => {
          for (const actor of actors)
            for (const asked of [...broad, ...filters]) {
              const expected = await groups(db, actor, asked, { rows: [], counts: undefined })
              const counted = { rows: [], counts: await countInMemory(memory, actor, asked) }
              expect(await groups(db, actor, asked, counted)).toEqual(expected)
              found += expected.byUsers.length
              const counter = { ...asked, type: asked.isActivity ? ('activity' as const) : ('event' as const) }
              const { startTime, endTime, type, metric } = counter
              const counts = await genericMetrics(db, fromSql, actor, { startTime, endTime, type, metric })
              expect(await genericMetrics(db, memory, actor, { startTime, endTime, type, metric })).toEqual(counts)
              unread += counts.unreadAois
              const open = { startTime, endTime, metric, isActivity: asked.isActivity, type: 'shared' as const }
              const sharedRows = await listedNumbers(actor, open)
              expect(counts.sharedAois).toBe(sharedRows.length)
              expect(await drawnCount(tiles, actor, open)).toBe(sharedRows.length)
              shared += sharedRows.length
              for (const chosen of ['read', 'unread', asked.type] as const) {
                const choice =
                  chosen === asked.type ? asked : { ...asked, eventType: undefined, region: undefined, type: chosen }
                const listed = await listedNumbers(actor, choice)
                expect(await rowsInMemory(memory, actor, choice)).toEqual(listed)
                if (chosen === 'read') read += listed.length
              }
            }
        }
        await compare()
        if (late.length > 0) await insert(late)
        for (const one of changes) {
          const before = await Promise.all(actors.map(listedRows))
          await apply([...rows, ...late], one)
          if (one.what !== 'open') await compareRows(before)
        }
        await compare()
      },
    ),
    { numRuns: 4, endOnFailure: true },
  )
  // Guards against a test that counts nothing.
  expect([found, unread, read, shared, replaced].every((count) => count > 0)).toBe(true)
}, 240_000)
