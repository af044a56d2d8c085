import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { EscalationPlanDraft, Reading, RuleDraft } from '#contract'
import { newId } from '../../platform/db/id.ts'
import { settle } from '../../platform/delivery/queue.ts'
import { hashToken } from '../../platform/secret/tokens.ts'
import { testDatabase } from '../../testing/database.ts'
import { addMember, addService, type TestMember } from '../../testing/people.ts'
import * as rotas from '../rota/queries.ts'
import * as rules from '../rule/queries.ts'
import { ingest } from '../sensor/ingest.ts'
import { acknowledge, escalationJobs, handOver } from './actions.ts'
import * as escalations from './queries.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let service: Awaited<ReturnType<typeof addService>>
let dana: TestMember
let omer: TestMember
let admin: TestMember
const tools = { channels: ['push', 'email'] as const }
const noon = new Date('2026-03-01T12:00:00Z')
const noonPlus = (seconds: number) => new Date(noon.getTime() + seconds * 1000)

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  service = await addService(database.db, `Bay ${newId()}`)
  dana = await addMember(database.db, service, service.roleId, { username: `dana-${newId()}` })
  omer = await addMember(database.db, service, service.roleId, { username: `omer-${newId()}` })
  admin = await addMember(database.db, service, service.viewerRoleId, { type: 'Admin' })
  for (const { id } of [dana, omer, admin]) await addDevice(id)
})

const addDevice = async (memberId: string) => {
  const { db } = database
  const { id: sessionId } = await db
    .selectFrom('session')
    .select('id')
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
  const endpoint = `https://push.example/${newId()}`
  const subscription = JSON.stringify({ endpoint, keys: { p256dh: '', auth: '' } })
  await db.insertInto('pushDevice').values({ id: newId(), memberId, sessionId, endpoint, subscription }).execute()
}
const withoutDevices = (...members: TestMember[]) =>
  database.db
    .deleteFrom('pushDevice')
    .where(
      'memberId',
      'in',
      members.map(({ id }) => id),
    )
    .execute()

const toMember = ({ id }: TestMember) => ({ targets: [{ type: 'member', memberId: id }], channels: ['push'] })
const addPlan = (levels: object[], more: object = {}) =>
  escalations.createPlan(
    database.db,
    service.id,
    EscalationPlanDraft.parse({
      name: 'Flood watch',
      levels: levels.map((level) => ({ waitSeconds: 60, repeatSeconds: null, ...level })),
      ...more,
    }),
  )
const addRule = (planId: string | null, more: object = {}) =>
  rules.create(
    database.db,
    service.id,
    RuleDraft.parse({
      name: 'Flood',
      severity: 'high',
      planId,
      trigger: {
        type: 'sensor',
        scope: { type: 'all' },
        conditions: [{ type: 'value', parameter: 'level', operator: 'above', enter: 3 }],
      },
      ...more,
    }),
  )
const level = (value: number, seconds: number, ...serials: string[]) =>
  database.db.transaction().execute((db) =>
    ingest(
      db,
      service.id,
      (serials.length > 0 ? serials : ['gauge']).map((serial) =>
        Reading.parse({ serial, parameters: { level: value } }),
      ),
      noonPlus(seconds),
    ),
  )
const follow = async (seconds: number) => {
  for (const { run } of escalationJobs(database.db, tools)) await run(noonPlus(seconds))
}
const open = () => escalations.openEscalations(database.db, [service.id])
const act = async (work: (db: typeof database.db, id: string) => Promise<unknown>) => {
  const [escalation] = await open()
  return database.db.transaction().execute((db) => work(db as never, escalation?._id as string))
}
const notified = async () => {
  const { rows } = await sql<{ name: string; at: Date; level: number | null }>`
    select m.username as name, r.at, r.level from escalation_receiver r join member m on m.id = r.member_id
    where m.service_id = ${service.id} order by r.at, r.number, m.username`.execute(database.db)
  const names = new Map([dana, omer, admin].map(({ username }, index) => [username, ['dana', 'omer', 'admin'][index]]))
  return rows.map(({ name, at, level }) => {
    const second = (at.getTime() - noon.getTime()) / 1000
    return `${second} ${names.get(name)}${level === null ? ' again' : ''}`
  })
}
const messages = async (kind = 'alarmNotice') => {
  const rows = await database.db
    .selectFrom('delivery')
    .selectAll()
    .where('serviceId', '=', service.id)
    .where('kind', '=', kind)
    .orderBy('createdAt')
    .execute()
  return rows.map(({ memberId, state, payload, channel }) => ({
    memberId,
    state,
    channel,
    text: (payload as { texts?: { en: string } }).texts?.en,
  }))
}

describe('an alarm with a plan', () => {
  test('notifies each level once and on time with several servers, and finally the Admins', async () => {
    await addRule(await addPlan([toMember(dana), toMember(omer)]))
    await level(4, 0)
    for (const seconds of [0, 1, 59, 60, 61, 119, 121, 200])
      await Promise.all([follow(seconds), follow(seconds), follow(seconds)])
    expect(await notified()).toEqual(['0 dana', '60 omer', '120 admin'])
    expect((await messages()).map(({ text }) => text)).toEqual(Array(3).fill('Alarm: Flood – gauge'))
  })

  test('queues no token that opens or acknowledges it', async () => {
    await addRule(await addPlan([toMember(dana)]))
    await level(4, 0)
    await follow(0)
    const { rows } = await sql<{ payload: string }>`
      select payload::text from delivery where service_id = ${service.id} and kind = 'alarmNotice'`.execute(database.db)
    const hashes = await database.db.selectFrom('escalationNotice').select('tokenHash').execute()
    expect([rows.length, hashes.length > 0]).toEqual([1, true])
    const strings = rows.flatMap(({ payload }) => payload.match(/[\w-]{43}/g) ?? [])
    expect(strings.filter((text) => hashes.some(({ tokenHash }) => tokenHash.equals(hashToken(text))))).toEqual([])
  })

  test('passes on at once from levels that reach nobody', async () => {
    await withoutDevices(dana)
    await addRule(await addPlan([toMember(dana), toMember(omer)]))
    await level(4, 0)
    await follow(0)
    expect(await notified()).toEqual(['0 omer'])
  })

  test('goes to the Admins if no level reaches anybody', async () => {
    await withoutDevices(dana, omer)
    await addRule(await addPlan([toMember(dana), toMember(omer)]))
    await level(4, 0)
    await follow(0)
    expect(await notified()).toEqual(['0 admin'])
  })

  test('passes on when every message of a level has failed', async () => {
    await addRule(await addPlan([toMember(dana), toMember(omer)]))
    await level(4, 0)
    await follow(0)
    const { rows } = await sql<{ id: string }>`select id from delivery where member_id = ${dana.id}`.execute(
      database.db,
    )
    await settle(
      database.db,
      rows.map(({ id }) => id),
      'failed',
      { code: 'http410' },
    )
    await follow(5)
    expect(await notified()).toEqual(['0 dana', '5 omer'])
  })

  test('stops when someone acknowledges, informs the others, and keeps sensor and alarm', async () => {
    await addRule(await addPlan([{ ...toMember(dana), targets: [{ type: 'role', roleId: service.roleId }] }]))
    await level(4, 0)
    await follow(0)
    const before = await database.db.selectFrom('sensor').selectAll().where('serviceId', '=', service.id).execute()
    await act((db, id) => acknowledge(db, tools, id, { id: dana.id, name: 'Dana' }, noonPlus(10)))
    await follow(3600)
    expect(await notified()).toEqual(['0 dana', '0 omer'])
    expect(await open()).toMatchObject([
      { phase: 'acknowledged', owner: { name: 'Dana' }, nextAt: null, openAlarms: 1 },
    ])
    expect(await messages('alarmNews')).toMatchObject([
      { memberId: omer.id, text: 'Dana is handling the alarm: Flood' },
    ])
    expect((await messages()).map(({ state }) => state)).toEqual(['expired', 'expired'])
    expect(await database.db.selectFrom('sensor').selectAll().where('serviceId', '=', service.id).execute()).toEqual(
      before,
    )
    expect(await rules.alarms(database.db, [service.id], {})).toMatchObject([{ endedAt: null }])
  })

  test('reminds its owner while it lasts, ever slower', async () => {
    await addRule(await addPlan([toMember(dana)], { remindSeconds: 600 }))
    await level(4, 0)
    await follow(0)
    await act((db, id) => acknowledge(db, tools, id, { id: dana.id, name: 'Dana' }, noonPlus(10)))
    for (const seconds of [609, 610, 1809, 1810]) await follow(seconds)
    expect(await notified()).toEqual(['0 dana', '610 dana again', '1810 dana again'])
    await level(1, 1900)
    await follow(1900)
    await follow(9000)
    expect(await notified()).toHaveLength(3)
  })

  test('is handed over to the next level at once', async () => {
    await addRule(await addPlan([toMember(dana), toMember(omer)]))
    await level(4, 0)
    await follow(0)
    await act((db, id) => acknowledge(db, tools, id, { id: dana.id, name: 'Dana' }, noonPlus(10)))
    await act((db, id) => handOver(db, tools, id, noonPlus(20)))
    expect(await open()).toMatchObject([{ phase: 'climbing', owner: null, level: 1 }])
    await follow(81)
    expect(await notified()).toEqual(['0 dana', '20 omer', '80 admin'])
  })

  test('ends with the alarm and informs the notified members', async () => {
    await addRule(await addPlan([toMember(dana), toMember(omer)]))
    await level(4, 0)
    await follow(0)
    await level(1, 30)
    await follow(31)
    await follow(500)
    expect(await open()).toEqual([])
    expect(await notified()).toEqual(['0 dana'])
    expect(await messages('alarmNews')).toMatchObject([{ memberId: dana.id, text: 'The alarm has ended: Flood' }])
  })

  test('is silent while it is muted, and escalates if it outlasts the mute', async () => {
    await addRule(await addPlan([toMember(dana)]))
    await level(4, 0)
    await database.db.updateTable('alarm').set({ isMuted: true }).where('serviceId', '=', service.id).execute()
    await follow(0)
    expect(await notified()).toEqual([])
    await database.db.updateTable('alarm').set({ isMuted: false }).where('serviceId', '=', service.id).execute()
    await follow(20)
    expect(await notified()).toEqual(['0 dana'])
    await database.db.updateTable('alarm').set({ isMuted: true }).where('serviceId', '=', service.id).execute()
    await follow(30)
    expect(await open()).toEqual([])
  })

  test('without a plan notifies nobody', async () => {
    await addRule(null)
    await level(4, 0)
    await follow(0)
    expect(await open()).toEqual([])
  })
})

describe('many alarms', () => {
  const serials = Array.from({ length: 500 }, (_, number) => `gauge-${number}`)

  test('of 500 sensors at once become one notice per receiver', async () => {
    await addRule(await addPlan([{ ...toMember(dana), targets: [{ type: 'role', roleId: service.roleId }] }]))
    await level(4, 0, ...serials.slice(0, 300))
    await follow(0)
    await level(4, 1, ...serials.slice(300))
    await follow(1)
    const sent = await messages()
    expect(sent.map(({ memberId }) => memberId).sort()).toEqual([dana.id, omer.id].sort())
    expect(sent[0]?.text).toMatch(/^Alarm: Flood – gauge-\d+ and 299 more$/)
    expect(await open()).toMatchObject([{ openAlarms: 500 }])
  })

  test('of several rules that are due together become one notice too', async () => {
    const planId = await addPlan([toMember(dana)])
    for (const name of ['Flood', 'High water', 'Storm']) await addRule(planId, { name })
    await level(4, 0)
    await follow(0)
    expect(await messages()).toHaveLength(1)
    expect(await open()).toHaveLength(3)
  })

  test('of several rules reach every member of a large role, each in one message of their own', async () => {
    const { db } = database
    await sql`insert into member (id, service_id, username, role_id, type, email, password_hash, first_name, last_name)
      select gen_random_uuid(), ${service.id}, ${newId()} || n, ${service.roleId}, 'Operator', 'crowd@example.org', '', '', ''
      from generate_series(1, 250) n`.execute(db)
    const targets = [{ type: 'role', roleId: service.roleId }]
    const planId = await addPlan([{ targets, channels: ['email'] }])
    for (const name of ['Flood', 'Storm']) await addRule(planId, { name })
    await level(4, 0)
    await follow(0)
    const { rows } = await sql`
      select count(*)::int as receivers, count(distinct d.member_id)::int as members, count(distinct n.id)::int as notices,
        count(distinct n.token_hash)::int as tokens
      from escalation_receiver r join escalation_notice n on n.id = r.notice_id and n.member_id = r.member_id
      join delivery d on array[d.id] = n.delivery_ids and d.member_id = n.member_id
      where n.service_id = ${service.id}`.execute(db)
    expect(rows).toEqual([{ receivers: 500, members: 250, notices: 250, tokens: 250 }])
  })

  test('raised after someone acknowledged the first alarm start a new escalation', async () => {
    await addRule(await addPlan([toMember(dana)]))
    await level(4, 0, 'one')
    await follow(0)
    await act((db, id) => acknowledge(db, tools, id, { id: dana.id, name: 'Dana' }, noonPlus(10)))
    await level(4, 20, 'two')
    await follow(20)
    expect((await open()).map(({ phase, openAlarms }) => [phase, openAlarms])).toEqual([
      ['climbing', 1],
      ['acknowledged', 1],
    ])
  })
})

describe('the member on duty', () => {
  test('is notified in its week, also after a swap', async () => {
    const rota = await rotas.create(database.db, service.id, {
      name: 'Nights',
      memberIds: [dana.id, omer.id],
      startsOn: '2026-02-22',
      handoverAt: '08:00',
      timeZone: 'UTC',
    })
    await addRule(await addPlan([{ targets: [{ type: 'onDuty', rotaId: rota }], channels: ['push'] }]))
    await level(4, 0)
    await follow(0)
    expect(await notified()).toEqual(['0 omer'])
    await level(1, 10)
    await follow(10)
    await rotas.swap(database.db, rota, '2026-03-01', dana.id)
    await level(4, 20)
    await follow(20)
    expect(await notified()).toEqual(['0 omer', '20 dana'])
  })
})

describe('quiet hours', () => {
  const setQuiet = (more: object = {}) =>
    database.db
      .updateTable('member')
      .set({
        notificationPreferences: JSON.stringify({
          off: [],
          quiet: { from: '11:00', to: '13:00', timeZone: 'UTC' },
          ...more,
        }),
      })
      .where('id', '=', dana.id)
      .execute()

  test('let the next level be notified at once', async () => {
    await setQuiet()
    await addRule(await addPlan([toMember(dana), toMember(omer)]))
    await level(4, 0)
    await follow(0)
    expect(await notified()).toEqual(['0 omer'])
  })

  test('give way to high alarms, if the member chose so, and to no others', async () => {
    await setQuiet({ isHighLoud: true })
    const planId = await addPlan([toMember(dana), toMember(omer)])
    await addRule(planId)
    await level(4, 0)
    await follow(0)
    expect(await notified()).toEqual(['0 dana'])
    await addRule(planId, { severity: 'warning' })
    await level(5, 10)
    await follow(10)
    expect(await notified()).toEqual(['0 dana', '10 omer'])
  })
})
