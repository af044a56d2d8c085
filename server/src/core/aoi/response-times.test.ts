import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../platform/db/id.ts'
import { migrateToLatest } from '../../platform/db/migrate.ts'
import { testDatabase } from '../../testing/database.ts'
import { eventually } from '../../testing/eventually.ts'
import { addMember, addService } from '../../testing/people.ts'

const { db, close } = await testDatabase()
afterAll(close)

const service = await addService(db, 'Harbour')
const members = [await addMember(db, service, service.roleId), await addMember(db, service, service.roleId)]
const visitors = [newId(), newId()]
for (const id of visitors)
  await db
    .insertInto('visitor')
    .values({ id, serviceId: service.id, followTokenHash: randomBytes(32) })
    .execute()

const start = Date.parse('2026-11-03T12:00:00Z')
const oneOf = <T>(...values: T[]) => fc.constantFrom(...values)
const memberId = oneOf(null, ...members.map(({ id }) => id))
const visitorId = oneOf(null, ...visitors)
const report = fc.record({ creatorId: memberId, visitorId, archivedBy: memberId, isArchived: fc.boolean() })
const step = fc.record({
  what: oneOf(
    ...(['entry', 'entry', 'entry', 'entry', 'edit', 'remove', 'archive', 'reopen', 'merge', 'separate'] as const),
    ...(['erase', 'forget', 'move'] as const),
  ),
  at: fc.nat(),
  moment: fc.integer({ min: -600, max: 600 }).map((seconds) => new Date(start + seconds * 1000)),
  authorId: memberId,
  visitorId,
  isSystem: oneOf(false, false, true),
  restricted: oneOf(false, false, true),
  isPrivate: oneOf(false, false, true),
})

let nonce = 0
const addReport = async ({
  isArchived,
  archivedBy,
  ...values
}: typeof report extends fc.Arbitrary<infer T> ? T : never) => {
  const id = newId()
  const archived = isArchived ? { archivedAt: new Date(start + 60_000), archivedBy } : {}
  await db
    .insertInto('aoi')
    .values({
      id,
      serviceId: service.id,
      kind: 'event',
      name: 'Flood',
      nonce: ++nonce,
      place: '(5,5)',
      ...values,
      ...archived,
    })
    .execute()
  return id
}

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
const apply = async (reports: string[], { what, at, moment, isPrivate, ...entry }: Step) => {
  const id = reports[at % reports.length]
  const other = reports[(at + 1) % reports.length]
  if (!id || !other || id === other) return
  const set = async (columns: object) => {
    await db.updateTable('aoi').set(columns).where('id', '=', id).execute()
  }
  const recipientOf = async (aoiId: string) => {
    const subscriber = { id: newId(), aoiId, visitorId: visitors[0] ?? '' }
    await db
      .insertInto('subscriber')
      .values(subscriber)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return sql<string>`(select id from subscriber where aoi_id = ${aoiId})`
  }
  const recipientId = isPrivate ? await recipientOf(id) : null
  await {
    entry: () =>
      db
        .insertInto('logEntry')
        .values({ ...entry, id: newId(), aoiId: id, type: 'text', happenedAt: moment, receivedAt: moment, recipientId })
        .execute(),
    edit: () =>
      db
        .updateTable('logEntry')
        .set({ ...entry, happenedAt: moment, receivedAt: moment, recipientId })
        .where('aoiId', '=', id)
        .execute(),
    remove: () =>
      db.deleteFrom('logEntry').where('aoiId', '=', id).where('restricted', '=', entry.restricted).execute(),
    move: () =>
      db
        .updateTable('logEntry')
        .set({ aoiId: other })
        .where('aoiId', '=', id)
        .where('recipientId', 'is', null)
        .execute(),
    archive: () => set({ archivedAt: moment, archivedBy: entry.authorId }),
    reopen: () => set({ archivedAt: null, archivedBy: null }),
    merge: async () => {
      await db
        .updateTable('aoi')
        .set({ mainId: other, mergedAt: moment })
        .where((is) => is.or([is('id', '=', id), is('mainId', '=', id)]))
        .where('id', '<>', other)
        .execute()
      await db.updateTable('aoi').set({ mainId: null, mergedAt: null }).where('id', '=', other).execute()
    },
    separate: () => set({ mainId: null, mergedAt: null }),
    erase: () => {
      reports.splice(at % reports.length, 1)
      return db.deleteFrom('aoi').where('id', '=', id).execute()
    },
    forget: () => set({ creatorId: null, visitorId: null }),
  }[what]()
}

const wrongRows = async () => {
  const word = sql`not e.is_system and e.author_kind = 'member' and not e.restricted and e.recipient_id is null`
  const { rows } = await sql`
    with expected as (
      select a.id, a.responded_at, a.first_word_at, (
          select min(e.happened_at) filter (where not e.is_system
              and (e.author_kind = 'member' and e.author_id is distinct from a.creator_id
                or e.author_kind <> 'member' and e.report_id is null))
          from log_entry e where e.aoi_id = a.id) as response,
        (select min(w.at) from (
          select e.happened_at as at from log_entry e where e.aoi_id = a.id and ${word}
          union all
          select e.happened_at from log_entry e
          where e.aoi_id = a.main_id and e.report_id is null and e.received_at > a.merged_at and ${word}
          union all
          select m.archived_at from aoi m where m.id = coalesce(a.main_id, a.id) and m.archived_by is not null) w
          where a.visitor_id is not null) as word
      from aoi a)
    select * from expected where (responded_at, first_word_at) is distinct from (response, word)`.execute(db)
  return rows
}

const filled = async () => {
  const { rows } = await sql<{ responded: number; word: number }>`
    select count(responded_at)::int as responded, count(first_word_at)::int as word from aoi`.execute(db)
  return rows[0] ?? { responded: 0, word: 0 }
}

test('response times follow entries, archiving, merging and erasure', async () => {
  let responded = 0
  let words = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(report, { minLength: 4, maxLength: 8 }),
      fc.array(step, { minLength: 15, maxLength: 30 }),
      async (reports, steps) => {
        await db.deleteFrom('aoi').execute()
        const ids: string[] = []
        for (const values of reports) ids.push(await addReport(values))
        for (const one of steps) await apply(ids, one)
        expect(await wrongRows()).toEqual([])
        const counts = await filled()
        responded += counts.responded
        words += counts.word
      },
    ),
    { numRuns: 40 },
  )
  expect(responded).toBeGreaterThan(20)
  expect(words).toBeGreaterThan(20)
})

const waitingForLock = async () => {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length
}

test('of two concurrent replies the earlier time counts', async () => {
  const id = await addReport({ creatorId: null, visitorId: visitors[0] ?? '', archivedBy: null, isArchived: false })
  const answer = (minutes: number, authorId = members[0]?.id) =>
    ({
      id: newId(),
      aoiId: id,
      type: 'text',
      restricted: false,
      authorId,
      happenedAt: new Date(start + minutes * 60_000),
    }) as const
  const first = await db.startTransaction().execute()
  await first.insertInto('logEntry').values(answer(1)).execute()
  const second = db.insertInto('logEntry').values(answer(2, members[1]?.id)).execute()
  await eventually(async () => expect(await waitingForLock()).toBe(1))
  await first.commit().execute()
  await second
  expect(await wrongRows()).toEqual([])
})

test('an upgrade fills the columns of existing events', async () => {
  const upgrade = '0550_response_times'
  const ids = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      addReport({
        creatorId: null,
        visitorId: visitors[0] ?? '',
        archivedBy: members[0]?.id ?? '',
        isArchived: index % 2 === 0,
      }),
    ),
  )
  for (const aoiId of ids.slice(0, 10))
    await db
      .insertInto('logEntry')
      .values({ id: newId(), aoiId, type: 'text', restricted: false, authorId: members[0]?.id })
      .execute()
  const before = await filled()
  await sql`alter table aoi drop column responded_at, drop column first_word_at cascade`.execute(db)
  await sql`delete from kysely_migration where name = ${upgrade}`.execute(db)
  expect(await migrateToLatest(db)).toEqual([upgrade])
  expect(await filled()).toEqual(before)
  expect(before.word).toBeGreaterThan(10)
  expect(await wrongRows()).toEqual([])
})
