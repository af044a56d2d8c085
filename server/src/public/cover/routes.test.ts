import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type Aoi, COVER, type HeldReportWithTwins, type LogEntry } from '#contract'
import { alarmEvents } from '../../alarms/rule/alarm-events.ts'
import { newId } from '../../platform/db/id.ts'
import { addEventType, reportForm } from '../../testing/events.ts'
import { eventually } from '../../testing/eventually.ts'
import { picture, showsFace, strokes } from '../../testing/face-picture.ts'
import { addMember, addService, type TestMember } from '../../testing/people.ts'
import { formOf } from '../../testing/server.ts'
import { visitorScene } from '../../testing/visitors.ts'

const { server, linkOf, sent, follow, fred, open } = await visitorScene()
const own = await addService(server.db, 'Covering')
const rina = await addMember(server.db, own, own.roleId, { username: 'rina' })
const viewer = await addMember(server.db, own, own.viewerRoleId)
const admin = await addMember(server.db, own, own.roleId, { type: 'Admin' })
const type = await addEventType(server.db, own, { name: 'Accident', questions: ['Who?'] })
const link = await linkOf(rina)

const ok = async <T>(answer: Promise<{ statusCode: number; body: string; json: () => unknown }>): Promise<T> => {
  const { statusCode, body, json } = await answer
  expect(statusCode, body).toBe(200)
  return json() as T
}

const file = { bytes: picture, name: 'crash.png', type: 'image/png' }

const storedFiles = async () => {
  const folder = join(server.folder, 'files')
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  return Promise.all(
    names.filter((entry) => entry.isFile()).map((entry) => readFile(join(entry.parentPath, entry.name))),
  )
}
const someStoredFileShowsFace = async () => (await Promise.all((await storedFiles()).map(showsFace))).includes(true)
const tokenOf = (address: string) => address.slice(address.lastIndexOf('/') + 1)
const statusOf = async (url: string) => (await server.app.inject({ url })).statusCode
const cover = (who: TestMember, address: string) =>
  server.as(who).post('/cover/photo', { file: tokenOf(address), strokes })
const coverWords = (who: TestMember, id: string, words: string[]) =>
  server.as(who).post(`/cover/words/${id}`, { words })
const check = (who: TestMember, ...addresses: string[]) =>
  ok<{ missing: string[]; coveredAt: string | null }>(
    server.as(who).post('/cover/check', { files: addresses.map(tokenOf) }),
  )
const bytesAt = async (url: string) => (await server.app.inject({ url })).rawPayload

const addHeldReport = async (parts: Record<string, unknown> = {}) => {
  await ok(server.as(rina).post('/review/hold', { isOn: true }))
  const report = await sent({ via: link, type, parts })
  await ok(server.as(rina).post('/review/hold', { isOn: false }))
  const take = () => ok<HeldReportWithTwins>(server.as(rina).post(`/review/reports/${report._id}/take`))
  return { ...report, take }
}

/**
 * Expects that the old address is gone, the new one shows the rest of the picture, and no stored file shows the face.
 */
const expectCovered = async (before: string, after: string) => {
  expect(after).not.toBe(before)
  for (const size of ['full', 'thumb']) {
    expect(await statusOf(`${before}?size=${size}`)).toBe(404)
    const bytes = await bytesAt(`${after}?size=${size}`)
    expect(await showsFace(bytes)).toBe(false)
    const { data } = await sharp(bytes)
      .extract({ left: 0, top: 0, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(data[2]).toBeGreaterThan(150)
  }
  // The old file is removed right after the commit.
  await eventually(async () => expect(await someStoredFileShowsFace()).toBe(false))
}

test('a face covered in the queue is in no stored copy, nor in the event', async () => {
  const report = await addHeldReport({ file })
  const { image: before } = await report.take()
  if (!before) throw new Error('the report has a photo')
  expect(await someStoredFileShowsFace()).toBe(true)
  const { photo } = await ok<{ photo: string }>(cover(rina, before))
  await expectCovered(before, photo)
  expect((await report.take()).image).toBe(photo)
  expect((await follow(report.follow)).reports[0]?.image).toBe(photo)
  await ok(server.as(rina).post('/review/accept', { ids: [report._id] }))
  expect((await open(report._id, rina)).properties.map[0]?.image).toBe(photo)
  expect((await cover(rina, before)).statusCode).toBe(404)
})

test('photos of events and of entries are covered too, and the log says by whom', async () => {
  const event: Aoi = await ok(server.as(rina).send('POST', '/aoi', reportForm(type, { file })))
  const before = event.properties.map[0]?.image ?? ''
  const entry = await ok<LogEntry>(
    server.as(rina).send('POST', `/aoi/${event.number}/add-photo`, formOf({ file, text: 'Here' })),
  )
  await ok(cover(rina, entry.photo ?? ''))
  const { photo } = await ok<{ photo: string }>(cover(rina, before))
  await expectCovered(before, photo)
  expect(await statusOf(entry.photo ?? '')).toBe(404)
  const { properties } = await open(event._id, rina)
  expect(properties.map[0]?.image).toBe(photo)
  expect(properties.logs.filter(({ change }) => change?.what === 'photoCovered')).toMatchObject([
    { username: 'rina', isSystem: true },
    { username: 'rina', isSystem: true },
  ])
})

test('only reviewers cover photos, and only photos of reports and entries', async () => {
  const { take, _id } = await addHeldReport({ file })
  const image = (await take()).image ?? ''
  expect((await cover(viewer, image)).statusCode).toBe(403)
  expect((await cover(fred, image)).statusCode).toBe(404)
  expect((await coverWords(fred, _id, ['x'])).statusCode).toBe(404)
  expect((await coverWords(rina, newId(), ['x'])).statusCode).toBe(404)
  const me = await ok<{ photo: string }>(server.as(rina).send('POST', '/user/profile-photo', formOf({ file })))
  expect((await cover(rina, me.photo)).statusCode).toBe(404)
  expect((await server.as(rina).post('/cover/photo', { file: tokenOf(image), strokes: [] })).statusCode).toBe(400)
  await ok(server.as(rina).delete('/user/profile-photo'))
  await ok(cover(rina, image))
})

/** Adds an alarm with its own event and a queued mail and text message. Returns a function that reads their texts. */
const addAlarm = async (eventId: string) => {
  const { db } = server
  const ids = [newId(), newId()]
  const texts = { en: 'Alarm: Flood – Mr Levi', he: 'אזעקה: Flood – Le… ועוד 2' }
  const payload = JSON.stringify({ action: 'ALARM', texts, path: '/?panel=alarms' })
  const nextAttemptAt = new Date(Date.now() + 3_600_000)
  await db
    .insertInto('delivery')
    .values([
      { id: ids[0] as string, channel: 'email', kind: 'alarmNotice', serviceId: own.id, payload, nextAttemptAt },
      {
        id: ids[1] as string,
        originId: ids[0] as string,
        channel: 'sms',
        kind: 'alarmNotice',
        serviceId: own.id,
        payload,
        nextAttemptAt,
      },
    ])
    .execute()
  const alarmId = newId()
  await sql`with ruled as (
      insert into rule (id, service_id, name, severity, event_type_id, trigger)
      values (gen_random_uuid(), ${own.id}, 'Flood', 'high', ${type.id}, '{"type": "unattended"}') returning id),
    escalated as (
      insert into escalation (id, service_id, rule_name, severity, plan_name, levels, phase, level, rounds, notices, began_at)
      values (gen_random_uuid(), ${own.id}, 'Flood', 'high', 'Plan', '[]', 'climbing', 0, 0, 1, now()) returning id),
    noticed as (insert into escalation_notice (id, service_id, member_id, token_hash, delivery_ids)
      values (gen_random_uuid(), ${own.id}, ${rina.id}, '\\x00', ${[ids[0]]}::uuid[]) returning id),
    received as (insert into escalation_receiver (escalation_id, number, member_id, notice_id, level, at)
      select e.id, 1, ${rina.id}, n.id, 0, now() from escalated e, noticed n)
    insert into alarm (id, service_id, kind, rule_id, rule_name, severity, sets_area_status, watched_aoi_id, began_at,
      raised_at, escalation_id, explanation, event_due_at)
    select ${alarmId}, ${own.id}, 'alarm', ruled.id, 'Flood', 'high', false, ${eventId}, now(), now(), escalated.id,
      '{"trigger": {"type": "unattended", "eventTypeIds": [], "seconds": 1}}', now() from ruled, escalated`.execute(db)
  await db.transaction().execute((trx) => alarmEvents.process(trx, [alarmId], new Date(), own.id))
  return async () => {
    const rows = await db
      .selectFrom('delivery')
      .select(['channel', 'payload'])
      .where('id', 'in', ids)
      .orderBy('channel')
      .execute()
    return rows.map((row) => [row.channel, (row.payload as { texts: object }).texts])
  }
}

test('covered words are removed from all texts and from the search for good', async () => {
  const report = await addHeldReport({
    description: 'Jonathan Levi hit a tree\nCall Jonathan: 050-7654321',
    publicAction: { publicActionId: type.id, fields: [{ _id: type.questions[0], value: 'jonathan' }] },
  })
  await ok(server.as(rina).post('/review/ask', { ids: [report._id], question: 'Is Jonathan hurt?' }))
  await ok(coverWords(rina, report._id, ['Jonathan', '050-7654321']))
  const shown = await report.take()
  expect(shown).toMatchObject({
    name: `${COVER} Levi hit a tree`,
    description: `<p>${COVER} Levi hit a tree<br />Call ${COVER}: ${COVER}</p>`,
    answers: [{ value: COVER }],
    questions: [{ question: `Is ${COVER} hurt?` }],
  })
  await ok(server.as(rina).post('/review/accept', { ids: [report._id] }))
  const event = await open(report._id, rina)
  expect(event.properties.name).toBe(`${COVER} Levi hit a tree`)
  await ok(server.as(admin).send('PATCH', `/aoi/${event.number}`, formOf({ name: 'Levi was here' })))
  await ok(server.as(rina).post(`/aoi/${event.number}/add-log`, { text: 'Mr Levi was taken home' }))
  // These actions are audited.
  const other: Aoi = await ok(server.as(rina).send('POST', '/aoi', reportForm(type, { name: 'Another accident' })))
  await ok(server.as(rina).post(`/twin/merge/${report._id}`, { aoiIds: [other._id] }))
  await ok(server.as(rina).post(`/twin/separate/${report._id}`))
  await ok(server.as(rina).patch(`/board/texts/${report._id}`, { text: 'Mr Levi is well' }))
  await ok(server.as(admin).delete(`/aoi/${report._id}`))
  await ok(server.as(admin).post(`/aoi/${report._id}/restore`))
  await server.db.updateTable('aoi').set({ address: 'Levi Street 7' }).where('id', '=', report._id).execute()
  await server.db
    .updateTable('heldReport')
    .set({ address: 'Levi Street 7', reasonText: 'Mr Levi called' })
    .where('id', '=', report._id)
    .execute()
  await server.db
    .insertInto('delivery')
    .values({
      id: newId(),
      channel: 'push',
      kind: 'created',
      groupKey: report._id.replaceAll('-', ''),
      payload: JSON.stringify({ data: { action: 'a', text: 'New: Mr Levi, Le… was hurt' } }),
      nextAttemptAt: new Date(Date.now() + 3_600_000),
    })
    .execute()
  const noticeOf = await addAlarm(report._id)
  const alarmEvent = () =>
    server.db.selectFrom('aoi').select(['name', 'address']).where('name', 'like', 'Flood: %').executeTakeFirstOrThrow()
  expect(await alarmEvent()).toEqual({ name: 'Flood: Levi was here', address: 'Levi Street 7' })
  await ok(coverWords(rina, report._id, ['levi']))
  expect(await alarmEvent()).toEqual({ name: `Flood: ${COVER} was here`, address: `${COVER} Street 7` })
  expect(await noticeOf()).toEqual([
    ['email', { en: `Alarm: Flood – Mr ${COVER}`, he: `אזעקה: Flood – ${COVER}… ועוד 2` }],
    ['sms', { en: `Alarm: Flood – Mr ${COVER}`, he: `אזעקה: Flood – ${COVER}… ועוד 2` }],
  ])
  const waiting = await server.db.selectFrom('delivery').select('payload').where('kind', '=', 'created').execute()
  expect(JSON.stringify(waiting)).toContain(`New: Mr ${COVER}, ${COVER}… was hurt`)
  const { rows } = await server.pool.query(
    `select (select coalesce(json_agg(a), '[]') from aoi a where id = $1)::text || (select coalesce(json_agg(e), '[]')
      from log_entry e where aoi_id = $1)::text || (select coalesce(json_agg(h), '[]') from held_report h where id = $1)::text
      || (select coalesce(json_agg(q), '[]') from aoi_answer q where aoi_id = $1)::text as all_texts`,
    [report._id],
  )
  expect(rows[0].all_texts).toContain(COVER)
  expect(rows[0].all_texts).not.toMatch(/jonathan|levi|7654321/i)
  const { rows: tables } = await server.pool.query(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  for (const { name } of tables) {
    const trace = await server.pool.query(
      `select t::text as row from ${name} t where t::text ~* 'jonathan|levi|7654321'`,
    )
    expect(trace.rows, name).toEqual([])
  }
  const list = await ok<{ aois: unknown[] }>(server.as(rina).get('/aoi/filtered?search=levi'))
  expect(JSON.stringify(list)).not.toContain(report._id)
})

test('clients are notified to drop copies, and offline devices check later', async () => {
  const { take } = await addHeldReport({ file })
  const before = (await take()).image ?? ''
  const earlier = await check(viewer, before)
  expect(earlier.missing).toEqual([])
  await ok(cover(rina, before))
  const later = await check(viewer, before, 'x'.repeat(32))
  expect(new Set(later.missing)).toEqual(new Set([tokenOf(before), 'x'.repeat(32)]))
  expect(later.coveredAt).not.toBe(earlier.coveredAt)
  const messages = await server.db.selectFrom('outbox').select('body').execute()
  expect(messages.map(({ body }) => body)).toContainEqual({
    type: 'CONTENT_COVERED',
    serviceId: own.id,
    files: [tokenOf(before)],
  })
  expect((await check(fred)).coveredAt).toBeNull()
})
