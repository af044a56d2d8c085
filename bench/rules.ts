import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BASE_PATH, INGEST_KEY_HEADER } from '#contract'
import { buildApp } from '../server/src/app.ts'
import { openDatabase } from '../server/src/platform/db/database.ts'
import { startEmbedded } from '../server/src/platform/db/embedded.ts'
import { newId } from '../server/src/platform/db/id.ts'
import { migrateToLatest } from '../server/src/platform/db/migrate.ts'
import { hashToken } from '../server/src/platform/secret/tokens.ts'
import { readConfig } from '../server/src/start/config.ts'
import { noLimits } from './no-limits.ts'
import { line } from './ratio.ts'

/**
 * Processor time that 200 rules add to storing readings, in the server and the database together. Both services take
 * the same readings in turns. Linux only: the time of the database comes from /proc.
 */
const RULES = 200
const SENSORS = 2000
const BATCH = 1000
const BATCHES = Number(process.env.BENCH_BATCHES ?? 60)
const ROUNDS = 3
const TICKS_PER_SECOND = 100

/** Most rules never raise an alarm. A twentieth are pending or in alarm, each for one sensor in a hundred. */
const triggerOf = (number: number) => ({
  type: 'sensor',
  scope: { type: 'all' },
  match: 'all',
  conditions: [
    { type: 'value', parameter: 'level', operator: 'above', enter: number % 20 === 0 ? 98 : 100 + number, leave: 90 },
    { type: 'value', parameter: 'temperature', operator: 'above', enter: 15, leave: null },
  ],
  forSeconds: number % 20 === 0 ? 60 : 0,
  clearSeconds: 0,
  noDataSeconds: null,
})

const batchOf = (number: number) =>
  Array.from({ length: BATCH }, (_, index) => ({
    serial: `bench-${(number * BATCH + index) % SENSORS}`,
    id: `${number}-${index}`,
    parameters: { temperature: 20 + (index % 10), level: index % 100 },
  }))

const ownSeconds = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** The fields of /proc/PID/stat after the name; undefined if the process has ended. */
const statOf = (pid: string | number): string[] | undefined => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')
  } catch {
    return undefined
  }
}

/** Seconds of processor time of a process and its children. */
const secondsOf = (mainPid: number): number => {
  const ticks = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => ({ pid: Number(pid), stat: statOf(pid) ?? [] }))
    .filter(({ pid, stat }) => pid === mainPid || Number(stat[1]) === mainPid)
    .reduce((sum, { stat }) => sum + Number(stat[11]) + Number(stat[12]), 0)
  return ticks / TICKS_PER_SECOND
}

const folder = join(tmpdir(), `cohesion-bench-${newId()}`)
const postgres = await startEmbedded(folder)
const database = openDatabase(postgres.connection)
await migrateToLatest(database.db)
const config = readConfig({ ...noLimits, COHESION_DATA: folder, LOG_LEVEL: 'silent', COHESION_DEMO: 'off' })
const app = await buildApp({ config, database })

const addService = async (key: string): Promise<string> => {
  const id = newId()
  await database.db.insertInto('service').values({ id, title: key }).execute()
  await database.db
    .insertInto('ingestKey')
    .values({ id: newId(), serviceId: id, name: key, keyHash: hashToken(key) })
    .execute()
  return id
}

let number = 0
try {
  const { rows } = await database.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  /** The parent of every process of this database. */
  const postmaster = Number(statOf(rows[0]?.pid ?? 0)?.[1])
  const measure = async (key: string): Promise<number> => {
    const payloads = Array.from({ length: BATCHES }, () => JSON.stringify(batchOf(number++)))
    const before = ownSeconds() + secondsOf(postmaster)
    for (const payload of payloads) {
      const { statusCode } = await app.inject({
        method: 'POST',
        url: `${BASE_PATH}/sensors/ingest`,
        headers: { 'content-type': 'application/json', [INGEST_KEY_HEADER]: key },
        payload,
      })
      if (statusCode !== 200) throw new Error(`a batch got ${statusCode}`)
    }
    return ownSeconds() + secondsOf(postmaster) - before
  }
  await addService('without rules')
  const ruledId = await addService('with rules')
  for (let rule = 0; rule < RULES; rule++)
    await database.db
      .insertInto('rule')
      .values({
        id: newId(),
        serviceId: ruledId,
        name: `Rule ${rule}`,
        severity: 'warning',
        trigger: JSON.stringify(triggerOf(rule)),
      })
      .execute()
  await measure('without rules')
  await measure('with rules')
  let without = 0
  let withRules = 0
  for (let round = 0; round < ROUNDS; round++) {
    without += await measure('without rules')
    withRules += await measure('with rules')
  }
  line(`processor time of readings with ${RULES} rules`, withRules, 's', { name: 'without rules', value: without })
} finally {
  await app.close()
  await database.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
