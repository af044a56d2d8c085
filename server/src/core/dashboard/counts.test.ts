import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { Actor } from '#contract'
import { noMemory, testMemory } from '../../memory/testing.ts'
import { newId } from '../../platform/db/id.ts'
import { publish } from '../../platform/outbox/outbox.ts'
import { testDatabase } from '../../testing/database.ts'
import { addEventType } from '../../testing/events.ts'
import { addMember, addService } from '../../testing/people.ts'
import { openEventCounts } from './count.ts'
import { type DashboardMemory, eventNumbers } from './queries.ts'

const { db, close } = await testDatabase()
afterAll(close)

const services = [await addService(db, 'Harbour'), await addService(db, 'Hills')] as const
const members = [
  await addMember(db, services[0], services[0].roleId, { username: 'dana' }),
  await addMember(db, services[0], services[0].roleId, { username: 'omer' }),
]
const types = [
  await addEventType(db, services[0], { name: 'Flood' }),
  await addEventType(db, services[1], { name: 'Fire' }),
]
const addRegion = async (serviceId: string) => {
  const id = newId()
  const ring = [[0, 0], [1, 0], [1, 1], [0, 0]] // biome-ignore format: a ring
  await db
    .insertInto('region')
    .values({ id, serviceId, name: `Region ${id}`, coordinates: JSON.stringify([ring]) })
    .execute()
  return id
}
const regions = [await addRegion(services[0].id), await addRegion(services[1].id)]
const visitors = [newId(), newId()]
for (const id of visitors)
  await db
    .insertInto('visitor')
    .values({ id, serviceId: services[0].id, followTokenHash: randomBytes(32) })
    .execute()

const actor = (index: 0 | 1): Actor => ({
  id: members[index]?.id ?? '',
  name: '',
  type: 'Operator',
  isViewer: false,
  isServerOwner: false,
  mayExport: false,
  token: null,
  serviceId: services[0].id,
  visibleServiceIds: services.slice(0, index + 1).map(({ id }) => id),
})

/** Lebanon and Cuba change clocks at midnight. */
const zones = ['UTC', 'Asia/Jerusalem', 'Asia/Beirut', 'America/Havana', 'Asia/Kathmandu']
const now = new Date('2026-11-03T12:00:00.123Z')
const nights = ['2026-10-24T20:00:00Z', '2026-11-01T03:00:00Z', '2026-03-28T21:00:00Z', '2026-11-03T09:00:00Z']
const oneOf = <T>(...values: T[]) => fc.constantFrom(...values)
const moment = fc
  .tuple(oneOf(...nights), fc.integer({ min: 0, max: 24 }))
  .map(([night, steps]) => new Date(Date.parse(night) + steps * 15 * 60_000))
const soon = fc.oneof(fc.integer({ min: -60, max: 300 }), fc.integer({ min: 0, max: 500_000 }))
const memberId = oneOf(null, ...members.map(({ id }) => id))
const visitorId = oneOf(null, null, ...visitors)

const aoi = fc
  .record({
    kind: oneOf('event' as const, 'event' as const, 'event' as const, 'sensor' as const),
    service: oneOf(0, 0, 1),
    createdAt: moment,
    creatorId: memberId,
    visitorId,
    archivedBy: memberId,
    isTyped: fc.boolean(),
    isPlaced: fc.boolean(),
    isWorkedOn: fc.boolean(),
    archivedAfter: oneOf(null, null, 0, 500),
    isDeleted: oneOf(false, false, false, true),
    name: oneOf('water in the street', 'a fallen tree'),
  })
  .map(({ service, isTyped, isPlaced, archivedAfter, isDeleted, ...row }) => ({
    ...row,
    id: newId(),
    serviceId: services[service as 0 | 1].id,
    searchText: row.name,
    place: '(5,5)',
    status: row.kind === 'sensor' ? ('OK' as const) : null,
    eventTypeId: isTyped ? (types[service]?.id ?? null) : null,
    regionId: isPlaced ? (regions[service] ?? null) : null,
    archivedAt: archivedAfter === null ? null : new Date(row.createdAt.getTime() + archivedAfter * 1000),
    deletedAt: isDeleted ? now : null,
  }))
const change = fc.record({
  what: oneOf(...(['entry', 'entry', 'entry', 'archive', 'delete', 'restore', 'merge', 'retype', 'redate'] as const)),
  at: fc.nat(),
  seconds: soon,
  authorId: memberId,
  visitorId,
  isSystem: oneOf(false, false, true),
  restricted: oneOf(false, false, true),
})
const filter = fc.record({
  type: oneOf('all' as const, 'all' as const, 'new' as const, 'inProgress' as const, 'done' as const),
  startTime: oneOf(undefined, undefined, new Date(nights[1] ?? '')),
  endTime: oneOf(undefined, undefined, new Date('2026-11-01T06:00:00Z')),
  eventType: oneOf(undefined, undefined, 'none', newId(), ...types.map(({ id }) => id)),
  region: oneOf(undefined, undefined, undefined, 'none', ...regions),
  creator: oneOf(undefined, undefined, undefined, 'none', members[0]?.id),
})

let nonce = 0
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never
type Row = { id: string; serviceId: string; createdAt: Date; kind: string }
const apply = async (rows: Row[], { what, at, seconds, ...entry }: Change) => {
  const row = rows[at % rows.length]
  const other = rows[(at + 1) % rows.length]
  if (!row || !other) return
  const happenedAt = new Date(row.createdAt.getTime() + seconds * 1000)
  const set = async (columns: object) => {
    await db.updateTable('aoi').set(columns).where('id', '=', row.id).execute()
  }
  const isMergeable = row.serviceId === other.serviceId && row.id !== other.id && other.kind === row.kind
  const isMain = await db.selectFrom('aoi').select('id').where('mainId', '=', row.id).executeTakeFirst()
  await {
    entry: async () => {
      await db
        .insertInto('logEntry')
        .values({ id: newId(), aoiId: row.id, type: 'text', happenedAt, ...entry })
        .execute()
    },
    archive: () => set({ archivedAt: happenedAt, archivedBy: entry.authorId }),
    delete: () => set({ deletedAt: now }),
    restore: () => set({ deletedAt: null, archivedAt: null, mainId: null, mergedIntoId: null, mergedAt: null }),
    merge: async () => {
      if (isMergeable && !isMain) await set({ mainId: other.id, mergedIntoId: other.id, mergedAt: happenedAt })
    },
    retype: () => set({ eventTypeId: null }),
    redate: () => set({ createdAt: happenedAt }),
  }[what]()
  const aoiIds = what === 'merge' || what === 'restore' ? rows.map(({ id }) => id) : [row.id]
  await publish(db, { serviceId: row.serviceId, message: { type: 'AOI_UPDATED', serviceId: row.serviceId, aoiIds } })
}

const countEvents = openEventCounts(db)
const fromSql: DashboardMemory = { view: noMemory(db).view, countEvents }
const fromMemory = (): DashboardMemory => {
  const { view } = testMemory(db)
  return {
    view: async (filter) => {
      const found = await view(filter)
      return found.rows ? expect.fail('memory left the result to PostgreSQL') : found
    },
    countEvents: async (...asked) =>
      (await countEvents(...asked)) ?? expect.fail('memory left the result to PostgreSQL'),
  }
}

/** Rounds seconds to the microsecond, because some processors round interpolated values differently from PostgreSQL. */
const rounded = (numbers: Awaited<ReturnType<typeof eventNumbers>>): unknown =>
  JSON.parse(
    JSON.stringify(numbers, (key, value: unknown) =>
      key.endsWith('Seconds') && typeof value === 'number' ? Number(value.toFixed(6)) : value,
    ),
  )

test('event numbers from memory equal plain SQL after random changes', async () => {
  let answered = 0
  let words = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(aoi, { minLength: 20, maxLength: 40 }),
      fc.array(change, { minLength: 15, maxLength: 25 }),
      fc.array(change, { minLength: 5, maxLength: 10 }),
      fc.array(fc.tuple(filter, oneOf(...zones)), { minLength: 4, maxLength: 4 }),
      async (rows, before, changes, questions) => {
        await sql`delete from aoi`.execute(db)
        await db
          .insertInto('aoi')
          .values(rows.map((row) => ({ ...row, nonce: ++nonce })))
          .execute()
        for (const one of before) await apply(rows, one)
        const memory = fromMemory()
        const compare = async () => {
          for (const [asked, timeZone] of questions)
            for (const reader of [actor(0), actor(1)]) {
              const question = { filter: asked, timeZone, now }
              const expected = await eventNumbers(db, fromSql, reader, question)
              expect(rounded(await eventNumbers(db, memory, reader, question))).toEqual(rounded(expected))
              for (const { answered: some } of expected.response) answered += some
              words += expected.firstWord.answered
            }
        }
        await compare()
        for (const one of changes) await apply(rows, one)
        await compare()
      },
    ),
    { numRuns: 5, endOnFailure: true },
  )
  // Guards against a test that counts nothing.
  expect([answered > 0, words > 0]).toEqual([true, true])
}, 60_000)

test('counts regions again after changes of more events than a message lists', async () => {
  await sql`delete from aoi`.execute(db)
  const row = { serviceId: services[0].id, kind: 'event' as const, name: 'Flood', place: '(5,5)', createdAt: now }
  await db
    .insertInto('aoi')
    .values({ ...row, id: newId(), nonce: ++nonce, regionId: regions[0] ?? null })
    .execute()
  const memory = fromMemory()
  const question = { filter: { type: 'all' as const }, timeZone: 'UTC', now }
  const ask = async () => (await eventNumbers(db, memory, actor(0), question)).byRegion.map(({ _id }) => _id)
  expect(await ask()).toEqual([regions[0]])
  await db.transaction().execute(async (transaction) => {
    await transaction.updateTable('aoi').set({ regionId: null }).execute()
    const { serviceId } = row
    await publish(transaction, { serviceId, message: { type: 'AOI_UPDATED', serviceId, aoiIds: [] } })
  })
  expect(await ask()).toEqual([null])
})

test("an entry on a merged report ends its reporter's wait", async () => {
  await sql`delete from aoi`.execute(db)
  const row = { serviceId: services[0].id, kind: 'event' as const, name: 'Flood', place: '(5,5)', createdAt: now }
  const main = newId()
  const merged = newId()
  const into = { mainId: main, mergedIntoId: main, mergedAt: now, visitorId: visitors[0] ?? null }
  for (const values of [{ id: main }, { id: merged, ...into }])
    await db
      .insertInto('aoi')
      .values({ ...row, ...values, nonce: ++nonce })
      .execute()
  const memory = fromMemory()
  const question = { filter: { type: 'all' as const }, timeZone: 'UTC', now }
  const ask = async () => (await eventNumbers(db, memory, actor(0), question)).firstWord
  expect(await ask()).toMatchObject({ reports: 1, answered: 0, waiting: 1 })
  const entry = { id: newId(), aoiId: merged, type: 'text' as const, restricted: false }
  await db
    .insertInto('logEntry')
    .values({ ...entry, authorId: members[0]?.id ?? null, happenedAt: now })
    .execute()
  const { serviceId } = row
  await publish(db, { serviceId, message: { type: 'AOI_UPDATED', serviceId, aoiIds: [merged] } })
  expect(await ask()).toMatchObject({ reports: 1, answered: 1, waiting: 0 })
})
