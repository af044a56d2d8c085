import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type LiveMessage, type Reading, Reading as ReadingSchema } from '#contract'
import { runBatch } from '../../platform/clock/batch.ts'
import { newId } from '../../platform/db/id.ts'
import { testDatabase } from '../../testing/database.ts'
import { eventually } from '../../testing/eventually.ts'
import { hearFleeting } from '../../testing/fleeting.ts'
import { addService } from '../../testing/people.ts'
import { ingest } from './ingest.ts'
import { openIntake } from './intake.ts'
import { oldSensorLog, pruneHistory } from './prune.ts'
import { openReadingMessages } from './reading-messages.ts'
import { silentSensors } from './silence.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let serviceId: string
beforeAll(async () => {
  database = await testDatabase()
  serviceId = (await addService(database.db, 'Bay')).id
})
afterAll(() => database.close())

const noon = new Date('2026-03-01T12:00:00Z')
const secondsLater = (seconds: number) => new Date(noon.getTime() + seconds * 1000)
const reading = (given: object): Reading => ReadingSchema.parse(given)
const report = (given: object, now = noon) =>
  database.db.transaction().execute((db) => ingest(db, serviceId, [reading(given)], now))
const sensor = (serial: string) =>
  database.db.selectFrom('sensor').selectAll().where('serial', '=', serial).executeTakeFirstOrThrow()
const checkSilence = (now: Date) => runBatch(database.db, 'silent sensors', silentSensors, now)
const logOf = async (serial: string) => {
  const { id } = await sensor(serial)
  const rows = await database.db.selectFrom('sensorLog').selectAll().where('sensorId', '=', id).orderBy('at').execute()
  return rows.map(({ previousState, state }) => `${previousState} → ${state}`)
}

describe('silence', () => {
  test('starts after three missed intervals as NOCOMM, and the next reading ends it', async () => {
    await report({ serial: 'steady', state: 'TAMPER' })
    await report({ serial: 'steady', state: 'TAMPER' }, secondsLater(60))
    await checkSilence(secondsLater(60 + 179))
    expect((await sensor('steady')).state).toBe('TAMPER')
    await checkSilence(secondsLater(60 + 181))
    expect(await sensor('steady')).toMatchObject({ state: 'NOCOMM', stateBeforeSilence: 'TAMPER' })
    await report({ serial: 'steady', parameters: { level: 1 } }, secondsLater(300))
    expect((await sensor('steady')).state).toBe('TAMPER')
    expect(await logOf('steady')).toEqual(['READY → TAMPER', 'TAMPER → NOCOMM', 'NOCOMM → TAMPER'])
  })

  test('does not clear an alarm', async () => {
    await report({ serial: 'alarmed', state: 'ALARM' })
    await checkSilence(secondsLater(86_400))
    expect((await sensor('alarmed')).state).toBe('ALARM')
  })

  test('is detected once, even if several servers check at the same time', async () => {
    for (let number = 0; number < 30; number++) await report({ serial: `quiet-${number}`, state: 'READY' })
    await database.db.deleteFrom('outbox').execute()
    await Promise.all([1, 2, 3, 4].map(() => checkSilence(secondsLater(86_400))))
    await checkSilence(secondsLater(86_400))
    for (let number = 0; number < 30; number++) expect(await logOf(`quiet-${number}`)).toEqual(['READY → NOCOMM'])
    const messages = await database.db.selectFrom('outbox').select('body').execute()
    const changed = messages.map(({ body }) => (body as { changed?: number }).changed ?? 0)
    expect(changed.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(30)
    expect(messages.length).toBeLessThan(5)
  })

  test('a message about many sensors says that it is incomplete', async () => {
    const silence = async (count: number, from: number) => {
      const readings = Array.from({ length: count }, (_, number) => reading({ serial: `${count}-${number}` }))
      await database.db.transaction().execute((db) => ingest(db, serviceId, readings, secondsLater(from)))
      await database.db.deleteFrom('outbox').execute()
      await checkSilence(secondsLater(from + 1000))
      const bodies = await database.db.selectFrom('outbox').select('body').execute()
      const [update] = bodies.map(({ body }) => body as LiveMessage).filter(({ type }) => type === 'SENSOR_UPDATED')
      return update as Extract<LiveMessage, { type: 'SENSOR_UPDATED' }>
    }
    const few = await silence(50, 200_000)
    expect(few).toMatchObject({ changed: 50 })
    expect([few.sensorIds?.length, few.changes?.length, few.hasMore]).toEqual([50, 20, undefined])
    const many = await silence(101, 300_000)
    expect(many).toMatchObject({ changed: 101, hasMore: true })
    expect(many.sensorIds).toHaveLength(100)
  })
})

test('concurrent alarms of one area on two servers are both counted', async () => {
  await report({ serial: 'left', location: [1, 1] })
  await report({ serial: 'right', location: [1, 1] })
  const areaId = newId()
  await database.db
    .insertInto('aoi')
    .values({
      id: areaId,
      serviceId,
      kind: 'sensor',
      nonce: 5,
      name: 'Gate',
      place: '(1,1)',
      status: 'OK',
      radiusMetres: 50,
    })
    .execute()
  for (const serial of ['left', 'right']) {
    const { id } = await sensor(serial)
    await database.db.insertInto('aoiSensor').values({ aoiId: areaId, sensorId: id }).execute()
  }
  for (let round = 1; round < 15; round++) {
    await Promise.all([
      report({ serial: 'left', state: round % 2 ? 'ALARM' : 'READY' }, secondsLater(round)),
      report({ serial: 'right', state: 'READY' }, secondsLater(round)),
    ])
    const { status } = await database.db
      .selectFrom('aoi')
      .select('status')
      .where('id', '=', areaId)
      .executeTakeFirstOrThrow()
    expect(status).toBe(round % 2 ? 'ALERT' : 'OK')
  }
})

test('many readings cause one unstored message per second and service', async () => {
  const { heard, stop } = await hearFleeting(database.pool)
  const readingMessages = openReadingMessages(database.db, {
    wake: () => expect.fail('nothing is in the outbox'),
    warn: (error) => expect.fail(String(error)),
  })
  const intake = openIntake({ db: database.db, readingMessages, wake: () => {}, clock: () => noon })
  await report({ serial: 'storm' })
  await database.db.deleteFrom('outbox').execute()
  await Promise.all(
    Array.from({ length: 300 }, (_, index) =>
      intake.take(serviceId, [reading({ serial: 'storm', id: `s${index}`, parameters: { index } })]),
    ),
  )
  await readingMessages.flush()
  readingMessages.stop()
  const { id } = await sensor('storm')
  await eventually(() => expect(heard).toMatchObject([{ type: 'SENSOR_UPDATED', sensorIds: [id] }]))
  stop()
  expect(await database.db.selectFrom('outbox').select('body').execute()).toEqual([])
})

test('the move of a sensor is stored for clients that are away', async () => {
  const wake = vi.fn()
  const readingMessages = openReadingMessages(database.db, { wake, warn: (error) => expect.fail(String(error)) })
  const intake = openIntake({ db: database.db, readingMessages, wake: () => {}, clock: () => noon })
  await report({ serial: 'buoy', location: [1, 1] })
  await database.db.deleteFrom('outbox').execute()
  await intake.take(serviceId, [
    reading({ serial: 'buoy', state: 'READY', location: [2, 2], time: secondsLater(1).getTime() }),
  ])
  await readingMessages.flush()
  readingMessages.stop()
  const messages = await database.db.selectFrom('outbox').select('body').execute()
  expect(messages.map(({ body }) => body)).toContainEqual(
    expect.objectContaining({ type: 'SENSOR_UPDATED', isMoved: true }),
  )
  expect(wake).toHaveBeenCalledOnce()
})

test('a reading that changes the state is published at once and not repeated', async () => {
  const readingMessages = openReadingMessages(database.db, {
    wake: () => {},
    warn: (error) => expect.fail(String(error)),
  })
  const intake = openIntake({ db: database.db, readingMessages, wake: () => {}, clock: () => noon })
  await intake.take(serviceId, [
    reading({ serial: 'calm', state: 'READY' }),
    reading({ serial: 'loud', state: 'READY' }),
  ])
  await database.db.deleteFrom('outbox').execute()
  await readingMessages.flush()
  await database.db.deleteFrom('outbox').execute()
  const { heard, stop } = await hearFleeting(database.pool)
  const later = secondsLater(1).getTime()
  await intake.take(serviceId, [
    reading({ serial: 'calm', state: 'READY', time: later }),
    reading({ serial: 'loud', state: 'ALARM', location: [2, 2], time: later }),
  ])
  await readingMessages.flush()
  readingMessages.stop()
  const messages = await database.db.selectFrom('outbox').select('body').orderBy('id').execute()
  const calm = (await sensor('calm')).id
  const loud = (await sensor('loud')).id
  expect(messages.map(({ body }) => body)).toMatchObject([{ type: 'SENSOR_UPDATED', sensorIds: [loud], changed: 1 }])
  await eventually(() => expect(heard).toMatchObject([{ type: 'SENSOR_UPDATED', sensorIds: [calm] }]))
  stop()
})

test('history is deleted by age only', async () => {
  await report({ serial: 'old', state: 'ALARM', id: '1' })
  await report({ serial: 'old', state: 'READY', id: '2' }, secondsLater(200 * 86_400))
  await pruneHistory(database.db, secondsLater(200 * 86_400))
  const { id } = await sensor('old')
  const readings = await database.db
    .selectFrom('sensorReading')
    .select('readingKey')
    .where('sensorId', '=', id)
    .execute()
  expect(readings).toEqual([{ readingKey: 'id 2' }])
  expect(await logOf('old')).toEqual(['READY → ALARM', 'ALARM → READY'])
  await sql`
    update sensor_log set at = now() - case when at = (select min(at) from sensor_log where sensor_id = ${id})
      then interval '401 days' else interval '399 days' end
    where sensor_id = ${id}`.execute(database.db)
  await runBatch(database.db, 'old log', oldSensorLog, new Date())
  expect(await logOf('old')).toEqual(['ALARM → READY'])
})
