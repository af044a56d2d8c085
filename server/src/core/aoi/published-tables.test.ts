import { randomBytes } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../platform/db/id.ts'
import { addCommunity } from '../../testing/activities.ts'
import { testDatabase } from '../../testing/database.ts'
import { addEventType } from '../../testing/events.ts'
import { addMember, addService } from '../../testing/people.ts'

/*
 * Every table that a row, a count or a live message of an AOI reads has triggers that publish the AOI (migration 0551).
 */
const { db, pool, close } = await testDatabase()
afterAll(close)
const home = await addService(db, 'Home')
const dana = await addMember(db, home, home.roleId, { username: 'dana' })
const omer = await addMember(db, home, home.roleId, { username: 'omer' })
const flood = await addEventType(db, home, { name: 'Flood', questions: ['Depth'] })
const sunset = await addCommunity(db, home, { groups: ['Youth'] })
const visitor = newId()
const localMap = newId()
const sensor = newId()
await db
  .insertInto('visitor')
  .values({ id: visitor, serviceId: home.id, firstName: 'Vera', followTokenHash: randomBytes(32) })
  .execute()
await db
  .insertInto('localMap')
  .values({ id: localMap, serviceId: home.id, name: 'Plan', originX: 0, originY: 0, width: 1, height: 1 })
  .execute()
await db.insertInto('sensor').values({ id: sensor, serviceId: home.id, serial: 'S-1', name: 'Gauge' }).execute()

let nonce = 0
const addAoi = async (values: object = {}): Promise<string> => {
  const id = newId()
  const row = { id, serviceId: home.id, kind: 'event' as const, name: 'Water', nonce: ++nonce, place: '(5,5)' }
  await db
    .insertInto('aoi')
    .values({ ...row, creatorId: dana.id, eventTypeId: flood.id, visitorId: null, ...values })
    .execute()
  return id
}

type Published = { to: string | null; members: string[]; type: string; aoiIds: string[] }
const published = async (): Promise<Published[]> => {
  const { rows } = await pool.query<Published>(
    `select service_id as to, member_ids as members, body ->> 'type' as type, body -> 'aoiIds' as "aoiIds" from outbox
     where body ->> 'type' in ('AOI_CREATED', 'AOI_UPDATED') order by id`,
  )
  return rows
}
const publishedBy = async (statement: string, values: unknown[] = []): Promise<Published[]> => {
  await pool.query('delete from outbox')
  const { rowCount } = await pool.query(statement, values)
  expect(rowCount, statement).toBeGreaterThan(0)
  return published()
}

beforeEach(() => pool.query('delete from aoi'))

/** Tables with rows of an AOI: columns and values of a row, and a change of that row. */
const parts: Record<string, { row: Record<string, unknown>; set: string; members?: string[] }> = {
  aoi_answer: { row: { question_id: flood.questions[0], question_name: 'Depth', value: 'knee' }, set: `value = 'hip'` },
  aoi_group: { row: { group_id: sunset.groups[0] }, set: 'group_id = group_id' },
  aoi_local_map: { row: { local_map_id: localMap, position: '(0,0)' }, set: `position = '(1,1)'` },
  aoi_sensor: { row: { sensor_id: sensor }, set: 'is_chosen = false' },
  log_entry: { row: { id: newId(), type: 'text', text: 'Seen' }, set: `text = 'Seen again'` },
  public_text: { row: { text: 'Closed road' }, set: `text = 'Open again'` },
  share: { row: { member_id: omer.id, source: 'member' }, set: 'done_at = now()', members: [omer.id] },
  subscriber: { row: { id: newId(), visitor_id: visitor }, set: 'removed_at = now()' },
  twin_claim: { row: {}, set: 'claimed_at = now()' },
}

describe('publishes the AOI of every row that is added, changed or removed', () => {
  test.each(Object.entries(parts))('%s', async (table, { row, set, members = [] }) => {
    const aoiId = await addAoi()
    const values = {
      ...row,
      aoi_id: aoiId,
      ...(table === 'twin_claim' && { other_id: await addAoi(), service_id: home.id }),
    }
    const expected = [{ to: home.id, members, type: 'AOI_UPDATED', aoiIds: [aoiId] }]
    const columns = Object.keys(values)
    const insert = `insert into ${table} (${columns}) values (${columns.map((_, index) => `$${index + 1}`)})`
    expect(await publishedBy(insert, Object.values(values))).toEqual(expected)
    expect(await publishedBy(`update ${table} set ${set} where aoi_id = $1`, [aoiId])).toEqual(expected)
    expect(await publishedBy(`delete from ${table} where aoi_id = $1`, [aoiId])).toEqual(expected)
  })

  test('aoi', async () => {
    const aoiId = newId()
    const expected = { to: home.id, members: [], aoiIds: [aoiId] }
    const insert = `insert into aoi (id, service_id, kind, name, nonce, place) values ($1, $2, 'event', 'Water', 7000, '(5,5)')`
    expect(await publishedBy(insert, [aoiId, home.id])).toEqual([{ ...expected, type: 'AOI_CREATED' }])
    for (const statement of [
      `update aoi set address = 'Mission Street' where id = $1`,
      'delete from aoi where id = $1',
    ])
      expect(await publishedBy(statement, [aoiId])).toEqual([{ ...expected, type: 'AOI_UPDATED' }])
  })

  test('aoi_read, to its reader alone', async () => {
    const aoiId = await addAoi()
    const expected = [{ to: null, members: [omer.id], type: 'AOI_UPDATED', aoiIds: [aoiId] }]
    const insert = 'insert into aoi_read (member_id, aoi_id, updates_seen_at) values ($1, $2, now())'
    expect(await publishedBy(insert, [omer.id, aoiId])).toEqual(expected)
    for (const readAt of ['now()', `now() - interval '1 year'`])
      expect(await publishedBy(`update aoi_read set read_at = ${readAt}`)).toEqual(expected)
    expect(await publishedBy('delete from aoi_read')).toEqual(expected)
  })
})

/** Changes of names that the row of an AOI shows, each with an AOI that shows the name. */
const names: [table: string, set: string, aoi: () => Promise<string>][] = [
  ['member', `first_name = 'Dora' where id = '${dana.id}'`, () => addAoi()],
  ['member', `username = 'dora' where id = '${dana.id}'`, () => addAoi()],
  ['visitor', `first_name = 'Wera' where id = '${visitor}'`, () => addAoi({ creatorId: null, visitorId: visitor })],
  ['event_type', `name = 'High water' where id = '${flood.id}'`, () => addAoi()],
  ['event_type', `translations = '{"he": {"name": "שיטפון"}}' where id = '${flood.id}'`, () => addAoi()],
  [
    'community',
    `title = 'Dawn' where id = '${sunset.id}'`,
    () => addAoi({ kind: 'activity', eventTypeId: null, communityId: sunset.id, startAt: new Date() }),
  ],
]

test.each(names)('a new name publishes the AOIs that show it: %s, %s', async (table, set, aoi) => {
  const aoiId = await aoi()
  const expected = [{ to: home.id, members: [], type: 'AOI_UPDATED', aoiIds: [aoiId] }]
  expect(await publishedBy(`update ${table} set ${set}`)).toEqual(expected)
})

/** Tables that refer to an AOI but are part of no row, count or live message of AOIs. */
const exempt: Record<string, string> = {
  aoi_change: 'holds the notes of the triggers',
  held_report: 'is a report under review, which REVIEW_UPDATED announces',
  import_row: 'is a line of an imported file; the import writes the AOI itself',
  notification: 'is read with the notifications of its member',
  twin_dismissal: 'is read with the suggested duplicates, which are searched each time',
}

test('every table with a column aoi_id has triggers or a reason to have none', async () => {
  const { rows } = await pool.query<{ name: string; events: string[] }>(`
    select c.relname as name, array(
      select replace(t.tgname, c.relname || '_noted_', '') from pg_trigger t
      where t.tgrelid = c.oid and starts_with(t.tgname, c.relname || '_noted_') order by 1) as events
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'aoi_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`)
  const noted = rows.filter(({ events }) => events.length > 0)
  expect(rows.filter(({ events }) => events.length === 0).map(({ name }) => name)).toEqual(Object.keys(exempt))
  for (const { name, events } of noted) expect(events, name).toEqual(['delete', 'insert', 'update'])
  expect(noted.map(({ name }) => name)).toEqual([...Object.keys(parts), 'aoi_read'].sort())
})
