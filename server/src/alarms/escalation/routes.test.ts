import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  type Alarm,
  type Escalation,
  type EscalationNotice,
  type EscalationPlan,
  INGEST_KEY_HEADER,
  type PushPayload,
  type Rota,
} from '#contract'
import { eventually } from '../../testing/eventually.ts'
import { addMember, addService, type TestMember } from '../../testing/people.ts'
import { pushService } from '../../testing/push-service.ts'
import { testServer } from '../../testing/server.ts'

const push = await pushService()
const server = await testServer({}, { deliveries: { pushFetch: push.fetch, timing: { pollMs: 20, gatherMs: 1 } } })
const bay = await addService(server.db, 'Bay')
const valley = await addService(server.db, 'Valley')
const admin = await addMember(server.db, bay, bay.roleId, { type: 'Admin', username: 'noa' })
const technician = await addMember(server.db, bay, bay.roleId, { type: 'Technician' })
const dana = await addMember(server.db, bay, bay.roleId, { username: 'dana' })
const omer = await addMember(server.db, bay, bay.roleId, { username: 'omer' })
const stranger = await addMember(server.db, valley, valley.roleId, { type: 'Technician' })
const { key } = (await server.as(technician).post('/sensors/ingest-keys', { name: 'Gateway' })).json()

const deviceOf = async (member: TestMember) => {
  const device = push.device()
  await server.as(member).post('/user/register-device', { deviceType: 'web', device: device.subscription })
  return device
}
const phone = await deviceOf(dana)
await deviceOf(omer)

const draft = (...memberIds: string[]) => ({
  name: 'Flood watch',
  levels: memberIds.map((memberId) => ({
    targets: [{ type: 'member', memberId }],
    channels: ['push'],
    waitSeconds: 3600,
    repeatSeconds: null,
  })),
})
const report = (serial: string, level: number) =>
  server.app.inject({
    method: 'POST',
    url: '/api/cohesion/sensors/ingest',
    headers: { [INGEST_KEY_HEADER]: key },
    payload: { serial, parameters: { level } },
  })
const open = async (of = admin): Promise<Escalation[]> => (await server.as(of).get('/escalations')).json()

const alarmOf = async (serial: string): Promise<Escalation> => {
  const plan = (await server.as(admin).post('/escalation-plans', draft(dana.id, omer.id))).json() as EscalationPlan
  await report(serial, 1)
  const sensor = await server.db
    .selectFrom('sensor')
    .select('id')
    .where('serial', '=', serial)
    .executeTakeFirstOrThrow()
  const condition = { type: 'value', parameter: 'level', operator: 'above', enter: 3 }
  const trigger = { type: 'sensor', scope: { type: 'sensor', sensorId: sensor.id }, conditions: [condition] }
  const rule = { name: serial, severity: 'high', planId: plan._id, trigger }
  expect((await server.as(admin).post('/rules', rule)).statusCode).toBe(200)
  await report(serial, 4)
  return eventually(async () => {
    const escalation = (await open()).find(({ ruleName }) => ruleName === serial)
    expect(escalation).toMatchObject({ phase: 'climbing', level: 0, levels: 2, receivers: [{ memberId: dana.id }] })
    return escalation as Escalation
  })
}

const messageAbout = (serial: string): Promise<PushPayload> =>
  eventually(() => {
    const messages = phone.messages() as PushPayload[]
    const sent = messages.find(({ data }) => data.text.includes(serial))
    expect(sent).toMatchObject({ data: { url: '/?panel=alarms', button: 'Acknowledge' } })
    return sent as PushPayload
  })

describe('escalation plans', () => {
  test('are made, changed and deleted by an Admin, each with a line in the audit', async () => {
    const made = (await server.as(admin).post('/escalation-plans', draft(dana.id))).json() as EscalationPlan
    expect(made).toMatchObject({ name: 'Flood watch', remindSeconds: null, rules: [] })
    const changed = await server.as(admin).patch(`/escalation-plans/${made._id}`, { remindSeconds: 900 })
    expect(changed.json()).toEqual({ ...made, remindSeconds: 900 })
    expect((await server.as(stranger).get('/escalation-plans')).json()).toEqual([])
    expect((await server.as(stranger).delete(`/escalation-plans/${made._id}`)).statusCode).toBe(404)
    expect((await server.as(admin).delete(`/escalation-plans/${made._id}`)).statusCode).toBe(200)
    const lines = await server.db.selectFrom('audit').select('action').where('targetId', '=', made._id).execute()
    expect(lines.map(({ action }) => action).sort()).toEqual(['plan.create', 'plan.delete', 'plan.edit'])
  })

  test('name nobody of another service, and rules name no plan of another service', async () => {
    const refused = await server.as(admin).post('/escalation-plans', draft(dana.id, stranger.id))
    expect([refused.statusCode, refused.json().fields]).toEqual([400, { 'levels.1.targets': 'form.invalid' }])
    const plan = (await server.as(stranger).post('/escalation-plans', draft(stranger.id))).json() as EscalationPlan
    const rule = {
      name: 'Calm',
      severity: 'info',
      planId: plan._id,
      trigger: { type: 'sensor', scope: { type: 'all' }, conditions: [{ type: 'silence', seconds: 60 }] },
    }
    expect((await server.as(admin).post('/rules', rule)).json().fields).toEqual({ planId: 'form.invalid' })
  })
})

describe('an escalation', () => {
  test('is acknowledged by a member, seen by all, and handed over', async () => {
    const { _id } = await alarmOf('gauge-one')
    const taken = (await server.as(dana).post(`/escalations/${_id}/acknowledge`)).json() as Escalation
    expect(taken).toMatchObject({ phase: 'acknowledged', owner: { _id: dana.id, name: 'dana' }, nextAt: null })
    expect(taken.receivers[0]?.deliveries).toEqual([{ channel: 'push', state: 'seen' }])
    expect(await open(omer)).toContainEqual(taken)
    const passed = (await server.as(dana).post(`/escalations/${_id}/hand-over`)).json() as Escalation
    expect(passed).toMatchObject({ phase: 'climbing', level: 1, owner: null })
    expect(passed.receivers.map(({ memberId }) => memberId)).toEqual([dana.id, omer.id])
    await report('gauge-one', 1)
    await eventually(async () => expect((await open()).some((one) => one._id === _id)).toBe(false))
  })

  test('shows that a message was seen once its receiver opens the alarms, or the page of its link', async () => {
    const { _id } = await alarmOf('gauge-seen')
    const stateOf = async () => (await open()).find((one) => one._id === _id)?.receivers[0]?.deliveries
    await eventually(async () => expect(await stateOf()).toEqual([{ channel: 'push', state: 'sent' }]))
    expect((await server.as(omer).post('/escalations/seen')).json()).toEqual({ seen: 0 })
    expect(await stateOf()).toEqual([{ channel: 'push', state: 'sent' }])
    expect((await server.as(dana).post('/escalations/seen')).json()).toEqual({ seen: 1 })
    expect(await stateOf()).toEqual([{ channel: 'push', state: 'seen' }])

    const other = await alarmOf('gauge-seen-by-link')
    const message = await messageAbout('gauge-seen-by-link')
    const path = `/escalation-notices/${message.data.notice}`
    const otherState = async () => (await open()).find((one) => one._id === other._id)?.receivers[0]?.deliveries
    await eventually(async () => expect(await otherState()).toEqual([{ channel: 'push', state: 'sent' }]))
    await server.anyone.get(path)
    expect(await otherState()).toEqual([{ channel: 'push', state: 'sent' }])
    await server.anyone.post(`${path}/seen`)
    expect(await otherState()).toEqual([{ channel: 'push', state: 'seen' }])
    expect((await open()).find((one) => one._id === other._id)?.phase).toBe('climbing')
  })

  test('is announced to open pages once its message was sent', async () => {
    await alarmOf('gauge-live')
    await eventually(async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from outbox o join delivery d on o.created_at >= d.sent_at
        where o.body ->> 'type' = 'ALARMS_UPDATED' and d.id = (
          select n.delivery_ids[1] from alarm a join escalation_receiver r on r.escalation_id = a.escalation_id
          join escalation_notice n on n.id = r.notice_id where a.rule_name = 'gauge-live')`.execute(server.db)
      expect(rows[0]?.count).toBeGreaterThan(0)
    })
  })

  test('is acknowledged on the card of its sensor, whose state does not change', async () => {
    const { _id } = await alarmOf('gauge-card')
    const [alarm] = ((await server.as(dana).get('/alarms')).json() as Alarm[]).filter(
      ({ escalationId }) => escalationId === _id,
    )
    expect((await server.as(dana).post(`/sensors/${alarm?.sensor?._id}/acknowledge`)).statusCode).toBe(200)
    expect((await open()).find((one) => one._id === _id)).toMatchObject({
      phase: 'acknowledged',
      owner: { _id: dana.id },
      openAlarms: 1,
    })
    await report('gauge-card', 1)
    await eventually(async () => expect((await open()).some((one) => one._id === _id)).toBe(false))
  })

  test('is acknowledged by a button on the page of a notice, not by opening the link', async () => {
    const { _id } = await alarmOf('gauge-two')
    const message = await messageAbout('gauge-two')
    const path = `/escalation-notices/${message.data.notice}`
    const seen = (await server.anyone.get(path)).json() as EscalationNotice
    expect(seen).toMatchObject({
      memberName: 'dana',
      escalations: [{ ruleName: 'gauge-two', phase: 'climbing', subjects: ['gauge-two'] }],
    })
    expect((await open()).find((one) => one._id === _id)?.phase).toBe('climbing')
    const pressed = await server.anyone.post(`${path}/acknowledge`)
    expect(pressed.json()).toMatchObject({ escalations: [{ phase: 'acknowledged', ownerName: 'dana' }] })
    expect((await open()).find((one) => one._id === _id)?.owner?._id).toBe(dana.id)
    const lines = await server.db.selectFrom('audit').select('detail').where('targetId', '=', _id).execute()
    expect(lines).toEqual([{ detail: { by: 'dana' } }])
    expect((await server.anyone.get(path.slice(0, -1).concat('_'))).statusCode).toBe(404)
  })
})

describe('a rota', () => {
  test('is swapped by its members, week by week', async () => {
    const body = {
      name: 'Nights',
      startsOn: '2026-03-01',
      handoverAt: '08:00',
      timeZone: 'UTC',
      memberIds: [dana.id, admin.id],
    }
    const { _id } = (await server.as(admin).post('/rotas', body)).json() as Rota
    const swap = (week: string, memberId: string, of = dana) =>
      server.as(of).post(`/rotas/${_id}/swaps`, { week, memberId })
    expect((await swap('2026-03-08', dana.id)).json().swaps).toEqual([{ week: '2026-03-08', memberId: dana.id }])
    expect((await swap('2026-03-08', admin.id)).json().swaps).toEqual([])
    expect((await swap('2026-03-09', dana.id)).statusCode).toBe(400)
    expect((await swap('2026-03-08', stranger.id)).statusCode).toBe(400)
    expect((await swap('2026-03-08', omer.id, omer)).statusCode).toBe(403)
  })

  test('contains members of its own service only', async () => {
    const body = { name: 'Nights', startsOn: '2026-03-01', handoverAt: '08:00', timeZone: 'UTC' }
    expect((await server.as(admin).post('/rotas', { ...body, memberIds: [stranger.id] })).statusCode).toBe(400)
  })
})
