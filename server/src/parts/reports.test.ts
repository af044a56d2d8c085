import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Status } from '#contract'
import { quarantine } from '../platform/clock/quarantine.ts'
import { databaseTime } from '../platform/db/clock.ts'
import { newId } from '../platform/db/id.ts'
import { addEventType, reportForm } from '../testing/events.ts'
import { eventually } from '../testing/eventually.ts'
import { addMember, addService } from '../testing/people.ts'
import { testServer } from '../testing/server.ts'
import { reportJobs } from './reports.ts'

const server = await testServer()
const { db } = server
const bay = await addService(db, 'Bay')
const valley = await addService(db, 'Valley')
const admin = await addMember(db, bay, bay.roleId, { type: 'Admin' })
const stranger = await addMember(db, valley, valley.roleId, { type: 'Admin' })
const owner = await addMember(db, valley, valley.roleId, { type: 'Technician', isServerOwner: true })

const receiversOf = async (kind: string) => {
  const rows = await db.selectFrom('delivery').select('memberId').where('kind', '=', kind).execute()
  return rows.map(({ memberId }) => memberId).sort()
}
const readStatus = async (): Promise<Status> => (await server.as(owner).get('/status')).json()

test('an unreadable value is reported once, to the Admins of its service and to the owner', async () => {
  const id = newId()
  await sql`insert into rota (id, service_id, name, member_ids, starts_on, handover_at, time_zone)
    values (${id}, ${bay.id}, 'Nights', ${[admin.id]}::uuid[], '2026-03-01', '08:00', 'Mars/Olympus')`.execute(db)
  await eventually(async () => expect(await receiversOf('quarantine')).toEqual([admin.id, owner.id].sort()))
  expect((await readStatus()).quarantine).toMatchObject([
    { job: 'values of rota', table: 'rota', rowId: id, service: 'Bay', code: 'ZodError' },
  ])
  expect(await receiversOf('quarantine')).not.toContain(stranger.id)
  await sql`update quarantine set retry_at = now() - interval '1 hour'`.execute(db)
  await sql`delete from rota`.execute(db)
  await eventually(async () => expect((await readStatus()).quarantine).toEqual([]))
})

test('a value that a restore quarantined is listed until it can be read', async () => {
  const id = newId()
  await sql`insert into sensor (id, service_id, serial, name, parameters)
    values (${id}, ${bay.id}, 'Bad', 'Bad', '{"level": 7}')`.execute(db)
  const now = databaseTime()
  const row = { job: 'values of sensor', table: 'sensor', id, serviceId: bay.id, error: new Error('unreadable') }
  await quarantine(db, { ...row, now: new Date(now.getTime() - 60_000) })
  const check = async () => {
    for (const job of reportJobs(db, 'another:3000')) if (job.name === row.job) await job.run(databaseTime())
    return db.selectFrom('quarantine').select(['rowId', 'attempts']).where('job', '=', row.job).execute()
  }
  expect(await check()).toMatchObject([{ rowId: id }])
  await sql`update sensor set parameters = '[]' where id = ${id}`.execute(db)
  await sql`update quarantine set retry_at = now() - interval '1 minute' where job = ${row.job}`.execute(db)
  expect(await check()).toEqual([])
})

test('rows that only a newer version knows are reported after 10 minutes', async () => {
  const type = await addEventType(db, bay, { name: 'Fire' })
  const { _id: aoiId } = (await server.as(admin).send('POST', '/aoi', reportForm(type))).json()
  const late = newId()
  const recent = newId()
  await sql`insert into delivery (id, channel, kind, service_id, payload, next_attempt_at) values
    (${late}, 'telepathy', 'alarmNotice', ${bay.id}, '{}', now() - interval '11 minutes'),
    (${recent}, 'telepathy', 'alarmNotice', ${bay.id}, '{}', now())`.execute(db)
  const { rows } = await sql<{ id: string }>`insert into notification (service_id, kind, aoi_id, texts, created_at)
    select ${bay.id}, 'dreamt', id, '{}', now() - interval '11 minutes' from aoi where id = ${aoiId}
    returning id::text`.execute(db)
  const named = { job: 'notifications of a newer version', table: 'notification', rowId: rows[0]?.id, service: 'Bay' }
  for (const job of reportJobs(db, 'another:3000')) await job.run(databaseTime())
  await eventually(async () =>
    expect((await readStatus()).quarantine).toMatchObject([
      { job: 'deliveries of a newer version', table: 'delivery', rowId: late, code: 'unknown channel' },
      { ...named, code: 'unknown kind' },
    ]),
  )
  expect(await db.selectFrom('delivery').select('state').where('id', 'in', [late, recent]).execute()).toEqual([
    { state: 'waiting' },
    { state: 'waiting' },
  ])
})

test('a stopped clock of another server is reported once to the owner', async () => {
  const tickedAt = new Date(Date.now() - 40_000)
  await db.insertInto('serverClock').values({ server: 'gone:3000', tickedAt, problems: [] }).execute()
  await eventually(async () => expect(await receiversOf('clockStopped')).toEqual([owner.id]))
  const { clocks } = await readStatus()
  expect(clocks.map(({ server: name, isTroubled }) => [name === 'gone:3000', isTroubled])).toContainEqual([true, true])
  expect(
    clocks.some(({ isTroubled }) => !isTroubled),
    'the own clock',
  ).toBe(true)
})

test('/clockz is independent of /readyz', async () => {
  const read = async (url: string) => (await server.app.inject({ url })).json()
  expect(await read('/clockz')).toEqual({ status: 'ok', tickAgeSeconds: expect.any(Number), failing: [] })
  await sql`alter table escalation rename to escalation_away`.execute(db)
  await eventually(async () => expect((await read('/clockz')).failing).toContain('escalations to advance'))
  expect((await server.app.inject({ url: '/clockz' })).statusCode).toBe(503)
  expect(await read('/readyz')).toEqual({ status: 'ok' })
  await sql`alter table escalation_away rename to escalation`.execute(db)
  await eventually(async () => expect((await read('/clockz')).status).toBe('ok'))
})

test('an alarm of which no message was sent is listed', async () => {
  const id = newId()
  const add = sql`insert into escalation (id, service_id, rule_name, severity, plan_name, levels, phase, level, rounds,
      notices, began_at)
    values (${id}, ${bay.id}, 'Flood', 'high', 'Plan', '[]', 'climbing', 0, 0, 0, now() - interval '1 minute')`
  await sql`with added as (${add} returning id)
    insert into alarm (id, service_id, kind, rule_name, severity, sets_area_status, began_at, raised_at, escalation_id)
    select ${newId()}, ${bay.id}, 'alarm', 'Flood', 'high', false, now(), now(), null from added`.execute(db)
  await sql`update alarm set escalation_id = ${id}`.execute(db)
  expect((await readStatus()).unreachedAlarms).toMatchObject([{ _id: id, rule: 'Flood', service: 'Bay' }])
  const [escalation] = (await server.as(admin).get('/escalations')).json()
  expect(escalation).toMatchObject({ _id: id, isUnreached: true })
})
