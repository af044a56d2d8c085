import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '../../../platform/db/id.ts'
import { migrateToLatest } from '../../../platform/db/migrate.ts'
import { visitorScene } from '../../../testing/visitors.ts'

const { server, dana, sent, postAsVisitor } = await visitorScene()
const { db } = server

const reporterOf = async (id: string) =>
  (await db.selectFrom('aoi').select('visitorId').where('id', '=', id).executeTakeFirstOrThrow()).visitorId

test('the database adds the author to entries that servers of the previous version write', async () => {
  const main = await sent()
  const merged = await sent()
  await server.as(dana).post(`/twin/merge/${main._id}`, { aoiIds: [merged._id] })
  const visitorId = await reporterOf(merged._id)
  const entry = (values: object) => ({ id: newId(), aoiId: main._id, type: 'text' as const, ...values })
  const rows = [
    entry({ visitorId, text: 'Old words' }),
    entry({ authorId: dana.id, text: 'Old work' }),
    entry({ isSystem: true, text: 'Old note' }),
  ]
  for (const row of rows) await db.insertInto('logEntry').values(row).execute()
  const stored = await db
    .selectFrom('logEntry')
    .select(['text', 'authorKind', 'reportId'])
    .where('text', 'like', 'Old %')
    .orderBy('text')
    .execute()
  expect(stored).toEqual([
    { text: 'Old note', authorKind: 'system', reportId: null },
    { text: 'Old words', authorKind: 'visitor', reportId: merged._id },
    { text: 'Old work', authorKind: 'member', reportId: null },
  ])
})

test('an upgrade stores the authors of existing entries, as visitors where they were erased', async () => {
  const kept = await sent()
  const gone = await sent()
  await server.as(dana).post(`/twin/merge/${kept._id}`, { aoiIds: [gone._id] })
  await server.as(dana).post(`/aoi/${kept.number}/add-log`, { text: 'Seen', restricted: false })
  for (const { follow, _id } of [kept, gone])
    await postAsVisitor('/follow/answer', { follow, aoiId: _id, text: 'Words', nonce: '1' })
  await postAsVisitor('/follow/erase', { follow: gone.follow })
  const kinds = async () => {
    const { rows } = await sql`
      select e.text, e.change ->> 'what' as what, e.author_kind, e.visitor_id is not null as has_visitor,
        e.report_id is not distinct from ${kept._id}::uuid as is_of_kept
      from log_entry e where e.aoi_id = ${kept._id} order by 1, 2, 3, 4`.execute(db)
    return rows
  }
  const before = await kinds()
  await sql`drop trigger log_entry_authorship on log_entry`.execute(db)
  await sql`alter table log_entry drop column author_kind, drop column report_id`.execute(db)
  await sql`delete from kysely_migration where name = '0540_authorship'`.execute(db)
  expect(await migrateToLatest(db)).toEqual(['0540_authorship'])
  expect(await kinds()).toEqual(before)
  expect(before).toContainEqual({
    text: 'Words',
    what: null,
    authorKind: 'visitor',
    hasVisitor: false,
    isOfKept: false,
  })
})
