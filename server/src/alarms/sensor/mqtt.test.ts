import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { Aedes } from 'aedes'
import { connectAsync } from 'mqtt'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Problem, type Reading } from '#contract'
import { openDatabase } from '../../platform/db/database.ts'
import { testDatabase } from '../../testing/database.ts'
import { eventually } from '../../testing/eventually.ts'
import { addService } from '../../testing/people.ts'
import { openIntake } from './intake.ts'
import { openMqtt, readingsIn } from './mqtt.ts'

const log = { warn: () => {} }
const readingMessages = { add: () => {}, flush: async () => {}, stop: () => {} }

/** A real broker on loopback. `port` restarts one on the same port. */
const openBroker = async (port = 0) => {
  const broker = await Aedes.createBroker()
  const server: Server = createServer(broker.handle)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    broker,
    port: (server.address() as { port: number }).port,
    close: async () => {
      await new Promise<void>((done) => broker.close(() => done()))
      await new Promise<void>((done) => server.close(() => done()))
    },
  }
}

let database: Awaited<ReturnType<typeof testDatabase>>
let serviceId: string
beforeAll(async () => {
  database = await testDatabase()
  serviceId = (await addService(database.db, 'Bay')).id
})
afterAll(() => database.close())

const intake = () => openIntake({ db: database.db, readingMessages, wake: () => {}, clock: () => new Date() })
const topic = (serial: string) => `cohesion/${serviceId}/${serial}/reading`
const stateOf = async (serial: string) =>
  (await database.db.selectFrom('sensor').select('state').where('serial', '=', serial).executeTakeFirst())?.state
const publish = async (port: number, serial: string, reading: unknown) => {
  const client = await connectAsync(`mqtt://127.0.0.1:${port}`)
  await client.publishAsync(topic(serial), JSON.stringify(reading), { qos: 1 })
  await client.endAsync()
}

test('readings arrive through a broker, the topic names service and sensor, and invalid messages are skipped', async () => {
  const { broker, port, close } = await openBroker()
  const mqtt = openMqtt({ url: `mqtt://127.0.0.1:${port}`, pool: database.pool, intake: intake(), log, retryMs: 50 })
  await once(broker, 'subscribe')
  await publish(port, 'pump', 'nonsense')
  await publish(port, 'pump', [
    { serial: 'other', id: '1', state: 'ALARM' },
    { id: '2', parameters: { level: 3 } },
  ])
  await eventually(async () => expect(await stateOf('pump')).toBe('ALARM'))
  expect(await stateOf('other')).toBeUndefined()
  await mqtt.stop()
  await close()
})

test('a message that cannot be stored is dropped, and later messages of all services are stored', async () => {
  const { broker, port, close } = await openBroker()
  const busy = vi.fn(async () => {
    throw new Problem('unavailable')
  })
  const { take, ...working } = intake()
  const full = (await addService(database.db, 'Full')).id
  const mostlyWorking = {
    ...working,
    take: (id: string, readings: readonly Reading[]) => (id === full ? busy() : take(id, readings)),
  }
  const warn = vi.fn()
  const url = `mqtt://127.0.0.1:${port}`
  const mqtt = openMqtt({ url, pool: database.pool, intake: mostlyWorking, log: { warn }, retryMs: 1 })
  await once(broker, 'subscribe')
  await publish(port, 'unstorable', { id: '1', parameters: { 'a\u0000': 1 } })
  const client = await connectAsync(url)
  await client.publishAsync(`cohesion/${'a'.repeat(36)}/x/reading`, '{"state":"READY"}', { qos: 1 })
  for (const id of ['1', '2'])
    await client.publishAsync(`cohesion/${full}/x/reading`, JSON.stringify({ id, state: 'READY' }), { qos: 1 })
  await client.endAsync()
  await publish(port, 'after', { id: '1', state: 'ALARM' })
  await eventually(async () => expect(await stateOf('after')).toBe('ALARM'))
  expect(busy).toHaveBeenCalledTimes(6)
  expect(warn.mock.calls.filter(([, text]) => text.includes('dropped')).map(([{ serviceId: id }]) => id)).toEqual([
    serviceId,
    full,
    full,
  ])
  await mqtt.stop()
  await close()
})

test('one of two servers subscribes, the other takes over, and the broker may restart', async () => {
  const first = await openBroker()
  const url = `mqtt://127.0.0.1:${first.port}`
  const options = { url, pool: database.pool, log, retryMs: 50 }
  const one = openMqtt({ ...options, intake: intake() })
  await once(first.broker, 'subscribe')
  const two = openMqtt({ ...options, intake: intake() })
  await first.close()
  const second = await openBroker(first.port)
  await once(second.broker, 'subscribe')
  await publish(second.port, 'gate', { id: '1', state: 'TAMPER' })
  await eventually(async () => expect(await stateOf('gate')).toBe('TAMPER'))
  const takenOver = once(second.broker, 'subscribe')
  await one.stop()
  await takenOver
  await publish(second.port, 'gate', { id: '2', state: 'READY' })
  await eventually(async () => expect(await stateOf('gate')).toBe('READY'))
  await two.stop()
  await second.close()
})

test('a database that restarts repeatedly leaks no connection, and the server listens again', async () => {
  const { broker, port, close } = await openBroker()
  const { pool } = openDatabase(database.connection, { max: 3 })
  const mqtt = openMqtt({ url: `mqtt://127.0.0.1:${port}`, pool, intake: intake(), log, retryMs: 10 })
  await once(broker, 'subscribe')
  const admin = new pg.Client({ ...database.connection, database: 'postgres' })
  await admin.connect()
  // Ends the connection during the lock query, as a closing database does.
  const broken = Promise.withResolvers<void>()
  let breaks = 0
  pool.on('acquire', (session: pg.PoolClient & { processID?: number }) => {
    if (++breaks > 5) return broken.resolve()
    vi.spyOn(session, 'query').mockImplementationOnce((() =>
      admin.query('select pg_terminate_backend($1)', [session.processID]).then(() => {
        throw new Error('Connection terminated unexpectedly')
      })) as never)
  })
  const listening = once(broker, 'subscribe')
  await admin.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = 7012
       and database = (select oid from pg_database where datname = $1)`,
    [database.connection.database],
  )
  await broken.promise
  await listening
  await eventually(() => expect(pool.totalCount - pool.idleCount).toBe(1))
  await mqtt.stop()
  await eventually(() => expect(pool.totalCount - pool.idleCount).toBe(0))
  await admin.end()
  await pool.end()
  await close()
})

test('only the topic of a service is read', async () => {
  const bytes = Buffer.from('{"state":"READY"}')
  expect(await readingsIn('cohesion/not-a-service/x/reading', bytes)).toBeUndefined()
  expect(await readingsIn(topic('x'), Buffer.from('{"broken'))).toBeUndefined()
  expect(await readingsIn(topic('x'), bytes)).toMatchObject({ serviceId, good: [{ serial: 'x', state: 'READY' }] })
})
