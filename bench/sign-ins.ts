import { rmSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { API_KEY_HEADER, BASE_PATH } from '#contract'
import { addBulk } from '../server/src/demo/bulk.ts'
import { readBulkOptions } from '../server/src/demo/bulk-options.ts'
import { openDatabase } from '../server/src/platform/db/database.ts'
import { startServer } from '../tests/start/server-process.ts'
import { DEMO_PASSWORD } from '../trials/world/api.ts'
import { databaseUrl } from '../trials/world/database.ts'
import { processorSeconds, processorSecondsBelow } from './processor.ts'
import { line } from './ratio.ts'

/**
 * Ten thousand members of one service sign in within five minutes, each under the usual limits. Each then does what our
 * web client does: loads the page and the first view, and keeps the live stream open. Wanted: no request takes more
 * than a second, except for the wait before the password check, which the reply names (`Server-Timing:
 * password-queue`).
 */
const MEMBERS = Number(process.env.BENCH_MEMBERS ?? 10_000)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 300)
const EVENTS = Number(process.env.BENCH_EVENTS ?? 10_000)
/** Fifty members at each address, as in an office. */
const ADDRESSES = Math.ceil(MEMBERS / 50)
const MOST_MS = 1_000
const SIGN_IN = 'POST /auth/login'
const SLOWEST = 10
const TELL_EVERY_MS = 60_000
const TILES_IN_VIEW = ['8/41/99', '8/40/99', '8/41/98', '8/40/98', '8/42/99', '8/42/98']

const folder = join(tmpdir(), `cohesion-sign-ins-${process.pid}`)
const server = await startServer({ COHESION_DATA: folder, COHESION_DEMO: 'on', COHESION_TRUST_PROXY: 'loopback' })

type Measure = { name: string; ms: number; queuedMs: number; status: number; atSeconds: number }
const measures: Measure[] = []
let startedAt = 0
const secondsSoFar = () => (performance.now() - startedAt) / 1000

/**
 * Descriptions of requests that got no reply. Each request is repeated, as a person would, until MOST_UNANSWERED is
 * reached.
 */
const unanswered: string[] = []
const MOST_UNANSWERED = 1_000

/** Unlimited connections, because browsers do not share theirs. */
const agent = new Agent({ keepAlive: true, maxFreeSockets: 500 })

type Options = { method?: string; token?: string; address: string; body?: object }
const send = (
  path: string,
  { method = 'GET', token, address, body }: Options,
  oneWay = agent,
): Promise<IncomingMessage> =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const headers = {
      [API_KEY_HEADER]: 'cohesion-web',
      'x-forwarded-for': address,
      'accept-encoding': 'gzip',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    }
    const sent = request(server.url + path, { method, agent: oneWay, headers }, resolve)
    sent.on('error', (error) => {
      // The server may close a reused connection. Browsers then repeat the request.
      const isClosed = sent.reusedSocket && 'code' in error && error.code === 'ECONNRESET'
      if (!isClosed)
        unanswered.push(
          `${method} ${path.split('?')[0]}: ${error.message}, ${secondsSoFar().toFixed(1)} s after the first`,
        )
      if (isClosed || unanswered.length < MOST_UNANSWERED)
        send(path, { method, token, address, body }, oneWay).then(resolve, reject)
      else reject(error)
    })
    sent.end(body && JSON.stringify(body))
  })

const bytesOf = async (response: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of response) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

const queuedMsOf = ({ headers }: IncomingMessage): number =>
  Number(/password-queue;dur=([\d.]+)/.exec(String(headers['server-timing'] ?? ''))?.[1] ?? 0)

const measured = async (name: string, path: string, options: Options) => {
  const atSeconds = secondsSoFar()
  const askedAt = performance.now()
  const response = await send(path, options)
  const bytes = await bytesOf(response)
  const status = response.statusCode ?? 0
  measures.push({ name, status, ms: performance.now() - askedAt, queuedMs: queuedMsOf(response), atSeconds })
  const text = () => String(response.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes)
  return { status, text, retrySeconds: Number(response.headers['retry-after'] ?? 1) }
}

const streams: IncomingMessage[] = []
/**
 * Opens a live stream and waits for its first message. Later messages are ignored, because this machine cannot process
 * them for thousands of clients.
 */
const openStream = async (token: string, address: string) => {
  const atSeconds = secondsSoFar()
  const askedAt = performance.now()
  const response = await send(`${BASE_PATH}/events`, { token, address }, new Agent())
  const first = Promise.withResolvers<void>()
  response.on('error', () => {}).once('data', () => first.resolve())
  await first.promise
  streams.push(response)
  const status = response.statusCode ?? 0
  measures.push({ name: 'GET /events', status, ms: performance.now() - askedAt, queuedMs: 0, atSeconds })
}

let putOff = 0
const signIn = async (username: string, address: string): Promise<string> => {
  const body = { username, password: DEMO_PASSWORD }
  const path = `${BASE_PATH}/auth/login`
  const { status, text, retrySeconds } = await measured(SIGN_IN, path, { method: 'POST', address, body })
  if (status === 200) return JSON.parse(text()).accessToken
  if (status !== 503 && status !== 429) throw new Error(`signing in got ${status}: ${text()}`)
  putOff++
  await pause(retrySeconds * 1000)
  return signIn(username, address)
}

const day = (date: Date) => date.toISOString().slice(0, 10)
const yearsAgo = new Date()
yearsAgo.setUTCFullYear(yearsAgo.getUTCFullYear() - 10)
const period = { startTime: `${day(yearsAgo)}T00:00:00.000Z`, endTime: `${day(new Date())}T23:59:59.999Z` }
const search = (more: Record<string, string> = {}) => String(new URLSearchParams({ ...period, ...more }))
/** First requests of the page, as in web/src/app/prefetch.ts. */
const first = [
  '/settings',
  '/service/regions',
  `/aoi/filtered?${search({ type: 'all', sort: 'createdAt', order: 'desc', groups: 'false', limit: '200' })}`,
  '/aoi/shared-metrics',
  `/aoi/state-metrics?${search({ type: 'event' })}`,
]
const tiles = TILES_IN_VIEW.map((tile) => `/aoi/tiles/${tile}?${search({ type: 'all' })}`)

const workspace = (serviceId: string) => [
  `/aoi-type/service/${serviceId}?archived=true`,
  `/service/${serviceId}`,
  '/roles/profile',
  '/community-servers/communities',
  '/community-servers/groups',
  '/user/positions',
  `/metrics/service/${serviceId}`,
  '/user/device-key',
]

const nameOf = (path: string) => `GET ${path.split('?')[0]?.replace(/\/[\d/-]+$|\/[\da-f-]{36}$/, '/…')}`

const visit = async (number: number) => {
  const address = `10.9.${(number % ADDRESSES) >> 8}.${(number % ADDRESSES) & 255}`
  const token = await signIn(`member.${number + 1}`, address)
  await measured('GET / (the page)', '/', { address })
  const ask = async (path: string) => {
    const { status, text } = await measured(nameOf(path), BASE_PATH + path, { token, address })
    return status === 200 ? text : undefined
  }
  const [profile] = await Promise.all([ask('/user/profile'), ...first.map(ask)])
  if (!profile) return
  const serviceId: string = JSON.parse(profile()).service._id
  await Promise.all([openStream(token, address), ...[...tiles, ...workspace(serviceId)].map(ask)])
}

const quantile = (values: number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN
const rounded = (values: number[]) => values.map((value) => String(Math.round(value)).padStart(7)).join(' ')

const show = () => {
  const own = ({ ms, queuedMs }: Measure) => ms - queuedMs
  console.log('ms without the wait for a password: half of them, 99 of 100, the slowest')
  for (const [name, all] of [...Map.groupBy(measures, (measure) => measure.name)].sort()) {
    const times = all.map(own)
    console.log(`${rounded([quantile(times, 0.5), quantile(times, 0.99), Math.max(...times)])}  ${name}`)
  }
  const slow = measures.filter((measure) => own(measure) > MOST_MS)
  for (const one of measures.toSorted((a, b) => own(b) - own(a)).slice(0, SLOWEST))
    console.log(
      `${rounded([own(one)])}  ${one.name}, answered ${one.status}, ${one.atSeconds.toFixed(1)} s after the first`,
    )
  const waits = measures.filter(({ name }) => name === SIGN_IN).map(({ queuedMs }) => queuedMs)
  const refused = measures.filter(({ name, status }) => status >= 400 && name !== SIGN_IN)
  for (const one of unanswered.slice(0, SLOWEST)) console.log(`no answer: ${one}`)
  line('requests', measures.length, 'requests')
  line('requests without an answer (wanted: 0)', unanswered.length, 'requests')
  line('requests that were refused, but for sign-ins (wanted: 0)', refused.length, 'requests')
  line(`requests over ${MOST_MS} ms without the wait for a password (wanted: 0)`, slow.length, 'requests')
  line('wait for a password, half of them', quantile(waits, 0.5), 'ms')
  line('wait for a password, 99 of 100', quantile(waits, 0.99), 'ms')
  line('wait for a password, the longest', Math.max(...waits), 'ms')
  line('sign-ins that were asked to come back', putOff, 'times')
  line('streams open at the end', streams.length, `of ${MEMBERS}`)
}

try {
  const { db, close } = openDatabase({ connectionString: databaseUrl(folder) }, { max: 2 })
  await addBulk(db, readBulkOptions(['--events', String(EVENTS), '--members', String(MEMBERS)]), {})
  await close()
  const loop = monitorEventLoopDelay({ resolution: 10 })
  loop.enable()
  const pid = server.process.pid ?? 0
  const tellProgress = () =>
    console.log(`${Math.round(secondsSoFar())} s: ${streams.length} streams, ${putOff} put off`)
  const progress = setInterval(tellProgress, TELL_EVERY_MS)
  const before = [processorSeconds(pid), processorSecondsBelow(pid)] as const
  startedAt = performance.now()
  await Promise.all(
    Array.from({ length: MEMBERS }, async (_, number) => {
      await pause(Math.random() * SECONDS * 1000)
      await visit(number)
    }),
  )
  clearInterval(progress)
  loop.disable()
  show()
  line('processor time of the server for each sign-in', ((processorSeconds(pid) - before[0]) * 1000) / MEMBERS, 'ms')
  line('that of its database', ((processorSecondsBelow(pid) - before[1]) * 1000) / MEMBERS, 'ms')
  // The times above include delays of this process.
  line('this bench was late itself, 99 of 100', loop.percentile(99) / 1e6, 'ms')
  line('this bench was late itself, at most', loop.max / 1e6, 'ms')
  for (const stream of streams) stream.destroy()
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit()
