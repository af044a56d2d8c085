import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { type Reading, Reading as ReadingSchema } from '#contract'
import { localStore } from '../../platform/files/local.ts'
import type { guardedFetch } from '../../platform/outbound/guard.ts'
import { OutboundError } from '../../platform/outbound/target.ts'
import { testDatabase } from '../../testing/database.ts'
import { eventually } from '../../testing/eventually.ts'
import { temporaryFolder } from '../../testing/folder.ts'
import { addService } from '../../testing/people.ts'
import { ingest } from './ingest.ts'
import { openIntake } from './intake.ts'
import { openRecordings } from './media.ts'
import { openSensors } from './sensors.ts'

const database = await testDatabase()
afterAll(() => database.close())
const { id: serviceId } = await addService(database.db, 'Bay')
const noon = new Date('2026-03-01T12:00:00Z')
const reading = (given: object): Reading => ReadingSchema.parse(given)
const report = (given: object, now = noon) =>
  database.db.transaction().execute((db) => ingest(db, serviceId, [reading(given)], now))
const sensor = (serial: string) =>
  database.db.selectFrom('sensor').selectAll().where('serial', '=', serial).executeTakeFirstOrThrow()

test('a service with slow and too many readings delays no other', async () => {
  const readingMessages = { add: () => {}, flush: async () => {}, stop: () => {} }
  const intake = openIntake({ db: database.db, readingMessages, wake: () => {}, clock: () => noon })
  const other = await addService(database.db, 'Witness')
  const slow = reading({ serial: 'slow gateway', id: 'same', state: 'READY' })
  await intake.take(serviceId, [slow])
  const parcel = Array.from({ length: 2_000 }, () => slow)
  const parcels = await database.db.transaction().execute(async (member) => {
    await sql`select from sensor where serial = 'slow gateway' for update`.execute(member)
    const taken = Array.from({ length: 11 }, () => intake.take(serviceId, parcel))
    await expect(taken[10]).rejects.toMatchObject({ code: 'unavailable' })
    expect(intake.waitingCount()).toBe(20_000)
    for (const id of ['1', '2', '3'])
      expect(await intake.take(other.id, [reading({ serial: 'witness', id, state: 'READY' })])).toMatchObject({
        accepted: 1,
      })
    expect(intake.waitingCount(), 'the slow readings still wait').toBeGreaterThanOrEqual(20_000)
    return taken.slice(0, 10)
  })
  expect(await Promise.all(parcels)).toHaveLength(10)
  await eventually(() => expect(intake.waitingCount()).toBe(0))
})

test('a batch that takes too long fails and leaves its place to others', async () => {
  const readingMessages = { add: () => {}, flush: async () => {}, stop: () => {} }
  const tools = { db: database.db, readingMessages, wake: () => {}, clock: () => noon }
  const intake = openIntake({ ...tools, mostMs: 0 })
  const one = reading({ serial: 'late', state: 'READY' })
  await expect(intake.take(serviceId, [one])).rejects.toMatchObject({ code: '25P04' })
  await eventually(() => expect(intake.waitingCount()).toBe(0))
  expect(await openIntake(tools).take(serviceId, [one])).toEqual({ accepted: 1, repeated: 0 })
})

describe('recordings by address', () => {
  type Tools = Omit<Parameters<typeof openRecordings>[0], 'wake' | 'log'>
  const fetchMedia = async (tools: Tools, now: Date) => {
    const recordings = openRecordings({ ...tools, wake: () => {}, log: { warn: expect.fail } })
    const count = await recordings.run(now)
    await recordings.idle()
    return count
  }
  const wav = Buffer.concat([Buffer.from('RIFF....WAVE'), Buffer.alloc(100)])
  const logOf = async (serial: string) => {
    const { id } = await sensor(serial)
    return database.db.selectFrom('sensorLog').selectAll().where('sensorId', '=', id).execute()
  }
  const answering = (status: number, body: Buffer) => async () => ({ status, headers: {}, body, url: '' })

  test('are fetched after the reading and become entries of the log', async () => {
    const store = await localStore(await temporaryFolder())
    await report({ serial: 'camera', media: [{ url: 'https://camera.example/knock.wav', text: 'Knock' }] })
    await fetchMedia({ db: database.db, store, fetch: answering(200, wav) }, new Date())
    expect(await logOf('camera')).toMatchObject([{ type: 'audio', text: 'Knock', fileId: expect.any(String) }])
  })

  test('are given up if the guard refuses or the content has another type, and the log says so', async () => {
    const store = await localStore(await temporaryFolder())
    await report({ serial: 'spy', media: [{ url: 'http://169.254.169.254/latest/meta-data' }] })
    const refuse = async () => {
      throw new OutboundError('address')
    }
    await fetchMedia({ db: database.db, store, fetch: refuse }, new Date())
    await report({ serial: 'page', media: [{ url: 'https://camera.example/' }] })
    await fetchMedia({ db: database.db, store, fetch: answering(200, Buffer.from('<html>')) }, new Date())
    expect(await logOf('spy')).toMatchObject([{ type: 'text', fileId: null }])
    expect(await logOf('page')).toMatchObject([{ type: 'text', fileId: null }])
    expect(await database.db.selectFrom('sensorMediaJob').select('id').execute()).toEqual([])
  })

  test('a job with the highest attempt count does not block the others', async () => {
    const store = await localStore(await temporaryFolder())
    await report({ serial: 'broken', media: [{ url: 'https://camera.example/broken.wav' }] })
    await database.db
      .updateTable('sensorMediaJob')
      .set({ tries: 2 ** 31 - 1 })
      .execute()
    await report({ serial: 'sound', media: [{ url: 'https://camera.example/sound.wav' }] })
    await fetchMedia({ db: database.db, store, fetch: answering(200, wav) }, new Date())
    expect(await logOf('sound')).toMatchObject([{ type: 'audio' }])
  })

  test('wait in offline mode, and are fetched after it ends', async () => {
    let isOffline = true
    const sensors = openSensors({
      db: database.db,
      store: await localStore(await temporaryFolder()),
      wake: () => {},
      log: { warn: () => {} },
      fetch: answering(200, wav),
      isOffline: async () => isOffline,
    })
    await report({ serial: 'far', media: [{ url: 'https://camera.example/far.wav' }] }, new Date())
    const look = async () => {
      for (const { run } of sensors.jobs) await run(new Date())
    }
    await look()
    expect(await logOf('far')).toEqual([])
    isOffline = false
    await eventually(async () => {
      await look()
      expect(await logOf('far')).toMatchObject([{ type: 'audio' }])
    })
    sensors.stop()
  })

  test('of one service with dead addresses do not delay those of another', async () => {
    const hanging = Promise.withResolvers<never>()
    const fetch: typeof guardedFetch = (url) =>
      String(url).includes('dead')
        ? hanging.promise
        : Promise.resolve({ status: 200, headers: {}, body: wav, url: String(url) })
    const store = await localStore(await temporaryFolder())
    const recordings = openRecordings({ db: database.db, store, fetch, wake: () => {}, log: { warn: () => {} } })
    const now = new Date(Date.now() + 10_000)
    const media = Array.from({ length: 10 }, (_, number) => ({ url: `https://dead.example/${number}.wav` }))
    await report({ serial: 'dead', media })
    await recordings.run(now)
    expect(await recordings.run(now), 'all slots of the service hang').toBe(0)
    const other = await addService(database.db, 'Other')
    await database.db
      .transaction()
      .execute((transaction) =>
        ingest(
          transaction,
          other.id,
          [reading({ serial: 'alive', media: [{ url: 'https://alive.example/1.wav' }] })],
          now,
        ),
      )
    expect(await recordings.run(now)).toBe(1)
    await eventually(async () => {
      const { rows } = await sql`select l.type from sensor_log l join sensor s on s.id = l.sensor_id
        where s.service_id = ${other.id} and l.type = 'audio'`.execute(database.db)
      expect(rows).toHaveLength(1)
    })
    hanging.reject(new OutboundError('address'))
    await recordings.idle()
    await database.db.deleteFrom('sensorMediaJob').execute()
  })

  test('that are unreachable are retried later', async () => {
    const store = await localStore(await temporaryFolder())
    await report({ serial: 'slow', media: [{ url: 'https://camera.example/late.wav' }] })
    const now = new Date()
    await fetchMedia({ db: database.db, store, fetch: answering(503, wav) }, now)
    expect(await fetchMedia({ db: database.db, store, fetch: answering(200, wav) }, now)).toBe(0)
    const later = new Date(now.getTime() + 3_600_000)
    expect(await fetchMedia({ db: database.db, store, fetch: answering(200, wav) }, later)).toBe(1)
    expect(await logOf('slow')).toMatchObject([{ type: 'audio' }])
  })
})
