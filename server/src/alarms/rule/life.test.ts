import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Reading, RuleDraft } from '#contract'
import { runBatch } from '../../platform/clock/batch.ts'
import { type Clock, openClock } from '../../platform/clock/clock.ts'
import { newId } from '../../platform/db/id.ts'
import { testDatabase } from '../../testing/database.ts'
import { addEventType } from '../../testing/events.ts'
import { addService } from '../../testing/people.ts'
import { ingest } from '../sensor/ingest.ts'
import { silentSensors } from '../sensor/silence.ts'
import { dueStates } from './actions.ts'
import { ruleJobs } from './jobs.ts'
import * as rules from './queries.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let service: Awaited<ReturnType<typeof addService>>
let server: Clock
beforeAll(async () => {
  database = await testDatabase()
  server = openClock({ jobs: ruleJobs(database.db), log: { warn: () => {} }, time: () => noon })
  server.stop()
})
afterAll(() => database.close())
beforeEach(async () => {
  service = await addService(database.db, `Bay ${newId()}`)
  await database.db.deleteFrom('ruleListening').execute()
})

const noon = new Date('2026-03-01T12:00:00Z')
const noonPlus = (seconds: number) => new Date(noon.getTime() + seconds * 1000)
const high = { type: 'value', parameter: 'level', operator: 'above', enter: 3.2, leave: 3 } as const
const addRule = ({ trigger, ...more }: { trigger?: object; [key: string]: unknown } = {}) =>
  rules.create(
    database.db,
    service.id,
    RuleDraft.parse({
      name: 'Flood',
      severity: 'high',
      trigger: { type: 'sensor', scope: { type: 'all' }, conditions: [high], ...trigger },
      ...more,
    }),
  )
const report = (values: object, now: Date) =>
  database.db
    .transaction()
    .execute((db) => ingest(db, service.id, [Reading.parse({ serial: 'gauge', ...values })], now))
const level = (value: number, seconds: number, more: object = {}) =>
  report({ parameters: { level: value }, ...more }, noonPlus(seconds))
const alarms = async () => {
  const rows = await database.db
    .selectFrom('alarm')
    .selectAll()
    .where('serviceId', '=', service.id)
    .orderBy('raisedAt')
    .execute()
  return rows.map(({ kind, beganAt, raisedAt, endedAt }) => {
    const second = (time: Date | null) => (time ? (time.getTime() - noon.getTime()) / 1000 : null)
    return [kind, second(beganAt), second(raisedAt), second(endedAt)]
  })
}
const addArea = async (): Promise<string> => {
  const id = newId()
  const row = {
    id,
    serviceId: service.id,
    kind: 'sensor' as const,
    nonce: Date.now() * 1000 + Math.floor(Math.random() * 1000),
  }
  await database.db
    .insertInto('aoi')
    .values({ ...row, name: 'River', place: '(34.8,32.1)', radiusMetres: 500, status: 'OK' })
    .execute()
  return id
}
const statusOf = async (id: string) =>
  (await database.db.selectFrom('aoi').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
const here = { location: [34.8, 32.1] }

describe('an alarm', () => {
  test('is raised on time, counted from the first reading, once on several servers', async () => {
    await addRule({ trigger: { forSeconds: 60 } })
    await level(3.5, 0)
    await level(3.1, 30)
    await server.runAll(noonPlus(59))
    expect(await alarms()).toEqual([])
    await Promise.all([1, 2, 3].map(() => runBatch(database.db, 'rules on sensors', dueStates, noonPlus(61))))
    expect(await alarms()).toEqual([['alarm', 0, 60, null]])
    await level(2.9, 90)
    expect(await alarms()).toEqual([['alarm', 0, 60, 90]])
  })

  test('is raised for its true time even if no server was running', async () => {
    await addRule({ trigger: { forSeconds: 60 } })
    await level(3.5, 0)
    await server.runAll(noonPlus(600))
    expect(await alarms()).toEqual([['alarm', 0, 60, null]])
  })

  test('is not raised if a delayed reading contradicts it', async () => {
    await addRule({ trigger: { forSeconds: 60 } })
    await level(3.5, 0)
    await level(3.5, 50)
    await level(2, 55, { time: noonPlus(20).getTime() })
    await server.runAll(noonPlus(61))
    expect(await alarms()).toEqual([])
    await server.runAll(noonPlus(111))
    expect(await alarms()).toEqual([['alarm', 50, 110, null]])
  })

  test('is raised once from a batch of old readings, with its end', async () => {
    await addRule({ trigger: { forSeconds: 60 } })
    const readings = [3.5, 3.6, 3.7, 2].map((value, minute) =>
      Reading.parse({ serial: 'gauge', time: noonPlus(minute * 60).getTime(), parameters: { level: value } }),
    )
    await database.db.transaction().execute((db) => ingest(db, service.id, readings, noonPlus(3600)))
    expect(await alarms()).toEqual([['alarm', 0, 60, 180]])
  })

  test('sets its areas to ALERT if it is high, and its end sets them to OK', async () => {
    const area = await addArea()
    await addRule()
    await level(3.5, 0, here)
    expect(await statusOf(area)).toBe('ALERT')
    await level(2, 10)
    expect(await statusOf(area)).toBe('OK')
  })

  test('is explained by its conditions and the observed values', async () => {
    await addRule()
    await level(3.42, 0)
    const [alarm] = await rules.alarms(database.db, [service.id], {})
    expect(alarm).toMatchObject({
      ruleName: 'Flood',
      sensor: { name: 'gauge' },
      explanation: { match: 'all', conditions: [{ condition: high, value: 3.42 }] },
    })
  })

  test('is followed by a quiet time', async () => {
    await addRule({ quietSeconds: 300 })
    await level(3.5, 0)
    await level(2, 10)
    await level(3.5, 20)
    await server.runAll(noonPlus(300))
    expect(await alarms()).toEqual([['alarm', 0, 0, 10]])
    await server.runAll(noonPlus(310))
    expect(await alarms()).toEqual([
      ['alarm', 0, 0, 10],
      ['alarm', 20, 310, null],
    ])
  })
})

test('alarms are deleted 400 days after their end, and open ones stay', async () => {
  const { db } = database
  await addRule({ trigger: { forSeconds: 60 } })
  const moveTo = (days: number, isOver: boolean) => {
    const past = sql<Date>`now() - make_interval(days => ${days})`
    return db
      .updateTable('alarm')
      .set({ raisedAt: past, endedAt: isOver ? past : null })
      .where('serviceId', '=', service.id)
      .execute()
  }
  await level(3.5, 0)
  await server.runAll(noonPlus(61))
  for (const [days, isOver, left] of [
    [500, false, 1],
    [399, true, 1],
    [401, true, 0],
  ] as const) {
    await moveTo(days, isOver)
    await runBatch(db, 'old alarms', rules.oldAlarms, new Date())
    expect(await alarms()).toHaveLength(left)
  }
})

describe('conditions', () => {
  test('on missing data make areas ERROR until the next reading', async () => {
    const area = await addArea()
    await addRule({ trigger: { noDataSeconds: 600 } })
    await server.runAll(noon)
    await level(1, 0, here)
    await database.db.updateTable('sensor').set({ heartbeatSeconds: 86_400 }).execute()
    await server.runAll(noonPlus(1))
    for (let second = 20; second < 700; second += 20) await server.runAll(noonPlus(second))
    expect(await alarms()).toEqual([['noData', 0, 600, null]])
    expect(await statusOf(area)).toBe('ERROR')
    await level(1, 701)
    expect(await alarms()).toEqual([['noData', 0, 600, 701]])
    expect(await statusOf(area)).toBe('OK')
  })

  test('on silence ignore times in which no server listened', async () => {
    await addRule({ trigger: { conditions: [{ type: 'silence', seconds: 60 }] } })
    await level(1, 0)
    await server.runAll(noonPlus(2))
    await server.runAll(noonPlus(3000))
    expect(await alarms()).toEqual([])
    for (let second = 3020; second <= 3060; second += 20) await server.runAll(noonPlus(second))
    expect(await alarms()).toEqual([['alarm', 3060, 3060, null]])
  })

  test('on a state match NOCOMM, which is set after silence', async () => {
    await addRule({ trigger: { conditions: [{ type: 'state', state: 'NOCOMM' }] } })
    await level(1, 0)
    await runBatch(database.db, 'silent sensors', silentSensors, noonPlus(86_400))
    expect(await alarms()).toEqual([['alarm', 86_400, 86_400, null]])
    await level(1, 86_500)
    expect(await alarms()).toEqual([['alarm', 86_400, 86_400, 86_500]])
  })

  test('on a rate compare with earlier readings', async () => {
    const rises = { type: 'rate', parameter: 'level', direction: 'rises', by: 0.5, withinSeconds: 600 }
    await addRule({ trigger: { conditions: [rises] } })
    await level(1, 0)
    await level(1.3, 500)
    await level(1.7, 1000)
    expect(await alarms()).toEqual([])
    await level(1.9, 1090)
    expect(await alarms()).toEqual([['alarm', 1090, 1090, null]])
  })

  test('on more rates than are calculated together each raise their alarm', async () => {
    for (let number = 0; number < 21; number++)
      await addRule({
        trigger: {
          match: 'any',
          conditions: Array.from({ length: 10 }, (_, place) => ({
            type: 'rate',
            parameter: 'level',
            direction: 'rises',
            by: 0.5,
            withinSeconds: 600 + 10 * number + place,
          })),
        },
      })
    const readings = Array.from({ length: 100 }, (_, second) =>
      Reading.parse({
        serial: 'gauge',
        parameters: { level: second < 99 ? 1 : 2 },
        time: noonPlus(second - 100).getTime(),
      }),
    )
    await database.db.transaction().execute((db) => ingest(db, service.id, readings, noon))
    expect(await alarms()).toHaveLength(21)
  })

  test('on silence read only the oldest due states of a service, without those of bad sensors', async () => {
    const silence = { type: 'silence', seconds: 60 }
    for (const serial of ['first', 'second']) await report({ serial }, noonPlus(serial === 'first' ? 0 : 1))
    const ruleIds = []
    for (let number = 0; number < 20; number++) ruleIds.push(await addRule({ trigger: { conditions: [silence] } }))
    await sql`insert into sensor (id, service_id, serial, name, state_at, created_at)
      select gen_random_uuid(), ${service.id}, n, n, ${noon}, ${noon} from generate_series(1, 300) n`.execute(
      database.db,
    )
    await sql`insert into rule_state (rule_id, sensor_id, phase, since, due_at)
      select r.id, s.id, 'normal', ${noon}, ${noon} from unnest(${ruleIds}::uuid[]) r (id)
      join sensor s on s.service_id = ${service.id}`.execute(database.db)
    const dueSensors = async (isReady: (id: RawBuilder<unknown>) => RawBuilder<boolean>) => {
      const { rows } = await sql<{ serviceId: string }>`${dueStates.due(noon, isReady)}`.execute(database.db)
      return rows.filter(({ serviceId }) => serviceId === service.id).length
    }
    expect(await dueSensors(() => sql`true`)).toBeLessThan(302)
    expect(await dueSensors((id) => sql`${id} in (select id from sensor where serial in ('first', 'second'))`)).toBe(2)
  })

  test('on hours take effect without a reading', async () => {
    // `noon` is 14:00 on a Sunday in Jerusalem.
    const afternoon = { type: 'time', days: [0], from: '15:00', to: '16:00', timeZone: 'Asia/Jerusalem' }
    await addRule({ trigger: { conditions: [high, afternoon] } })
    await level(3.5, 0)
    await server.runAll(noonPlus(1))
    expect(await alarms()).toEqual([])
    await server.runAll(noonPlus(3601))
    expect(await alarms()).toEqual([['alarm', 3600, 3600, null]])
    await server.runAll(noonPlus(7201))
    expect(await alarms()).toEqual([['alarm', 3600, 3600, 7200]])
  })

  test('on a place notice a sensor that leaves an area', async () => {
    const areaId = await addArea()
    await addRule({ trigger: { conditions: [{ type: 'place', isInside: false, areaId }] } })
    await level(1, 0, here)
    expect(await alarms()).toEqual([])
    await level(1, 10, { location: [34.9, 32.1] })
    expect(await alarms()).toEqual([['alarm', 10, 10, null]])
  })

  test('apply only to the sensors in their scope', async () => {
    await addArea()
    const areaId = await addArea()
    await addRule({ trigger: { scope: { type: 'area', areaId } } })
    await addRule({ trigger: { scope: { type: 'kind', kind: 'River gauge' } } })
    await level(3.5, 0)
    expect(await alarms()).toEqual([])
    await database.db
      .updateTable('sensor')
      .set({ telemetryName: 'River gauge' })
      .where('serial', '=', 'gauge')
      .execute()
    await level(3.5, 10)
    expect(await alarms()).toHaveLength(1)
    await level(3.5, 20, here)
    expect(await alarms()).toHaveLength(2)
  })
})

describe('the event of an alarm', () => {
  const events = () =>
    database.db
      .selectFrom('aoi')
      .select(['id', 'name', 'descriptionText', 'state', 'archivedAt'])
      .where('serviceId', '=', service.id)
      .where('kind', '=', 'event')
      .execute()

  test('is at the sensor, is updated once a minute, and is archived at the end', async () => {
    const type = await addEventType(database.db, service, { name: 'Flood' })
    await addRule({ event: { eventTypeId: type.id, isArchivedOnClear: true } })
    await level(3.5, 0, here)
    await server.runAll(noonPlus(1))
    expect(await events()).toMatchObject([{ name: 'Flood: gauge', descriptionText: 'level: 3.5', state: 'new' }])
    await level(3.6, 20)
    await server.runAll(noonPlus(30))
    expect(await events()).toMatchObject([{ descriptionText: 'level: 3.5' }])
    await server.runAll(noonPlus(62))
    expect(await events()).toMatchObject([{ descriptionText: 'level: 3.6' }])
    await level(2, 70)
    await server.runAll(noonPlus(71))
    expect(await events()).toMatchObject([{ state: 'done' }])
  })

  test('triggers no rules', async () => {
    const type = await addEventType(database.db, service, { name: 'Flood' })
    await addRule({ event: { eventTypeId: type.id } })
    const trigger = { type: 'unattended', eventTypeIds: [type.id], seconds: 60 }
    const rule = RuleDraft.parse({ name: 'Unattended', severity: 'warning', trigger })
    await rules.create(database.db, service.id, rule)
    await database.db.updateTable('rule').set({ activeFrom: noon }).where('serviceId', '=', service.id).execute()
    await level(3.5, 0, here)
    await server.runAll(noonPlus(1))
    expect(await events()).toHaveLength(1)
    await server.runAll(new Date(Date.now() + 3_600_000))
    expect(await alarms()).toHaveLength(1)
  })

  test('waits while the alarm is muted', async () => {
    const area = await addArea()
    const type = await addEventType(database.db, service, { name: 'Flood' })
    await addRule({ event: { eventTypeId: type.id } })
    const mute = { id: newId(), serviceId: service.id, targetType: 'all' as const, reason: 'Works on the river' }
    await database.db
      .insertInto('mute')
      .values({ ...mute, until: noonPlus(600) })
      .execute()
    await level(3.5, 0, here)
    await server.runAll(noonPlus(1))
    expect(await events()).toEqual([])
    expect(await statusOf(area)).toBe('OK')
    await server.runAll(noonPlus(601))
    expect(await events()).toHaveLength(1)
    expect(await statusOf(area)).toBe('ALERT')
  })
})

describe('rules on events', () => {
  const addEvent = async (typeId: string, place: string, seconds: number, imported: object = {}) => {
    const id = newId()
    const nonce = Math.floor(Math.random() * 1e15)
    const row = { id, serviceId: service.id, kind: 'event' as const, eventTypeId: typeId, nonce, name: 'Fire', place }
    await database.db
      .insertInto('aoi')
      .values({ ...row, receivedAt: noonPlus(seconds), createdAt: noonPlus(seconds), ...imported })
      .execute()
    return id
  }
  const addEventRule = async (trigger: object) => {
    const id = await rules.create(
      database.db,
      service.id,
      RuleDraft.parse({ name: 'Watch', severity: 'warning', trigger }),
    )
    await database.db.updateTable('rule').set({ activeFrom: noon }).where('id', '=', id).execute()
  }

  test('raise one alarm for an unattended New event, and the first entry ends it', async () => {
    const { id: typeId } = await addEventType(database.db, service, { name: 'Fire' })
    await addEventRule({ type: 'unattended', eventTypeIds: [typeId], seconds: 600 })
    await addEvent(typeId, '(34.8,32.1)', -60)
    const id = await addEvent(typeId, '(34.8,32.1)', 10)
    await server.runAll(noonPlus(600))
    expect(await alarms()).toEqual([])
    await server.runAll(noonPlus(611))
    await server.runAll(noonPlus(620))
    expect(await alarms()).toEqual([['alarm', 10, 611, null]])
    await database.db.updateTable('aoi').set({ isWorkedOn: true }).where('id', '=', id).execute()
    await server.runAll(noonPlus(630))
    expect(await alarms()).toEqual([['alarm', 10, 611, 630]])
  })

  test('ignore imported events', async () => {
    const { id: typeId } = await addEventType(database.db, service, { name: 'Fire' })
    await addEventRule({ type: 'unattended', eventTypeIds: [typeId], seconds: 600 })
    const near = { radiusMetres: 1000, withinSeconds: 3600 }
    await addEventRule({ type: 'cluster', eventTypeIds: [typeId], moreThan: 1, ...near })
    for (const seconds of [10, 20, 30]) await addEvent(typeId, '(34.8,32.1)', seconds, { importId: newId() })
    await server.runAll(noonPlus(700))
    expect(await alarms()).toEqual([])
  })

  test('count imported events that were chosen to be new reports', async () => {
    const { id: typeId } = await addEventType(database.db, service, { name: 'Fire' })
    const near = { radiusMetres: 1000, withinSeconds: 3600 }
    await addEventRule({ type: 'cluster', eventTypeIds: [typeId], moreThan: 1, ...near })
    const reported = { importId: newId(), isImportedReport: true }
    for (const seconds of [10, 20]) await addEvent(typeId, '(34.8,32.1)', seconds, reported)
    await server.runAll(noonPlus(30))
    expect(await alarms()).toEqual([['alarm', 10, 30, null]])
    for (const seconds of [3000, 3010]) await addEvent(typeId, '(34.8,32.1)', seconds, { importId: newId() })
    await server.runAll(noonPlus(3700))
    expect(await alarms()).toEqual([['alarm', 10, 30, 3700]])
  })

  test('count reports close together on both sides of 180° east', async () => {
    const { id: typeId } = await addEventType(database.db, service, { name: 'Fire' })
    const near = { radiusMetres: 1000, withinSeconds: 3600 }
    await addEventRule({ type: 'cluster', eventTypeIds: [typeId], moreThan: 2, ...near })
    await addEvent(typeId, '(179.999,-16.5)', 10)
    await addEvent(typeId, '(-179.999,-16.5)', 20)
    await addEvent(typeId, '(179.998,-16.5)', 30)
    await server.runAll(noonPlus(40))
    expect(await alarms()).toEqual([['alarm', 10, 40, null]])
  })

  test('raise one alarm for many reports close together in place and time', async () => {
    const { id: typeId } = await addEventType(database.db, service, { name: 'Fire' })
    await addEventRule({
      type: 'cluster',
      eventTypeIds: [typeId],
      moreThan: 3,
      radiusMetres: 1000,
      withinSeconds: 3600,
    })
    for (const seconds of [10, 20, 30]) await addEvent(typeId, '(34.8,32.1)', seconds)
    await addEvent(typeId, '(34.9,32.1)', 40)
    await server.runAll(noonPlus(50))
    expect(await alarms()).toEqual([])
    await addEvent(typeId, '(34.801,32.1)', 60)
    await server.runAll(noonPlus(61))
    await addEvent(typeId, '(34.802,32.1)', 70)
    await server.runAll(noonPlus(71))
    expect(await alarms()).toEqual([['alarm', 10, 61, null]])
    await server.runAll(noonPlus(3700))
    expect(await alarms()).toEqual([['alarm', 10, 61, 3700]])
  })
})
