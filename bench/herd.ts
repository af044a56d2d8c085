import { rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type AoiPage, API_KEY_HEADER, BASE_PATH, kindOfAoi, type LiveMessage, type StateMetrics } from '#contract'
import { startServer } from '../tests/start/server-process.ts'
import { apiOf } from '../trials/world/api.ts'
import { addEventType, reportForm } from '../trials/world/reports.ts'
import { openStream, type StreamMessage } from '../trials/world/stream.ts'
import { atOnce } from '../trials/world/work.ts'
import { slowSpreadMs, spreadMs } from '../web/src/api/spread.ts'
import { makeRefresher } from '../web/src/app/refresher.ts'
import { type CachedQuery, type Plan, planFor, planForCounters } from '../web/src/core/aoi/live/plan.ts'
import { addFresh, type FreshPoints, tilesDelayMs } from '../web/src/core/aoi/map/fresh-points.ts'
import { noLimits } from './no-limits.ts'
import { processorSeconds } from './processor.ts'
import { line } from './ratio.ts'

/**
 * Thousands of members of one service listen while one event a second is reported. Each behaves as our web client does on
 * its first view: what a message changes and what is loaded again is decided by the client's own code. Wanted: 99 of 100
 * see a report within a second, the server takes at most 0.6 of one core, and a report costs a client at most 0.1 requests.
 */
const READERS = Number(process.env.BENCH_READERS ?? 5000)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 60)
const STREAMS_PER_SESSION = 30
const OPENING_AT_ONCE = 100
const TILES_IN_VIEW = ['2/0/1', '2/1/1', '2/0/2', '2/1/2', '2/2/1', '2/2/2']
const [FIRST_WORK_MS, WORK_MS] = [300, 600]
/** A second and more after the last report, so that it is counted too. */
const LAST_MS = 2_000

const folder = join(tmpdir(), `cohesion-herd-${process.pid}`)
const server = await startServer({ COHESION_DATA: folder, COHESION_DEMO: 'on', ...noLimits })
const api = apiOf(server.url)

/** Queries of the first view and their cache keys. */
const year = new Date().getUTCFullYear()
const period = { startTime: `${year}-01-01T00:00:00.000Z`, endTime: `${year}-12-31T23:59:59.999Z` }
const query = { ...period, sort: 'createdAt', order: 'desc' }
const search = (more: Record<string, string>) => String(new URLSearchParams({ ...period, ...more }))
const addresses = {
  rows: `/aoi/filtered?${search({ sort: 'createdAt', order: 'desc', groups: 'false', limit: '200' })}`,
  stateMetrics: `/aoi/state-metrics?${search({ type: 'event' })}`,
  sharedMetrics: '/aoi/shared-metrics',
  metric: '',
}
const keys = {
  rows: ['aoi', 'rows', query, 'start'],
  stateMetrics: ['aoi', 'stateMetrics', 'event', period],
  sharedMetrics: ['aoi', 'sharedMetrics'],
  metric: ['metric', 'result'],
}
type QueryName = keyof typeof keys

let requests = 0
const delays: number[] = []
const sentAt = new Map<string, number>()

/** A few connections for all: thousands of their own would say nothing of the server. */
const agent = new Agent({ keepAlive: true, maxSockets: 50 })
const get = (path: string, token: string) =>
  new Promise<string>((resolve, reject) => {
    const headers = { [API_KEY_HEADER]: 'cohesion-web', authorization: `Bearer ${token}` }
    request(server.url + BASE_PATH + path, { agent, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      response.on('end', () => resolve(text)).on('error', reject)
    })
      .on('error', reject)
      .end()
  })

/** One client: its cache, and the code that applies messages to it. */
function client(token: string, first: CachedQuery[]) {
  let cached = first
  let readers = 0
  let fresh: FreshPoints = new Map()
  let tilesDueMs = Number.POSITIVE_INFINITY
  let tilesTimer: NodeJS.Timeout | undefined
  const me = { createdAt: '2020-01-01T00:00:00.000Z' }

  const ask = (path: string) => {
    requests++
    return get(path, token)
  }
  const isBelow = (key: readonly unknown[], begin: readonly unknown[]) =>
    begin.every((part, at) => JSON.stringify(part) === JSON.stringify(key[at]))
  const load = async (begin: readonly unknown[]) => {
    for (const name of Object.keys(keys) as QueryName[]) {
      if (!isBelow(keys[name], begin)) continue
      const reply = JSON.parse(await ask(addresses[name])) as unknown
      const data = name === 'rows' ? { rows: (reply as AoiPage).total, until: (reply as AoiPage).nextCursor } : reply
      put([{ queryKey: keys[name], data }])
    }
  }
  const put = (queries: readonly CachedQuery[]) => {
    cached = cached.map((query) => queries.find(({ queryKey }) => queryKey === query.queryKey) ?? query)
  }
  const spread = (span: (readers: number) => number) => ({
    delayMs: () => span(readers) * Math.random(),
    pauseMs: () => Math.max(250, span(readers)),
  })
  const refresh = makeRefresher(load, spread(spreadMs))
  const refreshSlowly = makeRefresher(load, spread(slowSpreadMs))
  const recount = makeRefresher(load, { delayMs: () => 60_000 * (1 + Math.random()) })
  const carryOut = ({ patched, stale }: Plan) => {
    put(patched)
    for (const key of stale) void (key[0] === 'metric' ? refreshSlowly(key) : refresh(key))
    if (patched.some(({ queryKey }) => queryKey === keys.stateMetrics)) void recount(keys.stateMetrics)
  }
  const loadTiles = async () => {
    tilesDueMs = Number.POSITIVE_INFINITY
    fresh = new Map()
    await Promise.all(TILES_IN_VIEW.map((tile) => ask(`/aoi/tiles/${tile}?${search({})}`)))
  }
  const follow = (message: Extract<LiveMessage, { aoiIds: string[] }>) => {
    carryOut(planFor(message, cached, me))
    const span = slowSpreadMs(readers)
    const next = span > 0 ? addFresh(fresh, message, query) : undefined
    fresh = next ?? fresh
    const due = performance.now() + tilesDelayMs(span, next !== undefined)
    if (due >= tilesDueMs) return
    tilesDueMs = due
    clearTimeout(tilesTimer)
    tilesTimer = setTimeout(() => void loadTiles().catch(() => {}), due - performance.now())
  }
  const hear = ({ id, message }: StreamMessage) => {
    if ('readers' in message && message.readers !== undefined) readers = message.readers
    if (message.type === 'AOI_RECOUNTED' && id) carryOut(planForCounters({ ...message, position: Number(id) }, cached))
    if (message.type === 'AOI_CREATED' || message.type === 'AOI_UPDATED') follow(message)
  }
  /** Real clients have a processor each. This one does the work of all when the message has arrived everywhere. */
  const workMs = FIRST_WORK_MS + Math.random() * WORK_MS
  return {
    receive(frame: StreamMessage) {
      const { message } = frame
      const name = message.type === 'AOI_CREATED' ? message.rows?.[0]?.properties.name : undefined
      const at = name && sentAt.get(name)
      if (at) delays.push(performance.now() - at)
      setTimeout(hear, workMs, frame)
    },
    shown: () => ({
      rows: (cached[0]?.data as { rows: AoiPage['total'] } | undefined)?.rows ?? [],
      newAois: (cached[1]?.data as StateMetrics | undefined)?.newAois,
    }),
  }
}

const quantile = (values: number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN

try {
  const technician = await api.signIn('technician')
  const eventTypeId = await addEventType(api, technician, 'Herd')
  const names = ['admin', 'operator', 'viewer']
  const sessions = await atOnce(4, Math.ceil(READERS / STREAMS_PER_SESSION), (number) =>
    api.signIn(names[number % names.length] ?? 'viewer'),
  )
  const [reader] = sessions
  if (!reader) throw new Error('nobody reads')
  const page = (await api.must(api.send('GET', addresses.rows, reader))) as AoiPage
  const first: CachedQuery[] = [
    { queryKey: keys.rows, data: { rows: page.total, until: page.nextCursor } },
    { queryKey: keys.stateMetrics, data: await api.must(api.send('GET', addresses.stateMetrics, reader)) },
    { queryKey: keys.sharedMetrics, data: await api.must(api.send('GET', addresses.sharedMetrics, reader)) },
  ]
  const { service } = await api.must(api.send('GET', '/user/profile', reader))
  const [metric] = await api.must(api.send('GET', `/metrics/service/${service._id}`, reader))
  addresses.metric = `/metrics/${metric._id}/calculate?${search({ type: 'event', trend: 'true' })}`
  await api.must(api.send('GET', addresses.metric, reader))
  const clients = Array.from({ length: READERS }, (_, number) =>
    client(sessions[Math.floor(number / STREAMS_PER_SESSION)]?.token ?? '', first),
  )
  const streams = await atOnce(OPENING_AT_ONCE, READERS, async (number) => {
    const ready = Promise.withResolvers<void>()
    const stream = openStream(server.url, {
      token: sessions[Math.floor(number / STREAMS_PER_SESSION)]?.token ?? '',
      keepsMessages: false,
      onMessage: (message) => {
        clients[number]?.receive(message)
        if (message.message.type === 'READY') ready.resolve()
      },
    })
    await ready.promise
    return stream
  })

  const pid = server.process.pid ?? 0
  const [cpu, begin] = [processorSeconds(pid), performance.now()]
  for (let number = 0; number < SECONDS; number++) {
    const name = `Herd report ${number}`
    sentAt.set(name, performance.now())
    await api.must(api.send('POST', '/aoi', { ...technician, body: reportForm(eventTypeId, { name }) }))
    await pause(Math.max(0, begin + (number + 1) * 1000 - performance.now()))
  }
  const took = (performance.now() - begin) / 1000
  const used = (processorSeconds(pid) - cpu) / took
  await pause(LAST_MS)

  const asked = (await api.must(api.send('GET', addresses.rows, reader))) as AoiPage
  const counted = (await api.must(api.send('GET', addresses.stateMetrics, reader))) as StateMetrics
  const isCurrent = (one: (typeof clients)[number]) => {
    const { rows, newAois } = one.shown()
    const mine = rows.filter((row) => kindOfAoi(row) === 'event').slice(0, 100)
    return newAois === counted.newAois && mine.every(({ _id }, at) => asked.total[at]?._id === _id)
  }
  line(`reports that arrived, of ${READERS} streams`, delays.length / READERS, `of ${SECONDS}`)
  line('until a report is seen, 50 of 100', quantile(delays, 0.5), 'ms')
  line('until a report is seen, 99 of 100 (wanted: 1000)', quantile(delays, 0.99), 'ms')
  line('of one core taken by the server (wanted: 0.6)', used, 'cores')
  line('requests of a client for a report (wanted: 0.1)', requests / READERS / SECONDS, 'requests')
  line('clients whose list and counters are those of the server', clients.filter(isCurrent).length, `of ${READERS}`)
  for (const { close } of streams) close()
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit()
