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
import { openDatabase } from '../server/src/db/database.ts'
import { startEmbedded } from '../server/src/db/embedded.ts'
import { newId } from '../server/src/db/id.ts'
import { migrateToLatest } from '../server/src/db/migrate.ts'
import { hashToken } from '../server/src/secret/tokens.ts'
import { readConfig } from '../server/src/start/config.ts'
import { noLimits } from './no-limits.ts'
import { line } from './ratio.ts'

/**
 * Does the server take 10,000 readings a second for a minute, with memory that does not grow, and what does a reading
 * cost against a bare COPY of the same rows? The sender is another process; the database writes to disk.
 */
const RATE = Number(process.env.BENCH_RATE ?? 10_000)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 60)
const SENSORS = 2000
const BATCH = 1000
const AT_ONCE = 4

const batchOf = (number: number) =>
  Array.from({ length: BATCH }, (_, index) => ({
    serial: `bench-${(number * BATCH + index) % SENSORS}`,
    id: `${number}-${index}`,
    parameters: { temperature: 20 + (index % 10), level: index },
  }))

/** The child: sends at a rate, or as fast as it is answered, and tells how many were taken. */
async function send(url: string, key: string, rate: number, seconds: number, first: number) {
  const end = Date.now() + seconds * 1000
  const start = Date.now()
  let [sent, taken, slowest] = [0, 0, 0]
  const sender = async () => {
    while (Date.now() < end) {
      const number = sent++
      if (rate > 0) await pause(Math.max(0, start + (number * BATCH * 1000) / rate - Date.now()))
      const began = Date.now()
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', [INGEST_KEY_HEADER]: key },
        body: JSON.stringify(batchOf(first + number)),
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

const sending = async (...args: (string | number)[]): Promise<SendResult> => {
  const child: ChildProcess = fork(import.meta.filename, ['send', ...args.map(String)])
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
    const [serviceId, key] = [newId(), 'bench-key']
    await database.db.insertInto('service').values({ id: serviceId, title: 'Bench' }).execute()
    await database.db
      .insertInto('ingestKey')
      .values({ id: newId(), serviceId, name: 'Bench', keyHash: hashToken(key) })
      .execute()

    await sending(url, key, 0, 3, 0)
    const bare = await bareCopies(postgres.connection, 5)
    const fastest = await sending(url, key, 0, 10, 1_000_000)
    line('readings taken, as fast as they come', fastest.taken / fastest.seconds, 'readings/s', {
      name: 'bare COPY',
      value: bare,
    })

    const { rows: before } = await database.pool.query('select count(*) from outbox')
    const memory = watchMemory()
    const steady = await sending(url, key, RATE, SECONDS, 2_000_000)
    const { first, last } = memory.stop()
    const { rows: after } = await database.pool.query('select count(*) from outbox')
    line(`readings taken at ${RATE}/s for ${SECONDS} s`, steady.taken / steady.seconds, 'readings/s')
    line('slowest batch', steady.slowest, 'ms')
    line('memory at the end', last, 'MB', { name: 'after the first fifth', value: first })
    line('live messages', (after[0].count - before[0].count) / steady.seconds, 'messages/s')
  } finally {
    await app.close()
    await database.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The same rows into a table of the same shape, and nothing else. */
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

/** Megabytes that the server holds: the highest of the first fifth, and of the last. */
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

const [, , role, url = '', key = '', rate, seconds, first] = process.argv
if (role === 'send') await send(url, key, Number(rate), Number(seconds), Number(first))
else await main()
