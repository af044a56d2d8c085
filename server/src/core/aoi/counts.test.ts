import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { Actor, LngLat } from '#contract'
import { visitRows } from '../../memory/select.ts'
import { noMemory, testMemory } from '../../memory/testing.ts'
import type { Views } from '../../memory/view.ts'
import { newId } from '../../platform/db/id.ts'
import { publish } from '../../platform/outbox/outbox.ts'
import { addCommunity } from '../../testing/activities.ts'
import { testDatabase } from '../../testing/database.ts'
import { addEventType } from '../../testing/events.ts'
import { addMember, addService } from '../../testing/people.ts'
import { genericMetrics } from './counters.ts'
import { aoiFilter, type Filter, visibleAois } from './filter.ts'
import { countInMemory, groups } from './groups.ts'
import { touch } from './record-change.ts'

const { db, close } = await testDatabase()
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

const actors = members.map(
  ({ id }, index): Actor => ({
    ...{ id, name: '', type: 'Operator', isViewer: false, isServerOwner: false, mayExport: false, token: null },
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
    ...{ creatorId: memberId, changedBy: memberId },
    ...{
      isTyped: fc.boolean(),
      isWorkedOn: fc.boolean(),
      isArchived: fc.boolean(),
      isDeleted: oneOf(false, false, true),
    },
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
  what: oneOf(...(['touch', 'archive', 'delete', 'restore', 'merge', 'retype', 'redate', 'open', 'share'] as const)),
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
})

/** Selects everything, because random filters may select nothing. */
const everything: Filter = { type: 'all' }

let nonce = 0
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never
type Row = { id: string; serviceId: string }
const apply = async (rows: Row[], { what, at, by, readAt }: Change) => {
  const [row, other, member] = [rows[at % rows.length], rows[(at + 1) % rows.length], members[by]]
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
    }[what]?.()
    const message = { type: 'AOI_UPDATED' as const, serviceId: row.serviceId, aoiIds: [row.id] }
    await publish(transaction, { serviceId: row.serviceId, message })
  })
}

const fromSql = noMemory(db).view
/** Throws if memory leaves the result to PostgreSQL. */
const wholeView =
  (view: Views): Views =>
  async (filter) => {
    const found = await view(filter)
    return found.rows ? expect.fail('memory cannot tell') : found
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

test('SQL and columns agree on the rows, groups and counters of any filter', async () => {
  await sql`update member set created_at = ${new Date(now - 20 * 60_000)}`.execute(db)
  let [found, unread, read] = [0, 0, 0]
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
        const memory = wholeView(testMemory(db).view)
        const compare = async () => {
          for (const actor of actors)
            for (const asked of [everything, ...filters]) {
              const expected = await groups(db, actor, asked, { rows: [], counts: undefined })
              const counted = { rows: [], counts: await countInMemory(memory, actor, asked) }
              expect(await groups(db, actor, asked, counted)).toEqual(expected)
              found += expected.byUsers.length
              const counter = { ...asked, type: asked.isActivity ? ('activity' as const) : ('event' as const) }
              const { startTime, endTime, type } = counter
              const counts = await genericMetrics(db, fromSql, actor, { startTime, endTime, type })
              expect(await genericMetrics(db, memory, actor, { startTime, endTime, type })).toEqual(counts)
              unread += counts.unreadAois
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
        for (const { id, serviceId } of late)
          await publish(db, { serviceId, message: { type: 'AOI_CREATED', serviceId, aoiIds: [id] } as never })
        for (const one of changes) await apply([...rows, ...late], one)
        await compare()
      },
    ),
    { numRuns: 6, endOnFailure: true },
  )
  // Guards against a test that counts nothing.
  expect([found > 0, unread > 0, read > 0]).toEqual([true, true, true])
}, 60_000)
