import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { Import, ImportMapping, ImportPreviewRow } from '#contract'
import { newId } from '../../platform/db/id.ts'
import { addEventType, reportForm } from '../../testing/events.ts'
import { eventually } from '../../testing/eventually.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { addMember, addService, type TestMember } from '../../testing/people.ts'
import { formOf, testServer } from '../../testing/server.ts'

/** An import has the rights, limits and audit of the same work by hand. */
const mail = await startMailServer()
afterAll(() => mail.close())
const server = await testServer({
  COHESION_LIMIT_SESSION: '0',
  COHESION_SMTP_URL: mail.url,
  COHESION_MAIL_FROM: 'map@example.org',
})
const { db } = server
const bay = await addService(db, 'Bay')
const admin = await addMember(db, bay, bay.roleId, { type: 'Admin' })

const upload = async (who: TestMember, text: string, name: string): Promise<Import & { mapping: ImportMapping }> => {
  const file = { bytes: Buffer.from(text), name, type: 'text/csv' }
  const reply = await server.as(who).send('POST', '/imports', formOf({ timeZone: 'UTC', language: 'en', file }))
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}
const read = async (who: TestMember, id: string): Promise<Import> => (await server.as(who).get(`/imports/${id}`)).json()
const until = (who: TestMember, id: string, state: Import['state']) =>
  eventually(async () => {
    const found = await read(who, id)
    expect(found.state).toBe(state)
    return found
  })
const preview = async (who: TestMember, { _id, mapping }: { _id: string; mapping: ImportMapping }) =>
  (await server.as(who).post(`/imports/${_id}/preview`, { mapping })).json().rows as ImportPreviewRow[]
const run = async (who: TestMember, { _id, mapping }: { _id: string; mapping: ImportMapping }) => {
  await until(who, _id, 'ready')
  const started = await server.as(who).post(`/imports/${_id}/start`, { mapping })
  expect(started.statusCode, started.body).toBe(200)
  return until(who, _id, 'done')
}
const linesOf = (action: string) =>
  db
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', action)
    .where('serviceId', '=', bay.id)
    .orderBy('at')
    .execute()

test('a member imports events of the types of its role only', async () => {
  const flood = await addEventType(db, bay, { name: 'Flood', questions: [] })
  const fire = await addEventType(db, bay, { name: 'Fire', questions: [] })
  const roleId = newId()
  await db.insertInto('role').values({ id: roleId, serviceId: bay.id, name: 'Divers' }).execute()
  await db.insertInto('roleEventType').values({ roleId, eventTypeId: flood.id }).execute()
  const noa = await addMember(db, bay, roleId, { type: 'Admin' })
  const byHand = await server.as(noa).send('POST', '/aoi', reportForm(fire, { name: 'Smoke' }))
  expect(byHand.statusCode).toBe(400)

  const file = 'ID,Title,Type,Lat,Lon\n1,Cellar,Flood,32.08,34.78\n2,Smoke,Fire,32.09,34.79\n'
  const uploaded = await upload(noa, file, 'types.csv')
  const [first, second] = await preview(noa, uploaded)
  expect(first?.outcome).toBe('new')
  expect(second).toMatchObject({
    outcome: 'rejected',
    reasons: [{ code: 'notOffered', field: 'type', value: 'Fire' }],
  })
  expect((await run(noa, uploaded)).counts).toMatchObject({ new: 1, rejected: 1 })

  const whole = await run(admin, await upload(admin, file, 'types.csv'))
  expect(whole.counts).toMatchObject({ new: 1, unchanged: 1 })
  // An event may keep its type; a new type must be one that the member is offered.
  const renamed = 'ID,Title,Type,Lat,Lon\n1,Cellar,Fire,32.08,34.78\n2,Thick smoke,Fire,32.09,34.79\n'
  const again = await preview(noa, await upload(noa, renamed, 'types.csv'))
  expect(again.map(({ outcome, changes }) => [outcome, changes])).toEqual([
    ['rejected', []],
    ['changed', ['name']],
  ])
})

test('the audit has the kind and counts of an import, when it starts and when it is done', async () => {
  const lines = async () => [...(await linesOf('import.start')), ...(await linesOf('import.finish'))].slice(-2)
  const uploaded = await upload(admin, 'Title,Type,Lat,Lon\nA,Flood,32.1,34.8\nB,Flood,95,190\n', 'audit.csv')
  await run(admin, uploaded)
  expect((await linesOf('import.start')).at(-1)).toMatchObject({
    memberId: admin.id,
    targetId: uploaded._id,
    targetName: 'audit.csv',
    detail: { kind: 'event', rows: 2 },
  })
  expect((await linesOf('import.finish')).at(-1)).toMatchObject({
    memberId: admin.id,
    targetId: uploaded._id,
    detail: { kind: 'event', rows: 2, new: 1, rejected: 1 },
  })
  expect(await lines()).toHaveLength(2)
})

test('imported invitations share the hourly budget of mailed ones, are mailed later, and are audited', async () => {
  const adam = await addMember(db, bay, bay.roleId, { type: 'Admin' })
  const byHand = () =>
    server.as(adam).post('/user/invite-by-mail', {
      role: bay.roleId,
      permission: 'Operator',
      email: 'by-hand@example.org',
      language: 'en',
    })
  for (let count = 0; count < 20; count++) expect((await byHand()).statusCode).toBe(200)
  const people = Array.from({ length: 190 }, (_, at) => `person${at}@example.org,Responder`)
  const done = await run(adam, await upload(adam, `E-mail,Role\n${people.join('\n')}\n`, 'volunteers.csv'))
  expect(done.counts).toMatchObject({ new: 190, rejected: 0 })

  const { rows } = await sql<{ email: string; waitMinutes: number; validDays: number }>`
    select i.email, extract(epoch from d.next_attempt_at - d.created_at) / 60 as wait_minutes,
      extract(epoch from i.expires_at - d.next_attempt_at) / 86400 as valid_days
    from delivery d join invite i on i.id = (d.payload ->> 'inviteId')::uuid
    where d.kind = 'invite' and i.email like 'person%' and d.state = 'waiting' and d.next_attempt_at > now() + interval '30 minutes'`.execute(
    db,
  )
  expect(rows).toHaveLength(110)
  const hours = rows.map(({ waitMinutes }) => Math.round(waitMinutes / 60))
  expect([hours.filter((hour) => hour === 1).length, hours.filter((hour) => hour === 2).length]).toEqual([100, 10])
  for (const { validDays } of rows) expect(validDays).toBeCloseTo(14, 1)
  expect((await byHand()).statusCode).toBe(429)

  const lines = (await linesOf('member.invite')).filter(({ memberId }) => memberId === adam.id)
  expect(lines).toHaveLength(20 + 190)
  expect(lines.at(-1)?.detail).toEqual({ role: bay.roleId, permission: 'Operator', byMail: true, import: done._id })
})

test('a file that is marked as failed while it is read does not become ready', async () => {
  await sql`create function fail_late() returns trigger language plpgsql as $$
    begin update import set state = 'failed', problem = '{"code": "interrupted"}' where id = new.id; return null; end $$`.execute(
    db,
  )
  await sql`create trigger fail_late after update of row_count on import for each row
    when (new.file_name = 'late.csv' and new.state = 'reading') execute function fail_late()`.execute(db)
  const late = await upload(admin, 'Title,Type,Lat,Lon\nA,Flood,32.1,34.8\n', 'late.csv')
  const next = await upload(admin, 'Title,Type,Lat,Lon\nA,Flood,32.1,34.8\n', 'next.csv')
  await until(admin, next._id, 'ready')
  expect(await read(admin, late._id)).toMatchObject({ state: 'failed', problem: { code: 'interrupted' } })
})
