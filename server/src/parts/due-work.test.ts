import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { INGEST_KEY_HEADER } from '#contract'
import { newId } from '../platform/db/id.ts'
import { addEventType, reportForm } from '../testing/events.ts'
import { eventually } from '../testing/eventually.ts'
import { startMailServer } from '../testing/mail-server.ts'
import { addMember, addService } from '../testing/people.ts'
import { testServer } from '../testing/server.ts'

/**
 * One service has a row that cannot be processed. Another service's alarms are still raised, escalate and send
 * messages.
 */
const mailServer = await startMailServer()
afterAll(mailServer.close)
const server = await testServer({ COHESION_SMTP_URL: mailServer.url, COHESION_MAIL_FROM: 'Cohesion <map@example.org>' })
const { db } = server

const addScene = async (title: string) => {
  const service = await addService(db, title)
  const admin = await addMember(db, service, service.roleId, { type: 'Technician', username: `${title}-${newId()}` })
  await db.updateTable('member').set({ email: 'dana@example.org' }).where('id', '=', admin.id).execute()
  const post = async (path: string, body: object) => {
    const answer = await server.as(admin).post(path, body)
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    return answer.json()
  }
  const { key } = await post('/sensors/ingest-keys', { name: 'Gateway' })
  const level = { targets: [{ type: 'member', memberId: admin.id }], channels: ['email', 'push'] }
  const plan = await post('/escalation-plans', {
    name: 'Plan',
    levels: [{ ...level, waitSeconds: 60, repeatSeconds: null }],
  })
  const report = (payload: object) =>
    server.app.inject({
      method: 'POST',
      url: '/api/cohesion/sensors/ingest',
      headers: { [INGEST_KEY_HEADER]: key },
      payload,
    })
  const addRule = (name: string, conditions: object[], more: object = {}) =>
    post('/rules', {
      name,
      severity: 'high',
      planId: plan._id,
      trigger: { type: 'sensor', scope: { type: 'all' }, conditions },
      ...more,
    })
  const alarms = () => db.selectFrom('alarm').selectAll().where('serviceId', '=', service.id).execute()
  const escalations = () => db.selectFrom('escalation').selectAll().where('serviceId', '=', service.id).execute()
  return {
    service,
    admin,
    post,
    report,
    addRule,
    alarms,
    escalations,
    type: await addEventType(db, service, { name: 'Fire' }),
  }
}

type Scene = Awaited<ReturnType<typeof addScene>>
let bad: Scene
let good: Scene
beforeAll(() => server.app.ready())
beforeEach(async () => {
  bad = await addScene('Bay')
  good = await addScene('Valley')
})

const high = { type: 'value', parameter: 'level', operator: 'above', enter: 3 }

/** Raises an alarm in the other service and waits for its event, escalation and message. */
const expectOthersGoOn = async () => {
  await good.addRule('Flood', [high], { event: { eventTypeId: good.type.id } })
  await good.report({ serial: 'gauge', parameters: { level: 4 }, location: [34.8, 32.1] })
  await eventually(async () => {
    expect(await good.alarms()).toMatchObject([{ eventId: expect.any(String), escalationId: expect.any(String) }])
    expect(await good.escalations()).toMatchObject([{ level: 0, notices: 1 }])
    const messages = db.selectFrom('delivery').select('kind').where('serviceId', '=', good.service.id)
    expect((await messages.execute()).map(({ kind }) => kind)).toContain('alarmNotice')
  })
}
const eventNames = async ({ service }: Scene) => {
  const { rows } = await sql<{ name: string }>`select e.name from alarm a join aoi e on e.id = a.event_id
    where a.service_id = ${service.id}`.execute(db)
  return rows.map(({ name }) => name)
}
const quarantined = ({ service }: Scene) =>
  db.selectFrom('quarantine').selectAll().where('serviceId', '=', service.id).execute()

test('a report with the longest name raises an alarm whose event has a shortened name', async () => {
  const name = 'x'.repeat(300)
  await bad.post('/rules', {
    name: 'Nobody came',
    severity: 'high',
    event: { eventTypeId: bad.type.id },
    trigger: { type: 'unattended', eventTypeIds: [bad.type.id], seconds: 1 },
  })
  await server.as(bad.admin).send('POST', '/aoi', reportForm(bad.type, { name }))
  await eventually(async () => expect(await eventNames(bad)).toEqual([`Nobody came: ${'x'.repeat(286)}…`]))
  await expectOthersGoOn()
})

test('a rule and a sensor with the longest names raise an alarm whose event has a shortened name', async () => {
  const name = 'y'.repeat(200)
  await bad.addRule(name, [high], { event: { eventTypeId: bad.type.id } })
  await bad.report({ serial: 'long', name, parameters: { level: 4 }, location: [34.8, 32.1] })
  await eventually(async () => expect(await eventNames(bad)).toEqual([`${name}: ${'y'.repeat(97)}…`]))
  await expectOthersGoOn()
})

test('the largest and smallest numbers raise a rate alarm', async () => {
  await bad.addRule('Rising', [{ type: 'rate', parameter: 'level', direction: 'rises', by: 1, withinSeconds: 600 }])
  for (const level of [-1e308, 1e308])
    expect((await bad.report({ serial: 'wild', parameters: { level } })).statusCode).toBeLessThan(300)
  await eventually(async () => expect(await bad.alarms()).toHaveLength(1))
  await expectOthersGoOn()
})

test('an escalation with a channel of a newer version continues with the known channels', async () => {
  await sql`update escalation_plan set levels = jsonb_set(levels, '{0,channels}', '["telepathy", "email"]')
    where service_id = ${bad.service.id}`.execute(db)
  await bad.addRule('Flood', [high])
  await bad.report({ serial: 'gauge', parameters: { level: 4 } })
  await eventually(async () => expect(await bad.escalations()).toMatchObject([{ level: 0, notices: 1 }]))
  await expectOthersGoOn()
})

test('a rule that cannot be read does not stop readings, nor the other rules of its service', async () => {
  await bad.addRule('Flood', [high])
  const { _id } = await bad.addRule('Newer', [high])
  await sql`update rule set trigger = jsonb_set(trigger, '{conditions}', '[{"type": "place", "areaId": "nowhere"}]'),
    revision = revision + 1 where id = ${_id}`.execute(db)
  expect((await bad.report({ serial: 'gauge', parameters: { level: 4 } })).statusCode).toBeLessThan(300)
  await eventually(async () => expect(await bad.escalations()).toHaveLength(1))
  await sql`update rule set trigger = '{"type": "sensor"}', revision = revision + 1
    where service_id = ${bad.service.id}`.execute(db)
  await bad.report({ serial: 'gauge', parameters: { level: 4 } })
  expect(await bad.alarms(), 'a rule that became unreadable ends no alarm').toMatchObject([{ endedAt: null }])
  await expectOthersGoOn()
})

test('an alarm whose event cannot be described is quarantined and named', async () => {
  await bad.addRule('Flood', [high], { event: { eventTypeId: bad.type.id } })
  await bad.report({ serial: 'gauge', parameters: { level: 1 } })
  const [sensor] = await db.selectFrom('sensor').select('id').where('serviceId', '=', bad.service.id).execute()
  const id = newId()
  await sql`insert into alarm (id, service_id, kind, rule_name, severity, sets_area_status, sensor_id, began_at, raised_at,
      explanation, event_due_at, rule_id, event_id)
    select ${id}, r.service_id, 'alarm', r.name, r.severity, false, ${sensor?.id}, now(), now(), '{"conditions": [null]}', now(),
      r.id, (select id from aoi where service_id = r.service_id limit 1)
    from rule r where r.service_id = ${bad.service.id}`.execute(db)
  await sql`update sensor set location = '(34.8,32.1)' where id = ${sensor?.id}`.execute(db)
  await eventually(async () =>
    expect(await quarantined(bad)).toMatchObject([
      { job: 'events of alarms', tableName: 'alarm', rowId: id, code: 'TypeError' },
    ]),
  )
  await expectOthersGoOn()
})

test('an escalation continues while requests hold every connection', async () => {
  await addMember(db, good.service, good.service.roleId, { type: 'Admin' })
  await good.addRule('Flood', [high])
  await good.report({ serial: 'gauge', parameters: { level: 4 } })
  await eventually(async () => expect(await good.escalations()).toMatchObject([{ level: 0, notices: 1 }]))
  const held = await Promise.all(Array.from({ length: server.pool.options.max }, () => server.pool.connect()))
  const query = async (text: string) => (await held[0]?.query(text, [good.service.id]))?.rows
  try {
    await query('update escalation set climb_at = now() where service_id = $1')
    await eventually(async () =>
      expect(await query('select level, notices from escalation where service_id = $1')).toEqual([
        { level: 1, notices: 2 },
      ]),
    )
  } finally {
    for (const connection of held) connection.release()
  }
})

/** Escalations of a rule of `Bay` that are due now. */
const addDueEscalations = async (count: number, levels: string) => {
  await bad.addRule('Flood', [high])
  await sql`insert into escalation (id, service_id, rule_id, rule_name, severity, plan_name, levels, remind_seconds, phase, level,
      rounds, notices, climb_at, began_at)
    select gen_random_uuid(), r.service_id, r.id, r.name, r.severity, 'Plan', ${levels}::jsonb, 60, 'climbing', -1, 0, 0, now(), now()
    from rule r, generate_series(1, ${count}) where r.service_id = ${bad.service.id}`.execute(db)
  await sql`insert into alarm (id, service_id, kind, rule_name, severity, sets_area_status, began_at, raised_at, explanation, rule_id,
      escalation_id, watched_aoi_id)
    select gen_random_uuid(), e.service_id, 'alarm', e.rule_name, e.severity, false, now(), now(), '{}', e.rule_id, e.id, null
    from escalation e where e.service_id = ${bad.service.id}`.execute(db)
}

test('2,000 escalations that cannot be processed do not delay others', async () => {
  await addDueEscalations(2_000, '[{"channels": ["telepathy"]}]')
  await expectOthersGoOn()
  expect((await quarantined(bad)).length).toBeLessThan(2_000)
})

test('slow and locked escalations do not delay others', async () => {
  await addDueEscalations(20, '[]')
  await sql`create function sleepy() returns trigger language plpgsql as $$ begin perform pg_sleep(30); return new; end $$`.execute(
    db,
  )
  await sql`create trigger sleepy before update on escalation for each row when (old.service_id = ${sql.lit(bad.service.id)})
    execute function sleepy()`.execute(db)
  try {
    await db.transaction().execute(async (member) => {
      await sql`select from rule where service_id = ${bad.service.id} for update`.execute(member)
      await expectOthersGoOn()
    })
    await eventually(async () => expect((await quarantined(bad)).map(({ code }) => code)).toContain('57014'))
  } finally {
    await sql`drop function sleepy cascade`.execute(db)
  }
})
