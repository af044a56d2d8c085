import { rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type AoiPage, API_KEY_HEADER, BASE_PATH, kindOfAoi, type StateMetrics } from '#contract'
import { startServer } from '../tests/start/server-process.ts'
import { addEventType, apiOf, atOnce, reportForm } from '../trials/world/api.ts'
import { openStream, type StreamMessage } from '../trials/world/stream.ts'
import { makeRefresher } from '../web/src/api/refresher.ts'
import { slowSpreadMs, spreadMs } from '../web/src/api/spread.ts'
import { noLimits } from './no-limits.ts'
import { processorSeconds } from './processor.ts'
import { line } from './ratio.ts'

/**
 * Thousands of members of one service listen while one event a second is reported. Each behaves as our web client does on
 * its first view: a message makes it refetch its list, counters, metric and tiles, at the moments that the client's own code
 * chooses. Wanted: 99 of 100 get a message within a second, the server takes at most 0.6 of one core, and a report costs a
 * client at most 0.1 requests.
 */
const READERS = Number(process.env.BENCH_READERS ?? 5000)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 60)
const STREAMS_PER_SESSION = 30
const OPENING_AT_ONCE = 100
const TILES_IN_VIEW = ['2/0/1', '2/1/1', '2/0/2', '2/1/2', '2/2/1', '2/2/2']
const FIRST_WORK_MS = 300
const WORK_MS = 600
/** Wait after the last report, by whose end every client has refetched. */
const LAST_MS = 2 * spreadMs(READERS) + 5_000

const folder = join(tmpdir(), `cohesion-herd-${process.pid}`)
const server = await startServer({ COHESION_DATA: folder, COHESION_DEMO: 'on', ...noLimits })
const api = apiOf(server.url)

const year = new Date().getUTCFullYear()
const period = { startTime: `${year}-01-01T00:00:00.000Z`, endTime: `${year}-12-31T23:59:59.999Z` }
const search = (more: Record<string, string>) => String(new URLSearchParams({ ...period, ...more }))
const addresses = {
  rows: `/aoi/filtered?${search({ sort: 'createdAt', order: 'desc', groups: 'false', limit: '200' })}`,
  stateMetrics: `/aoi/state-metrics?${search({ type: 'event' })}`,
  metric: '',
}

let requests = 0
const delays: number[] = []
const sentAt = new Map<string, number>()

/** Few connections for all clients, because with thousands the bench would measure this process. */
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

type Shown = { rows: AoiPage['total']; newAois: number }

function client(token: string, first: Shown) {
  let shown = first
  let readers = 0
  const ask = (path: string) => {
    requests++
    return get(path, token)
  }
  const spread = (span: (readers: number) => number) => ({
    delayMs: () => span(readers) * Math.random(),
    pauseMs: () => Math.max(250, span(readers)),
  })
  const refresh = makeRefresher(async () => {
    const [page, counters] = await Promise.all([ask(addresses.rows), ask(addresses.stateMetrics)])
    shown = { rows: (JSON.parse(page) as AoiPage).total, newAois: (JSON.parse(counters) as StateMetrics).newAois }
  }, spread(spreadMs))
  const refreshSlowly = makeRefresher(async () => {
    await Promise.all([ask(addresses.metric), ...TILES_IN_VIEW.map((tile) => ask(`/aoi/tiles/${tile}?${search({})}`))])
  }, spread(slowSpreadMs))
  const hear = ({ message }: StreamMessage) => {
    if ('readers' in message && message.readers !== undefined) readers = message.readers
    if (message.type !== 'AOI_CREATED' && message.type !== 'AOI_UPDATED') return
    void refresh(['lists'])
    void refreshSlowly(['map'])
  }
  /**
   * Time before this client refetches. Real clients work on a message in parallel, but this process works for all
   * clients, so it first delivers the message to each of them.
   */
  const workMs = FIRST_WORK_MS + Math.random() * WORK_MS
  return {
    receive(frame: StreamMessage) {
      const { message } = frame
      const name = message.type === 'AOI_CREATED' ? message.rows?.[0]?.properties.name : undefined
      const at = name && sentAt.get(name)
      if (at) delays.push(performance.now() - at)
      setTimeout(hear, workMs, frame)
    },
    shown: () => shown,
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
  const firstCounters = (await api.must(api.send('GET', addresses.stateMetrics, reader))) as StateMetrics
  const first: Shown = { rows: page.total, newAois: firstCounters.newAois }
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
  const cpu = processorSeconds(pid)
  const begin = performance.now()
  for (let number = 0; number < SECONDS; number++) {
    const name = `Herd report ${number}`
    sentAt.set(name, performance.now())
    await api.must(api.send('POST', '/aoi', { ...technician, body: reportForm(eventTypeId, { name }) }))
    await pause(Math.max(0, begin + (number + 1) * 1000 - performance.now()))
  }
  const took = (performance.now() - begin) / 1000
  const used = (processorSeconds(pid) - cpu) / took
  const asks = requests
  await pause(LAST_MS)

  const asked = (await api.must(api.send('GET', addresses.rows, reader))) as AoiPage
  const counted = (await api.must(api.send('GET', addresses.stateMetrics, reader))) as StateMetrics
  const isCurrent = (one: (typeof clients)[number]) => {
    const { rows, newAois } = one.shown()
    const mine = rows.filter((row) => kindOfAoi(row) === 'event').slice(0, 100)
    return newAois === counted.newAois && mine.every(({ _id }, at) => asked.total[at]?._id === _id)
  }
  line(`reports that arrived, of ${READERS} streams`, delays.length / READERS, `of ${SECONDS}`)
  line('until a message arrives, 50 of 100', quantile(delays, 0.5), 'ms')
  line('until a message arrives, 99 of 100 (wanted: 1000)', quantile(delays, 0.99), 'ms')
  line('of one core taken by the server (wanted: 0.6)', used, 'cores')
  line('requests of a client for a report (wanted: 0.1)', asks / READERS / SECONDS, 'requests')
  line('clients whose list and counters are those of the server', clients.filter(isCurrent).length, `of ${READERS}`)
  for (const { close } of streams) close()
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit()
