import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { deletedItems } from '../core/aoi/erase.ts'
import { fillDemo } from '../demo/fill.ts'
import { countIn, readTile, tileAt } from '../memory/tile/testing.ts'
import { deletedServices } from '../operations/organisation/erase.ts'
import { deletedMembers } from '../people/user/erase.ts'
import { runBatch, runSingleRows } from '../platform/clock/batch.ts'
import { isLongAgo } from '../platform/db/erase.ts'
import { newId } from '../platform/db/id.ts'
import { enqueue } from '../platform/delivery/queue.ts'
import { collectFiles } from '../platform/files/files.ts'
import { openStore } from '../platform/files/local.ts'
import { publish } from '../platform/outbox/outbox.ts'
import { pruneOutbox } from '../platform/outbox/pruning.ts'
import { addEventType, reportForm } from '../testing/events.ts'
import { eventually } from '../testing/eventually.ts'
import { addMember, type TestMember } from '../testing/people.ts'
import { startS3 } from '../testing/s3-bucket.ts'
import { formOf, testServer } from '../testing/server.ts'
import { readConfig } from './config.ts'

const s3 = await startS3()
const environment = {
  S3_ENDPOINT: s3.credentials.endpoint,
  S3_REGION: s3.credentials.region,
  S3_BUCKET: 'town',
  S3_ACCESS_KEY_ID: s3.credentials.accessKeyId,
  S3_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
}
const server = await testServer(environment)
const { db } = server
await fillDemo(db)
// Few readings per sensor, because searching thousands is slow.
await sql`delete from sensor_reading r where exists (
  select from sensor_reading newer where newer.sensor_id = r.sensor_id and newer.reading_key > r.reading_key)`.execute(
  db,
)
const [bay, harbor] = (await db.selectFrom('service').select('id').orderBy('createdAt').orderBy('title').execute()).map(
  ({ id }) => id,
) as [string, string]

/** Whether a table is the audit or one of its partitions, which outlive the rows that they describe. */
const isRecord = (table: string) => table === 'audit' || table.startsWith('audit_')
/** Columns that may keep the id of an erased member, because no row explains the id any more. */
const MERE_IDS = ['changed_by', 'archived_by', 'deleted_by', 'shared_by', 'removed_by', 'created_by']

/** Tables containing one of these ids in any column. */
const tablesNaming = async (ids: readonly string[]): Promise<string[]> => {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db)
  const naming: string[] = []
  for (const { name } of tables.filter((table) => !isRecord(table.name))) {
    const { rows } = await sql`select 1 from ${sql.table(name)} t
      where regexp_split_to_array((to_jsonb(t) - ${MERE_IDS}::text[])::text, '[^0-9a-f-]+') && ${ids as string[]}::text[]
      limit 1`.execute(db)
    if (rows.length > 0) naming.push(name)
  }
  return naming
}

const idsIn = async (table: 'member' | 'visitor' | 'aoi' | 'sensor' | 'file', serviceId: string) =>
  (await db.selectFrom(table).select('id').where('serviceId', '=', serviceId).execute()).map(({ id }) => id)

const addBelongings = async ({ id, serviceId }: TestMember) => {
  await enqueue(db, [{ channel: 'push', kind: 'updated', serviceId, memberId: id, payload: {} }])
  const [aoi] = await idsIn('aoi', serviceId)
  const { id: sessionId } = await db
    .selectFrom('session')
    .select('id')
    .where('memberId', '=', id)
    .executeTakeFirstOrThrow()
  const deviceId = newId()
  const device = { endpoint: `https://push.example/${deviceId}`, subscription: '{}' }
  await db
    .insertInto('pushDevice')
    .values({ id: deviceId, memberId: id, sessionId, ...device })
    .execute()
  await db.insertInto('pushMessage').values({ id: newId(), memberId: id, deviceId, payload: '{}' }).execute()
  await db
    .insertInto('calendarFeed')
    .values({ id: newId(), memberId: id, tokenHash: Buffer.from(id) })
    .execute()
  await db
    .insertInto('knownDevice')
    .values({ memberId: id, tokenHash: Buffer.from(id) })
    .execute()
  await db.insertInto('presence').values({ memberId: id, lastSeenAt: new Date(), isToldOnline: true }).execute()
  await db
    .insertInto('share')
    .values({ aoiId: aoi ?? '', memberId: id, source: 'member' })
    .execute()
  await db
    .insertInto('aoiRead')
    .values({ aoiId: aoi ?? '', memberId: id })
    .execute()
}

const roleOf = async (serviceId: string) =>
  (await db.selectFrom('role').select('id').where('serviceId', '=', serviceId).limit(1).executeTakeFirstOrThrow()).id
const drawPicture = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#4a7' } })
    .png()
    .toBuffer()

/** A place without demo data. */
const FAR_AWAY = { lng: 10, lat: 60 }
const farTile = tileAt(6, FAR_AWAY.lng, FAR_AWAY.lat)

/** Number of events that a search and a tile still show of the deleted service. */
const eventsKnownTo = async (caller: ReturnType<typeof server.as>) => {
  const found = await caller.get('/aoi/filtered?type=all&search=maelstrom')
  const { z, x, y } = farTile
  const tile = await caller.get(`/aoi/tiles/${z}/${x}/${y}`)
  expect([found.statusCode, tile.statusCode]).toEqual([200, 200])
  const { new: fresh, inProgress, done } = countIn(readTile(tile.rawPayload))
  return { bySearch: found.json().total.length as number, onMap: fresh + inProgress + done }
}
const eraseMembers = () => runBatch(db, 'deleted members', deletedMembers, new Date())
const eraseServices = () => runSingleRows(db, 'deleted services', deletedServices, new Date())
const longAgo = () => new Date(Date.now() - 31 * 86_400_000)

const pruneMessages = async () => {
  await publish(db, { message: { type: 'SETTINGS_UPDATED' }, everyone: true })
  await eventually(async () => {
    const { rows } = await sql`select from outbox where position is null`.execute(db)
    expect(rows).toHaveLength(0)
  })
  await sql`update outbox set created_at = now() - interval '2 days'`.execute(db)
  await pruneOutbox(server.pool)
}

test('30 days after deletion, only a member’s name under its texts is left', async () => {
  const silent = await addMember(db, { id: bay }, await roleOf(bay), { username: 'silent.one' })
  const author = await addMember(db, { id: bay }, await roleOf(bay), { username: 'author.one' })
  const [aoi] = await idsIn('aoi', bay)
  for (const member of [silent, author]) await addBelongings(member)
  await db
    .insertInto('logEntry')
    .values({
      id: newId(),
      aoiId: aoi ?? '',
      type: 'text',
      authorId: author.id,
      authorName: 'author.one',
      text: 'Seen',
    })
    .execute()
  const admin = await addMember(db, { id: bay }, await roleOf(bay), { type: 'Admin' })
  for (const { id } of [silent, author])
    expect((await server.as(admin).delete(`/user/delete/${id}`)).statusCode).toBe(200)
  await eraseMembers()
  expect(await tablesNaming([silent.id])).toEqual(expect.arrayContaining(['aoi_read', 'calendar_feed', 'member']))

  await db.updateTable('member').set({ deletedAt: longAgo() }).where('id', 'in', [silent.id, author.id]).execute()
  await eraseMembers()
  await pruneMessages()
  expect(await tablesNaming([silent.id])).toEqual([])
  expect(await tablesNaming([author.id])).toEqual(['log_entry', 'member'])
  const kept = await db.selectFrom('member').selectAll().where('id', '=', author.id).executeTakeFirstOrThrow()
  expect(kept).toMatchObject({ firstName: 'author.one', username: '-', passwordHash: '', phone: null, roleId: null })
})

test('30 days after deletion, nothing of a service is left in any table or file', async () => {
  const store = await openStore(readConfig({ COHESION_DATA: server.folder, ...environment }))
  const owner = await addMember(db, { id: bay }, await roleOf(bay), { type: 'Technician', isServerOwner: true })
  const member = await addMember(db, { id: harbor }, await roleOf(harbor))
  await addBelongings(member)
  const technician = await addMember(db, { id: harbor }, await roleOf(harbor), { type: 'Technician' })
  const logo = { bytes: await drawPicture(), name: 'logo.png', type: 'image/png' }
  const before = new Set(s3.objects.keys())
  expect((await server.as(technician).send('PATCH', `/service/${harbor}`, formOf({ logo }))).statusCode).toBe(200)
  const stored = [...s3.objects.keys()].filter((path) => !before.has(path))
  expect(stored).toHaveLength(2)
  const type = await addEventType(db, { id: harbor }, { name: 'Whirlpool' })
  const form = reportForm(type, { name: 'Maelstrom', startCoordinates: [FAR_AWAY.lng, FAR_AWAY.lat, 1] })
  expect((await server.as(technician).send('POST', '/aoi', form)).statusCode).toBe(200)
  const watcher = await addMember(db, { id: bay }, await roleOf(bay), { providedServiceIds: [harbor] })
  const callers = [server.as(watcher), (await server.openSecond()).as(watcher)]
  for (const caller of callers) await expect.poll(() => eventsKnownTo(caller)).toEqual({ bySearch: 1, onMap: 1 })
  const ids = [harbor, ...(await idsIn('file', harbor))]
  for (const table of ['member', 'visitor', 'aoi', 'sensor'] as const) ids.push(...(await idsIn(table, harbor)))

  expect((await server.as(owner).delete(`/service/${harbor}`)).statusCode).toBe(200)
  await eraseServices()
  expect((await tablesNaming(ids)).length).toBeGreaterThan(20)

  const others = await idsIn('aoi', bay)
  await db.updateTable('service').set({ deletedAt: longAgo() }).where('id', '=', harbor).execute()
  await eraseServices()
  await eraseMembers()
  await collectFiles(db, store)
  await pruneMessages()
  expect(await tablesNaming(ids)).toEqual([])
  expect([...s3.objects.keys()].filter((path) => stored.includes(path))).toEqual([])
  for (const caller of callers) expect(await eventsKnownTo(caller)).toEqual({ bySearch: 0, onMap: 0 })
  expect(await idsIn('aoi', bay)).toEqual(others)
})

test('deleted events are erased after 30 days in batches, and the others stay', async () => {
  const { rows } = await sql<{ count: number }>`
    with many as (
      insert into aoi (id, service_id, kind, name, nonce, place, deleted_at)
      select gen_random_uuid(), ${bay}, 'event', 'Old', 1000 + i, '(0,0)',
        case when i <= 1200 then now() - interval '31 days' else now() - interval '29 days' end
      from generate_series(1, 1203) i returning 1)
    select count(*) from many`.execute(db)
  expect(rows).toEqual([{ count: 1203 }])
  const erasedIds = await db
    .selectFrom('aoi')
    .select('id')
    .where('name', '=', 'Old')
    .where(isLongAgo('deletedAt'))
    .execute()
  await sql`delete from outbox`.execute(db)
  // The server of this test may run the same job meanwhile.
  await eventually(async () => {
    await runBatch(db, 'deleted items', deletedItems, new Date())
    expect(await db.selectFrom('aoi').select('id').where('name', '=', 'Old').execute()).toHaveLength(3)
  })
  // The published messages make every server drop its copies in memory.
  const messages = await db.selectFrom('outbox').select('body').execute()
  const published = messages.flatMap(({ body }) => (body && 'aoiIds' in body ? body.aoiIds : []))
  expect(published.sort()).toEqual(erasedIds.map(({ id }) => id).sort())
})
