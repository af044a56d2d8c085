import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { Aedes } from 'aedes'
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { addService } from '../testing/people.ts'
import { openIntake } from './intake.ts'
import { openMqtt, readingsIn } from './mqtt.ts'

const log = { warn: () => {} }
const news = { gather: () => {}, tell: async () => {}, stop: () => {} }

/** A real broker on loopback; `port` makes one where another was. */
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

const intake = () => openIntake({ db: database.db, news, poke: () => {}, clock: () => new Date() })
const topic = (serial: string) => `cohesion/${serviceId}/${serial}/reading`
const stateOf = async (serial: string) =>
  (await database.db.selectFrom('sensor').select('state').where('serial', '=', serial).executeTakeFirst())?.state
const publish = async (port: number, serial: string, reading: unknown) => {
  const client = await connectAsync(`mqtt://127.0.0.1:${port}`)
  await client.publishAsync(topic(serial), JSON.stringify(reading), { qos: 1 })
  await client.endAsync()
}
const eventually = { timeout: 10_000, interval: 20 }

test('readings come over a broker, the topic says whose they are, and nonsense stops nothing', async () => {
  const { broker, port, close } = await openBroker()
  const mqtt = openMqtt({ url: `mqtt://127.0.0.1:${port}`, pool: database.pool, intake: intake(), log, retryMs: 50 })
  await once(broker, 'subscribe')
  await publish(port, 'pump', 'nonsense')
  await publish(port, 'pump', [
    { serial: 'other', id: '1', state: 'ALARM' },
    { id: '2', parameters: { level: 3 } },
  ])
  await vi.waitFor(async () => expect(await stateOf('pump')).toBe('ALARM'), eventually)
  expect(await stateOf('other')).toBeUndefined()
  await mqtt.stop()
  await close()
})

test('of two servers one listens, and the other takes over; a broker that comes back is found again', async () => {
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
  await vi.waitFor(async () => expect(await stateOf('gate')).toBe('TAMPER'), eventually)
  const takenOver = once(second.broker, 'subscribe')
  await one.stop()
  await takenOver
  await publish(second.port, 'gate', { id: '2', state: 'READY' })
  await vi.waitFor(async () => expect(await stateOf('gate')).toBe('READY'), eventually)
  await two.stop()
  await second.close()
})

test('only the topic of a service is read', () => {
  const bytes = Buffer.from('{"state":"READY"}')
  expect(readingsIn('cohesion/not-a-service/x/reading', bytes)).toBeUndefined()
  expect(readingsIn(topic('x'), Buffer.from('{"broken'))).toBeUndefined()
  expect(readingsIn(topic('x'), bytes)).toMatchObject({ serviceId, good: [{ serial: 'x', state: 'READY' }] })
})
