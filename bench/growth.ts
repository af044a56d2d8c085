import {
  API_KEY_HEADER,
  BASE_PATH,
  type EventType,
  INGEST_KEY_HEADER,
  type Metric,
  type Profile,
  type SensorSummary,
} from '#contract'
import { type ServerProcess, startServer } from '../tests/start/server-process.ts'
import { memoryBytes, signIn, untilInMemory } from './in-memory.ts'
import { dataWith } from './many-events.ts'
import { residentBytes } from './memory.ts'
import { noLimits } from './no-limits.ts'
import { medians } from './ratio.ts'
import { removeServers } from './servers.ts'

/**
 * Cost of common actions by number of events in one service. Servers of all sizes run side by side and take turns.
 * Bounds: see docs/SCALING.md. Sizes: BENCH_SIZES; BENCH_FOLDER keeps the databases.
 */
const sizes = (process.env.BENCH_SIZES ?? '100000,1000000').split(',').map(Number)
const RUNS = Number(process.env.BENCH_RUNS ?? 15)
const WARM_UPS = 5
const REPEATS = 10
const KEY = 'cohesion-web'
const CENTRE = { lng: -122.42, lat: 37.77 }

type World = {
  size: number
  server: ServerProcess
  call: Call
  loadSeconds: number
  deeds: Record<string, () => Promise<unknown>>
}
type Call = (
  path: string,
  options?: { method?: string; body?: FormData | string; headers?: Record<string, string> },
) => Promise<Response>

const tileOf = (z: number): string => {
  const width = 2 ** z
  const north = Math.log(Math.tan(Math.PI / 4 + (CENTRE.lat * Math.PI) / 360))
  return `${z}/${Math.floor(((CENTRE.lng + 180) / 360) * width)}/${Math.floor(((1 - north / Math.PI) / 2) * width)}`
}

let requestCount = 0
/** A new period each time, so that nothing is cached. */
const fresh = () => `startTime=${++requestCount}`
const unfiltered = () => `type=all&endTime=${new Date().toISOString().slice(0, 10)}T23:59:59.999Z&${fresh()}`

const serve = async (size: number): Promise<ServerProcess> =>
  startServer({ ...noLimits, COHESION_DATA: await dataWith(size), COHESION_DEMO: 'on', LOG_LEVEL: 'error' })

async function load({ url }: ServerProcess, headers: Record<string, string>, size: number): Promise<number> {
  const startMs = performance.now()
  // PostgreSQL may time out while a service of millions is loading.
  const asked = fetch(`${url}${BASE_PATH}/aoi/tiles/0/0/0`, { headers }).then((response) => response.arrayBuffer())
  await untilInMemory(url, size)
  const seconds = (performance.now() - startMs) / 1000
  await asked
  return seconds
}

async function open(size: number): Promise<World> {
  const server = await serve(size)
  const headers = await signIn(server.url, KEY)
  const call: Call = async (path, options = {}) => {
    const response = await fetch(`${server.url}${BASE_PATH}${path}`, {
      ...options,
      headers: { ...headers, ...options.headers },
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response
  }
  const ask = async <T>(path: string) => (await (await call(path)).json()) as T
  const loadSeconds = await load(server, headers, size)
  const { service } = await ask<Profile>('/user/profile')
  const metrics = await ask<Metric[]>(`/metrics/service/${service._id}`)
  const idOf = (type: Metric['conditions'][number]['type']) =>
    metrics.find(({ conditions }) => conditions.some((one) => one.type === type))?._id
  const get = (path: () => string) => async () => void (await (await call(path())).arrayBuffer())
  return {
    ...{ size, server, call, loadSeconds },
    deeds: {
      'a list of 200': get(() => '/aoi/filtered?limit=200&groups=false&type=new'),
      'the next 200': get(
        () => `/aoi/filtered?limit=200&groups=false&endTime=${Date.now() - 86_400_000 - ++requestCount}`,
      ),
      'a search for "water"': get(() => '/aoi/filtered?limit=200&groups=false&search=water'),
      'a tile of zoom 0': get(() => `/aoi/tiles/${tileOf(0)}?${unfiltered()}`),
      'a tile of zoom 6': get(() => `/aoi/tiles/${tileOf(6)}?${unfiltered()}`),
      'a tile of zoom 12': get(() => `/aoi/tiles/${tileOf(12)}?${unfiltered()}`),
      'a tile of zoom 14': get(() => `/aoi/tiles/${tileOf(14)}?${unfiltered()}`),
      'a tile of zoom 16': get(() => `/aoi/tiles/${tileOf(16)}?${unfiltered()}`),
      'counters by state': get(() => `/aoi/state-metrics?type=event&${fresh()}`),
      'counters of what is unread': get(() => `/aoi/generic-metrics?type=event&${fresh()}`),
      'groups of a list': get(() => `/aoi/filtered?limit=1&${fresh()}`),
      'a metric of a role with its 12 months': get(() => `/metrics/${idOf('BY_ROLE')}/calculate?trend=true&${fresh()}`),
      'a metric of answers with its 12 months': get(
        () => `/metrics/${idOf('BY_QUESTION_RESPONSE')}/calculate?trend=true&${fresh()}`,
      ),
      'a metric of a region with its 12 months': get(
        () => `/metrics/${idOf('BY_REGION')}/calculate?trend=true&${fresh()}`,
      ),
      'the dashboard': get(() => `/dashboard?timeZone=UTC&${fresh()}`),
      'the dashboard of a month': get(
        () => `/dashboard?timeZone=UTC&startTime=${Date.now() - 30 * 86_400_000 - ++requestCount}`,
      ),
      'a report': await reporter(call, ask, service._id),
      'an alarm': await alarmer(server, call, ask),
    },
  }
}

async function reporter(call: Call, ask: <T>(path: string) => Promise<T>, serviceId: string) {
  const types = await ask<EventType[]>(`/aoi-type/service/${serviceId}`)
  const type = types.find(
    ({ isPhotoRequired, fields }) => !isPhotoRequired && fields.every(({ kind }) => kind === 'text'),
  )
  if (!type) throw new Error('the demo has no type that can be reported with words alone')
  const fields = type.fields.map(({ _id }) => ({ _id, value: 'as seen' }))
  const start = Date.now()
  return async () => {
    const form = new FormData()
    form.set('name', `Tree on the road ${++requestCount}`)
    form.set('nonce', String(start + requestCount))
    form.set('startCoordinates', JSON.stringify([CENTRE.lng + (requestCount % 100) / 1000, CENTRE.lat, 1]))
    form.set('address', 'Mission Street 12')
    form.set('publicAction', JSON.stringify({ publicActionId: type._id, fields }))
    await (await call('/aoi', { method: 'POST', body: form })).arrayBuffer()
  }
}

/** Raises a sensor alarm, which turns its area red and notifies members. */
async function alarmer({ url }: ServerProcess, call: Call, ask: <T>(path: string) => Promise<T>) {
  const owner = await signIn(url, KEY, 'technician')
  const json = { 'content-type': 'application/json' }
  const made = await call('/sensors/ingest-keys', {
    method: 'POST',
    headers: { ...json, ...owner },
    body: JSON.stringify({ name: `Growth ${Date.now()}` }),
  })
  const { key } = (await made.json()) as { key: string }
  const [sensor] = await ask<SensorSummary[]>('/sensors')
  let readings = 0
  return async () => {
    const state = ++readings % 2 === 1 ? 'ALARM' : 'READY'
    const body = JSON.stringify({
      serial: sensor?.telemetry.serial,
      id: `growth ${Date.now()} ${readings}`,
      state,
      parameters: {},
    })
    await (
      await call('/sensors/ingest', {
        method: 'POST',
        headers: { ...json, [API_KEY_HEADER]: KEY, [INGEST_KEY_HEADER]: key },
        body,
      })
    ).arrayBuffer()
  }
}

const meanMs = async (work: () => Promise<unknown>) => {
  const startMs = performance.now()
  for (let repeat = 0; repeat < REPEATS; repeat++) await work()
  return (performance.now() - startMs) / REPEATS
}

const inMs = (value: number) => (value >= 100 ? String(Math.round(value)) : value.toPrecision(2))
const row = (cells: readonly (string | number)[]) => console.log(`| ${cells.join(' | ')} |`)

async function printTable(worlds: readonly World[]): Promise<void> {
  const few = worlds.find(({ size }) => size === 100_000)
  const many = worlds.at(-1)
  row(['milliseconds', ...worlds.map(({ size }) => `${size.toLocaleString('en')} events`), 'from 100,000 to most'])
  row(['---', ...worlds.map(() => '---'), '---'])
  for (const name of Object.keys(worlds[0]?.deeds ?? {})) {
    const work = ({ deeds }: World) => deeds[name] ?? (async () => undefined)
    for (const world of worlds) for (let run = 0; run < WARM_UPS; run++) await work(world)()
    const costs = await medians<string>(
      RUNS,
      Object.fromEntries(worlds.map((world) => [world.size, () => meanMs(work(world))])),
    )
    const ratio = few && many ? (costs[many.size] ?? 0) / (costs[few.size] ?? 1) : Number.NaN
    row([name, ...worlds.map(({ size }) => inMs(costs[size] ?? Number.NaN)), ratio.toFixed(2)])
  }
  row(['loading a service, in seconds', ...worlds.map(({ loadSeconds }) => loadSeconds.toFixed(1)), ''])
  const bytes = await Promise.all(
    worlds.map(async ({ server, size }) => ((await memoryBytes(server.url)) / size).toFixed(0)),
  )
  row(['MB of memory for a million', ...bytes, ''])
  row([
    'resident memory of the server, in MB',
    ...worlds.map(({ server }) => Math.round(residentBytes(server.process) / 1e6)),
    '',
  ])
}

const worlds: World[] = []
try {
  for (const size of sizes) await dataWith(size)
  for (const size of sizes) worlds.push(await open(size))
  await printTable(worlds)
} finally {
  for (const { server } of worlds) await server.stop()
  removeServers()
}
