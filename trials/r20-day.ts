import { setTimeout as pause } from 'node:timers/promises'
import { INGEST_KEY_HEADER } from '#contract'
import { addBulk } from '../server/src/demo/bulk.ts'
import { readBulkOptions } from '../server/src/demo/bulk-options.ts'
import { openDatabase } from '../server/src/platform/db/database.ts'
import { failureList, type Trial } from './trial.ts'
import { type Api, addEventType, atOnce, freshAddress, type Member, reportForm, sendPatiently } from './world/api.ts'
import { databaseUrl } from './world/database.ts'
import { countRows, letTimePass } from './world/housekeeping.ts'
import { type Random, randomFrom } from './world/random.ts'
import { strain } from './world/restarts.ts'
import { sharedServer } from './world/server.ts'
import { openStream } from './world/stream.ts'

const MEMBERS = { quick: 20, whole: 5_000 }
const PRESENT_AT_ONCE = { quick: 5, whole: 40 }
const SENSORS = { quick: 20, whole: 500 }
const READINGS_PER_MEMBER = 2
/** Maximum growth of memory from the end of the morning, when caches are warm, to the end of the day. */
const MEMORY_LIMIT_BYTES = 150_000_000
const LEVEL_MS = 60_000
/** Maximum duration of the simulated day, on a machine that has nothing else to do. */
const DAY_SECONDS = 600
const POLL_MS = 500
/** Rounds of housekeeping after the day. A row that remains after the last round would never be deleted. */
const ROUNDS = 3

/**
 * Tables that keep their rows: people's records, sensor data and the audit. All others must have no more rows than
 * before the day. A sensor that is silent for a year keeps its alarm.
 */
const RECORDS = new Set([
  'alarm',
  'aoi',
  'aoi_answer',
  'aoi_read',
  'audit',
  'event_type',
  'ingest_key',
  'log_entry',
  'member',
  'sensor',
  'sensor_day',
  'sensor_hour',
  'sensor_log',
  'share',
])
/** Rows that the running server may write while rows are counted. */
const WRITTEN_MEANWHILE = new Map([['outbox', 100]])
/** Tables with at most one row per member, however often the member visits. */
const ONE_PER_MEMBER = new Set(['presence'])

type Scene = {
  url: string
  api: Api
  random: Random
  events: number[]
  fail: (text: string) => void
  onPutOff: () => void
}

/** A member signs in, reads, perhaps reports and logs, and leaves. Most members sign out. */
const visit = async (username: string, eventTypeId: string, { url, api, random, events, fail, onPutOff }: Scene) => {
  let calls = 0
  const call = async (method: string, path: string, options: Parameters<Api['send']>[2] = {}) => {
    calls++
    const answer = await sendPatiently(() => api.send(method, path, options), onPutOff)
    if (answer.status !== 200) fail(`${method} ${path.split('?')[0]} got ${answer.status}`)
    return answer
  }
  const signedIn = await call('POST', '/auth/login', {
    body: { username, password: 'cohesion-demo' },
    headers: freshAddress(),
  })
  if (signedIn.status !== 200) return calls
  const { accessToken: token } = signedIn.json()
  const stream = random.chance(0.5) ? openStream(url, { token, keepsMessages: false }) : undefined
  for (const path of ['/user/profile', '/aoi/generic-metrics', '/aoi/filtered?type=new&limit=50', '/user/grouped'])
    await call('GET', path, { token })
  if (random.chance(0.4)) {
    const { number } = (await call('POST', '/aoi', { token, body: reportForm(eventTypeId) })).json()
    events.push(number)
  }
  for (let entry = random.below(3); entry > 0 && events.length > 0; entry--) {
    const number = events[Math.max(0, events.length - 1 - random.below(20))]!
    await call('POST', `/aoi/${number}/add-log`, { token, body: { text: 'On my way', restricted: false } })
  }
  stream?.close()
  if (random.chance(0.7)) await call('POST', '/auth/logout', { token })
  return calls
}

const sensorField = async ({ api, random, onPutOff }: Scene, technician: Member, count: number) => {
  const { key } = await api.must(api.send('POST', '/sensors/ingest-keys', { ...technician, body: { name: 'A day' } }))
  let next = 0
  /** Sends readings of the next sensors. A few readings are alarms. */
  return async (readings: number) => {
    const body = Array.from({ length: readings }, () => ({
      serial: `day-${next++ % count}`,
      state: random.chance(0.02) ? 'ALARM' : 'READY',
      parameters: [{ parameter: 'Temperature', value: 10 + random.below(20) }],
    }))
    const headers = { [INGEST_KEY_HEADER]: key }
    await api.must(sendPatiently(() => api.send('POST', '/sensors/ingest', { body, headers }), onPutOff))
  }
}

const addMembers = async (folder: string, roleId: string, count: number): Promise<number> => {
  const { db, close } = openDatabase({ connectionString: databaseUrl(folder) }, { max: 2 })
  await addBulk(db, readBulkOptions(['--events', '0', '--members', String(count)]), {})
  await db.updateTable('member').set({ roleId }).where('username', 'like', 'member.%').execute()
  const { last } = await db
    .selectFrom('member')
    .select((row) => row.fn.countAll<number>().as('last'))
    .where('username', 'like', 'member.%')
    .executeTakeFirstOrThrow()
  await close()
  return last - count + 1
}

/** Lets a year pass. Returns the number of rows of every table, and the tables with more rows than before the day. */
const lookAfterwards = async (folder: string, before: ReadonlyMap<string, number>) => {
  await letTimePass(folder, RECORDS)
  const after = await countRows(folder)
  const leftOver = [...after].flatMap(([table, count]) => {
    const most = ONE_PER_MEMBER.has(table)
      ? (after.get('member') ?? 0)
      : (before.get(table) ?? 0) + (WRITTEN_MEANWHILE.get(table) ?? 0)
    return RECORDS.has(table) || count <= most ? [] : [{ table, count, most }]
  })
  return { after, leftOver }
}

export const trial: Trial = {
  id: 'R20',
  title: 'A day of many members who sign in, look, report, log and leave, while sensors raise alarms',
  run: async ({ isQuick, seed }) => {
    const size = isQuick ? 'quick' : 'whole'
    const failures = failureList()
    const { url, api, folder, memoryBytes } = await sharedServer()
    const random = randomFrom(seed)
    const technician = await api.signIn('technician')
    const role = {
      name: 'A day',
      actions: [],
      publicActions: [],
      isViewer: false,
      defaultView: 'MAP',
      defaultMetrics: [],
    }
    const { _id: roleId } = await api.must(api.send('POST', '/roles', { ...technician, body: role }))
    const firstMember = await addMembers(folder, roleId, MEMBERS[size])
    const eventTypeId = await addEventType(api, technician, 'A day')
    let putOff = 0
    const scene: Scene = { url, api, random, events: [], fail: failures.add, onPutOff: () => putOff++ }
    const report = await sensorField(scene, technician, SENSORS[size])
    await report(SENSORS[size])
    await letTimePass(folder, RECORDS)
    const before = await countRows(folder)

    const half = MEMBERS[size] / 2
    let calls = 0
    const come = async (from: number) => {
      await atOnce(PRESENT_AT_ONCE[size], half, async (index) => {
        const made = await visit(`member.${firstMember + from + index}`, eventTypeId, scene)
        calls += made
        if (index % 10 === 0) await report(10 * READINGS_PER_MEMBER)
      })
    }
    const begin = performance.now()
    await come(0)
    const warm = memoryBytes()
    await come(half)
    const seconds = (performance.now() - begin) / 1000
    if (seconds > DAY_SECONDS * strain()) failures.add(`the day took ${Math.round(seconds)} seconds`)
    const deadline = performance.now() + LEVEL_MS
    while (memoryBytes() - warm > MEMORY_LIMIT_BYTES && performance.now() < deadline) await pause(POLL_MS)
    const grown = memoryBytes() - warm
    if (grown > MEMORY_LIMIT_BYTES) failures.add(`memory grew by ${Math.round(grown / 1e6)} MB in the second half`)

    let { after, leftOver } = await lookAfterwards(folder, before)
    // The next round deletes rows that the server wrote during this one.
    for (let round = 1; leftOver.length > 0 && round < ROUNDS; round++)
      ({ after, leftOver } = await lookAfterwards(folder, before))
    for (const { table, count, most } of leftOver) failures.add(`${table} has ${count} rows, ${most} before the day`)
    return {
      counts: {
        members: MEMBERS[size],
        calls,
        'put off': putOff,
        'reports and entries':
          (after.get('aoi') ?? 0) -
          (before.get('aoi') ?? 0) +
          (after.get('log_entry') ?? 0) -
          (before.get('log_entry') ?? 0),
        seconds: Math.round(seconds),
        'MB more in the second half': Math.round(grown / 1e6),
        'tables of passing things': after.size - RECORDS.size,
        'rows left in them': leftOver.reduce((sum, { count, most }) => sum + count - most, 0),
      },
      failures: failures.all(),
    }
  },
}
