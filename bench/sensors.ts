import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { BASE_PATH, INGEST_KEY_HEADER } from '#contract'
import { buildApp } from '../server/src/app.ts'
import { type OpenDatabase, openDatabase } from '../server/src/platform/db/database.ts'
import { startEmbedded } from '../server/src/platform/db/embedded.ts'
import { newId } from '../server/src/platform/db/id.ts'
import { migrateToLatest } from '../server/src/platform/db/migrate.ts'
import { FLEETING_CHANNEL } from '../server/src/platform/live/fleeting.ts'
import { hashToken } from '../server/src/platform/secret/tokens.ts'
import { readConfig } from '../server/src/start/config.ts'
import { noLimits } from './no-limits.ts'
import { line } from './ratio.ts'

/**
 * Measures whether the server takes 10,000 readings a second for a minute with constant memory, and the cost of a
 * reading against a bare COPY of the same rows. Then sends 5,000 readings a second of a hundred services, which must
 * not cause a live message each. The sender is another process; the database writes to disk.
 */
const RATE = Number(process.env.BENCH_RATE ?? 10_000)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 60)
const SENSORS = 2000
const BATCH = 1000
const AT_ONCE = 4
/** Number of services. All sensors of a service report together once a second. */
const SERVICES = 100
const SENSORS_OF_EACH = 50

type Load = { rate: number; seconds: number; first: number; services: number; batch: number; sensors: number }
const ofOne: Load = { rate: 0, seconds: 0, first: 0, services: 1, batch: BATCH, sensors: SENSORS }

const keyOf = (service: number) => `bench-key-${service}`

const batchOf = (number: number, { batch, sensors }: Pick<Load, 'batch' | 'sensors'> = ofOne) =>
  Array.from({ length: batch }, (_, index) => ({
    serial: `bench-${(number * batch + index) % sensors}`,
    id: `${number}-${index}`,
    parameters: { temperature: 20 + (index % 10), level: index },
  }))

/**
 * Runs in the child process. Sends readings at a rate or as fast as possible, and counts those that the server accepts.
 */
async function send(url: string, load: Load) {
  const { rate, seconds, first, services, batch } = load
  const end = Date.now() + seconds * 1000
  const start = Date.now()
  let sent = 0
  let taken = 0
  let slowest = 0
  const sender = async () => {
    while (Date.now() < end) {
      const number = sent++
      if (rate > 0) await pause(Math.max(0, start + (number * batch * 1000) / rate - Date.now()))
      const began = Date.now()
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', [INGEST_KEY_HEADER]: keyOf(number % services) },
        body: JSON.stringify(batchOf(first + number, load)),
      })
      if (answer.ok) taken += ((await answer.json()) as { accepted: number }).accepted
      else await answer.text()
      slowest = Math.max(slowest, Date.now() - began)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sender))
  process.send?.({ taken, seconds: (Date.now() - start) / 1000, slowest })
}

type SendResult = { taken: number; seconds: number; slowest: number }

const sending = async (url: string, load: Partial<Load>): Promise<SendResult> => {
  const child: ChildProcess = fork(import.meta.filename, ['send', url, JSON.stringify({ ...ofOne, ...load })])
  const [result] = (await once(child, 'message')) as [SendResult]
  child.kill()
  return result
}

async function main() {
  const folder = join(tmpdir(), `cohesion-bench-${newId()}`)
  const postgres = await startEmbedded(folder)
  const database = openDatabase(postgres.connection)
  await migrateToLatest(database.db)
  const config = readConfig({
    ...noLimits,
    COHESION_DATA: folder,
    PORT: '0',
    LOG_LEVEL: 'silent',
    COHESION_DEMO: 'off',
  })
  const app = await buildApp({ config, database })
  try {
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const url = `${address}${BASE_PATH}/sensors/ingest`
    for (let service = 0; service < SERVICES; service++) await addService(database, keyOf(service))

    await sending(url, { seconds: 3 })
    const bare = await bareCopies(postgres.connection, 5)
    const fastest = await sending(url, { seconds: 10, first: 1_000_000 })
    line('readings taken, as fast as they come', fastest.taken / fastest.seconds, 'readings/s', {
      name: 'bare COPY',
      value: bare,
    })

    const liveMessages = await countLiveMessages(database)
    const memory = watchMemory()
    const steady = await sending(url, { rate: RATE, seconds: SECONDS, first: 2_000_000 })
    const { first, last } = memory.stop()
    line(`readings taken at ${RATE}/s for ${SECONDS} s`, steady.taken / steady.seconds, 'readings/s')
    line('slowest batch', steady.slowest, 'ms')
    line('memory at the end', last, 'MB', { name: 'after the first fifth', value: first })
    const ofSteady = await liveMessages()
    line('live messages that are kept', ofSteady.kept / steady.seconds, 'messages/s')
    line('live messages that are not', ofSteady.fleeting / steady.seconds, 'messages/s')

    const many = { services: SERVICES, batch: SENSORS_OF_EACH, sensors: SENSORS_OF_EACH }
    // The first readings create their sensors, which sends live messages that must not be counted.
    await sending(url, { ...many, seconds: 10, first: 3_000_000 })
    const messagesOfMany = await countLiveMessages(database)
    const rate = SERVICES * SENSORS_OF_EACH
    const together = await sending(url, { ...many, rate, seconds: SECONDS, first: 4_000_000 })
    line(
      `readings of ${SERVICES} services at ${rate}/s for ${SECONDS} s`,
      together.taken / together.seconds,
      'readings/s',
    )
    line('slowest batch', together.slowest, 'ms')
    const ofMany = await messagesOfMany()
    line('live messages that are kept', ofMany.kept / together.seconds, 'messages/s')
    line('live messages that are not', ofMany.fleeting / together.seconds, 'messages/s')
  } finally {
    await app.close()
    await database.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function addService({ db }: OpenDatabase, key: string): Promise<void> {
  const serviceId = newId()
  await db.insertInto('service').values({ id: serviceId, title: 'Bench' }).execute()
  const keyHash = hashToken(key)
  await db.insertInto('ingestKey').values({ id: newId(), serviceId, name: 'Bench', keyHash }).execute()
}

async function countLiveMessages({ pool }: OpenDatabase) {
  const inOutbox = async () => Number((await pool.query('select count(*) from outbox')).rows[0].count)
  const before = await inOutbox()
  const listener = await pool.connect()
  let fleeting = 0
  listener.on('notification', () => fleeting++)
  await listener.query(`listen ${FLEETING_CHANNEL}`)
  return async () => {
    listener.release(true)
    return { kept: (await inOutbox()) - before, fleeting }
  }
}

/** Copies the same rows into a table of the same shape. */
async function bareCopies(connection: pg.ClientConfig, seconds: number): Promise<number> {
  const clients = [new pg.Client(connection), new pg.Client(connection)]
  await Promise.all(clients.map((client) => client.connect()))
  await clients[0]?.query('create table bare (like sensor_reading including all)')
  const ids = Array.from({ length: SENSORS }, newId)
  const serviceId = newId()
  const end = Date.now() + seconds * 1000
  let rows = 0
  const start = Date.now()
  const copy = async (client: pg.Client) => {
    while (Date.now() < end) {
      const number = rows / BATCH
      rows += BATCH
      const at = new Date().toISOString()
      const lines = batchOf(number).map(({ id, parameters }, index) =>
        [serviceId, ids[(number * BATCH + index) % SENSORS], id, at, at, JSON.stringify(parameters)].join('\t'),
      )
      const columns = 'service_id, sensor_id, reading_key, at, received_at, parameters'
      const into = client.query(copyFrom(`copy bare (${columns}) from stdin`))
      into.end(`${lines.join('\n')}\n`)
      await once(into, 'finish')
    }
  }
  await Promise.all(clients.map(copy))
  const rate = rows / ((Date.now() - start) / 1000)
  await clients[0]?.query('drop table bare')
  await Promise.all(clients.map((client) => client.end()))
  return rate
}

/** Memory of the server in MB: the maxima of the first and last fifth. */
function watchMemory() {
  const samples: number[] = []
  const timer = setInterval(() => samples.push(process.memoryUsage().rss / 1e6), 250)
  return {
    stop() {
      clearInterval(timer)
      const fifth = Math.ceil(samples.length / 5)
      return { first: Math.max(...samples.slice(0, fifth)), last: Math.max(...samples.slice(-fifth)) }
    },
  }
}

const [, , role, url = '', load = ''] = process.argv
if (role === 'send') await send(url, JSON.parse(load))
else await main()
