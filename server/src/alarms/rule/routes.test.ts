import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Alarm, Aoi, EscalationPlan, Mute, Rule, RuleTrial } from '#contract'
import { INGEST_KEY_HEADER, MOST_TRIAL_RECEIVERS, MUTES_PER_SERVICE, RULES_PER_SERVICE, RuleDraft } from '#contract'
import { newId } from '../../platform/db/id.ts'
import { addEventType, reportForm } from '../../testing/events.ts'
import { addMember, addService } from '../../testing/people.ts'
import { testServer } from '../../testing/server.ts'
import { replay } from './replay.ts'

const server = await testServer()
const bay = await addService(server.db, 'Bay')
const valley = await addService(server.db, 'Valley')
const admin = await addMember(server.db, bay, bay.roleId, { type: 'Admin', username: 'dana' })
const technician = await addMember(server.db, bay, bay.roleId, { type: 'Technician' })
const operator = await addMember(server.db, bay, bay.roleId)
const stranger = await addMember(server.db, valley, valley.roleId, { type: 'Technician' })
const { key } = (await server.as(technician).post('/sensors/ingest-keys', { name: 'Gateway' })).json()

const report = (payload: object) =>
  server.app.inject({
    method: 'POST',
    url: '/api/cohesion/sensors/ingest',
    headers: { [INGEST_KEY_HEADER]: key },
    payload,
  })
const high = { type: 'value', parameter: 'level', operator: 'above', enter: 3.2, leave: 3 }
const addSensor = async (serial: string) => {
  await report({ serial, parameters: { level: 1 } })
  const row = await server.db.selectFrom('sensor').select('id').where('serial', '=', serial).executeTakeFirstOrThrow()
  return row.id
}
const draftFor = (sensorId: string, more: object = {}) => ({
  name: 'High water',
  severity: 'high',
  trigger: { type: 'sensor', scope: { type: 'sensor', sensorId }, conditions: [high], ...more },
})
const alarmsOf = async (sensorId: string, of = operator): Promise<Alarm[]> =>
  (await server.as(of).get(`/alarms?sensor=${sensorId}`)).json()

describe('rules', () => {
  test('are made, read, changed and deleted by an Admin, each with a line in the audit', async () => {
    const sensorId = await addSensor('crud')
    const made = (await server.as(admin).post('/rules', draftFor(sensorId))).json() as Rule
    expect(made).toMatchObject({ name: 'High water', isEnabled: true, event: null, openAlarms: 0, quietSeconds: 0 })
    const changed = await server.as(admin).patch(`/rules/${made._id}`, { name: 'Flood', severity: 'warning' })
    expect(changed.json()).toMatchObject({ name: 'Flood', severity: 'warning', trigger: made.trigger })
    expect((await server.as(technician).get('/rules')).json()).toContainEqual(changed.json())
    expect((await server.as(stranger).get('/rules')).json()).toEqual([])
    expect((await server.as(stranger).patch(`/rules/${made._id}`, { name: 'Mine' })).statusCode).toBe(404)
    expect((await server.as(admin).delete(`/rules/${made._id}`)).statusCode).toBe(200)
    const lines = await server.db.selectFrom('audit').select('action').where('targetId', '=', made._id).execute()
    expect(lines.map(({ action }) => action).sort()).toEqual(['rule.create', 'rule.delete', 'rule.edit'])
  })

  test('reference nothing of another service', async () => {
    const type = await addEventType(server.db, valley, { name: 'Fire' })
    const draft = { ...draftFor(newId()), event: { eventTypeId: type.id } }
    const refused = await server.as(admin).post('/rules', draft)
    expect(refused.statusCode).toBe(400)
    expect(Object.keys(refused.json().fields)).toEqual(['event.eventTypeId', 'trigger.scope'])
  })

  test('refuse a leave value on the wrong side', async () => {
    const sensorId = await addSensor('sides')
    const refused = await server.as(admin).post('/rules', draftFor(sensorId, { conditions: [{ ...high, leave: 4 }] }))
    expect(refused.statusCode).toBe(400)
  })

  test('that are switched off or deleted end their alarms, whose history stays', async () => {
    const sensorId = await addSensor('off')
    const rule = (await server.as(admin).post('/rules', draftFor(sensorId))).json() as Rule
    await report({ serial: 'off', parameters: { level: 4 } })
    expect(await alarmsOf(sensorId)).toMatchObject([{ endedAt: null, ruleName: 'High water' }])
    await server.as(admin).patch(`/rules/${rule._id}`, { isEnabled: false })
    expect(await alarmsOf(sensorId)).toMatchObject([{ endedAt: expect.any(String) }])
    await report({ serial: 'off', parameters: { level: 5 } })
    await server.as(admin).patch(`/rules/${rule._id}`, { isEnabled: true })
    await report({ serial: 'off', parameters: { level: 5 } })
    expect(await alarmsOf(sensorId)).toHaveLength(2)
    await server.as(admin).delete(`/rules/${rule._id}`)
    expect(await alarmsOf(sensorId)).toMatchObject([{ ruleId: null, endedAt: expect.any(String) }, {}])
  })
})

describe('alarms', () => {
  test('end with a reason, and are raised again only after their conditions have ended', async () => {
    const sensorId = await addSensor('ended')
    await server.as(admin).post('/rules', draftFor(sensorId))
    await report({ serial: 'ended', parameters: { level: 4 } })
    const [alarm] = await alarmsOf(sensorId)
    expect((await server.as(stranger).post(`/alarms/${alarm?._id}/end`, { reason: 'x' })).statusCode).toBe(404)
    expect((await server.as(operator).post(`/alarms/${alarm?._id}/end`, {})).statusCode).toBe(400)
    const ended = await server.as(operator).post(`/alarms/${alarm?._id}/end`, { reason: 'Someone stepped on it' })
    expect(ended.json()).toMatchObject({ endedBy: operator.username, endReason: 'Someone stepped on it' })
    await report({ serial: 'ended', parameters: { level: 5 } })
    expect(await alarmsOf(sensorId)).toHaveLength(1)
    await report({ serial: 'ended', parameters: { level: 1 } })
    await report({ serial: 'ended', parameters: { level: 4 } })
    expect(await alarmsOf(sensorId)).toHaveLength(2)
    expect(await alarmsOf(sensorId, stranger)).toEqual([])
  })

  test('are muted until a time and for a reason', async () => {
    const sensorId = await addSensor('muted')
    await server.as(admin).post('/rules', draftFor(sensorId))
    await report({ serial: 'muted', parameters: { level: 4 } })
    const target = { type: 'sensor', id: sensorId }
    const until = Date.now() + 3_600_000
    expect((await server.as(admin).post('/mutes', { target, until: 1, reason: 'Works' })).statusCode).toBe(400)
    const mute = (await server.as(admin).post('/mutes', { target, until, reason: 'Works' })).json() as Mute
    expect(mute).toMatchObject({ targetName: 'muted', createdBy: 'dana', reason: 'Works' })
    expect(await alarmsOf(sensorId)).toMatchObject([{ isMuted: true }])
    expect((await server.as(operator).get('/mutes')).json()).toContainEqual(mute)
    expect((await server.as(stranger).get('/mutes')).json()).toEqual([])
    await server.as(admin).delete(`/mutes/${mute._id}`)
    expect(await alarmsOf(sensorId)).toMatchObject([{ isMuted: false }])
  })
})

test('a rule is tried on the readings of the last 30 days and changes nothing', async () => {
  const sensorId = await addSensor('tried')
  const hoursAgo = (hours: number) => Date.now() - hours * 3_600_000
  const past = [1, 4, 4, 1, 3.5].map((level, index) => ({
    serial: 'tried',
    time: hoursAgo(100 - index * 10),
    parameters: { level },
  }))
  await report(past)
  const type = await addEventType(server.db, bay, { name: 'Flood' })
  const rule = { ...draftFor(sensorId, { forSeconds: 3600 }), event: { eventTypeId: type.id } }
  const trial = (await server.as(admin).post('/rules/try', { rule, sensorId })).json() as RuleTrial
  expect(trial.readings).toBe(6)
  expect(trial.notified).toContain('dana')
  expect(trial.series).toMatchObject({ parameter: 'level' })
  expect(trial.periods.map(({ kind, values }) => [kind, values])).toEqual([
    ['alarm', [4]],
    ['alarm', [3.5]],
  ])
  expect(Date.parse(trial.periods[0]?.raisedAt ?? '')).toBe(Date.parse(trial.periods[0]?.beganAt ?? '') + 3_600_000)
  expect(await alarmsOf(sensorId)).toEqual([])
})

test('a trial replays the newest readings, all of those that have the same time', async () => {
  const sensorId = await addSensor('frequent')
  const at = Date.now() - 3_600_000
  await sql`insert into sensor_reading (service_id, sensor_id, reading_key, at, received_at, parameters)
    select ${bay.id}, ${sensorId}, 'same ' || n, ${new Date(at)}, now(), '{"level": 1}' from generate_series(1, 4500) n`.execute(
    server.db,
  )
  const rule = RuleDraft.parse(draftFor(sensorId)) as Parameters<typeof replay>[1]
  const subject = { sensorId, state: 'READY', location: null }
  const now = new Date()
  expect(await replay(server.db, rule, subject, now)).toMatchObject({ readings: 4_501 })
  await report({ serial: 'frequent', time: at + 60_000, parameters: { level: 4 } })
  const newest = await replay(server.db, rule, subject, now, 2)
  expect(newest).toMatchObject({ from: new Date(at + 60_000).toISOString(), readings: 2, alarms: 1 })
})

test('a trial counts all alarms and names receivers of the newest ones', async () => {
  const sensorId = await addSensor('flapping')
  const role = bay.viewerRoleId
  for (let count = 0; count < MOST_TRIAL_RECEIVERS.names + 2; count++) await addMember(server.db, bay, role)
  const level = { channels: ['push'], waitSeconds: 60, repeatSeconds: null, targets: [{ type: 'role', roleId: role }] }
  const { _id: planId } = (await server.as(admin).post('/escalation-plans', { name: 'Watch', levels: [level] })).json()
  const alarms = MOST_TRIAL_RECEIVERS.periods + 3
  const at = Date.now() - 3_600_000
  await report(
    Array.from({ length: 2 * alarms }, (_, index) => ({
      serial: 'flapping',
      time: at + index * 1_000,
      parameters: { level: index % 2 === 0 ? 4 : 1 },
    })),
  )
  const rule = { ...draftFor(sensorId), planId }
  const trial = (await server.as(admin).post('/rules/try', { rule, sensorId })).json() as RuleTrial
  expect(trial.alarms).toBe(alarms)
  expect(trial.periods).toHaveLength(alarms)
  expect(trial.periods[2]).toMatchObject({ levels: [], receivers: [] })
  expect(trial.periods[3]?.receivers).toEqual([MOST_TRIAL_RECEIVERS.names + 2])
  expect(trial.periods[3]?.levels[0]).toHaveLength(MOST_TRIAL_RECEIVERS.names)
})

test('a trial run on a sensor names the members its plan would have notified', async () => {
  const inside = await addSensor('tried-inside')
  const outside = await addSensor('tried-outside')
  const area = reportForm(
    { id: '', questions: [] },
    { name: 'Harbour', forSensors: 'true', publicAction: undefined, startCoordinates: [10, 50, 1], sensors: [inside] },
  )
  const { _id: areaId } = (await server.as(technician).send('POST', '/aoi', area)).json() as Aoi
  await report({ serial: 'tried-inside', time: Date.now() - 3_600_000, parameters: { level: 4 } })
  await report({ serial: 'tried-outside', parameters: { level: 4 } })
  const level = { channels: ['push'], waitSeconds: 60, repeatSeconds: null }
  const plan = {
    name: 'Flood watch',
    levels: [admin.id, operator.id].map((memberId) => ({ ...level, targets: [{ type: 'member', memberId }] })),
  }
  const { _id: planId } = (await server.as(admin).post('/escalation-plans', plan)).json() as EscalationPlan
  const draft = draftFor(outside)
  const rule = { ...draft, planId, trigger: { ...draft.trigger, scope: { type: 'area', areaId } } }
  const trial = (await server.as(admin).post('/rules/try', { rule })).json() as RuleTrial
  expect(trial.sensor._id).toBe(inside)
  expect(trial.periods).toMatchObject([{ kind: 'alarm', levels: [['dana'], [operator.username]] }])
})

test('a service has a limited number of rules', async () => {
  const full = await addService(server.db, 'Full')
  const boss = await addMember(server.db, full, full.roleId, { type: 'Admin' })
  await sql`insert into rule (id, service_id, name, severity, trigger)
    select gen_random_uuid(), ${full.id}, 'Rule ' || n, 'info', '{"type": "warning", "severity": "minor", "regionIds": null}'
    from generate_series(1, ${RULES_PER_SERVICE - 1}) n`.execute(server.db)
  const trigger = { type: 'warning', severity: 'severe' }
  const rule = { name: 'Storm', severity: 'high', trigger }
  expect((await server.as(boss).post('/rules', rule)).statusCode).toBe(200)
  expect((await server.as(boss).post('/rules', rule)).json()).toMatchObject({ statusCode: 409, code: 'tooManyRules' })
})

test('a service has a limited number of mutes, without those that ended', async () => {
  const full = await addService(server.db, 'Muted')
  const boss = await addMember(server.db, full, full.roleId, { type: 'Admin' })
  await sql`insert into mute (id, service_id, target_type, until, reason)
    select gen_random_uuid(), ${full.id}, 'all', now() + make_interval(hours => least(n, 2) - 1), 'Test'
    from generate_series(1, ${MUTES_PER_SERVICE}) n`.execute(server.db)
  const mute = { target: { type: 'all' }, until: Date.now() + 3_600_000, reason: 'Repair' }
  expect((await server.as(boss).post('/mutes', mute)).statusCode).toBe(200)
  expect((await server.as(boss).post('/mutes', mute)).json()).toMatchObject({ statusCode: 409, code: 'tooManyMutes' })
})
