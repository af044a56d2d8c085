import { BASE_PATH, type Metric, type Profile } from '#contract'
import { type ServerProcess, startServer } from '../tests/start/server-process.ts'
import { alarmer, type Call, CENTRE, KEY, reporter } from './growth-writes.ts'
import { memoryBytes, signIn, untilInMemory } from './in-memory.ts'
import { dataWith, searchedTexts } from './many-events.ts'
import { noLimits } from './no-limits.ts'
import { processorSeconds, processorSecondsBelow } from './processor.ts'
import { inTurns } from './ratio.ts'
import { removeServers } from './servers.ts'

/**
 * Cost of common actions by number of events in one service, in processor time of server and database together, with the
 * bounds that we accept. Servers of all sizes run side by side and take turns. Sizes: BENCH_SIZES; BENCH_FOLDER keeps the
 * databases.
 */
const sizes = (process.env.BENCH_SIZES ?? '100000,1000000').split(',').map(Number)
const RUNS = Number(process.env.BENCH_RUNS ?? 5)
const WARM_UPS = 5
/** Repetitions of cheap actions, because the system counts processor time in hundredths of a second. */
const FEW = 10
const MANY = 100
const BOUND_SIZES = [100_000, 1_000_000]
const MEMORY_BOUND_MB = 110

type Deed = { work: () => Promise<unknown>; repeats: number; bounds?: readonly [number, number] | undefined }
type World = { size: number; server: ServerProcess; loadSeconds: number; deeds: Record<string, Deed> }
type Cost = { processorMs: number; wallMs: number }

const tileOf = (z: number): string => {
  const width = 2 ** z
  const north = Math.log(Math.tan(Math.PI / 4 + (CENTRE.lat * Math.PI) / 360))
  return `${z}/${Math.floor(((CENTRE.lng + 180) / 360) * width)}/${Math.floor(((1 - north / Math.PI) / 2) * width)}`
}

let requestCount = 0
/** A new period for each request, so that no response comes from a cache. */
const fresh = () => `startTime=${++requestCount}`
const unfiltered = () => `type=all&endTime=${new Date().toISOString().slice(0, 10)}T23:59:59.999Z&${fresh()}`

const processorSecondsOf = ({ process }: ServerProcess): number =>
  processorSeconds(process.pid ?? 0) + processorSecondsBelow(process.pid ?? 0)

/** Loads the events into the server's memory. Returns the processor time in seconds. */
async function load(server: ServerProcess, headers: Record<string, string>, size: number): Promise<number> {
  const before = processorSecondsOf(server)
  // PostgreSQL may time out while a service of millions is loading.
  const asked = fetch(`${server.url}${BASE_PATH}/aoi/tiles/0/0/0`, { headers }).then((response) =>
    response.arrayBuffer(),
  )
  await untilInMemory(server.url, size)
  const seconds = processorSecondsOf(server) - before
  await asked
  return seconds
}

async function open(size: number): Promise<World> {
  const data = await dataWith(size)
  const server = await startServer({ ...noLimits, COHESION_DATA: data, COHESION_DEMO: 'on', LOG_LEVEL: 'error' })
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
  const metricOf = (type: Metric['conditions'][number]['type'], period: () => string) => {
    const id = metrics.find(({ conditions }) => conditions.some((one) => one.type === type))?._id
    return () => `/metrics/${id}/calculate?trend=true&${period()}`
  }
  const get = (path: () => string, bounds?: Deed['bounds'], repeats = FEW): Deed => ({
    repeats,
    bounds,
    work: async () => void (await (await call(path())).arrayBuffer()),
  })
  const list = (query: () => string) => get(() => `/aoi/filtered?limit=200&groups=false&${query()}`)
  const tile = (z: number) => get(() => `/aoi/tiles/${tileOf(z)}?${unfiltered()}`, [5, 20])
  const same = 'startTime=0'
  const [tileBounds, countBounds, firstBounds, againBounds] = [
    [1, 1],
    [15, 60],
    [100, 600],
    [5, 5],
  ] as const
  return {
    size,
    server,
    loadSeconds,
    deeds: {
      'a list of 200': list(() => 'type=new'),
      'the next 200': list(() => `endTime=${Date.now() - 86_400_000 - ++requestCount}`),
      'a report': { work: await reporter(call, ask, service._id), repeats: FEW },
      'an alarm': { work: await alarmer(server, call, ask), repeats: FEW },
      ...Object.fromEntries([0, 2, 6, 12, 16].map((zoom) => [`a tile of zoom ${zoom}`, tile(zoom)])),
      'a cached tile': get(() => `/aoi/tiles/${tileOf(0)}?${same}`, tileBounds, MANY),
      'counters by state': get(() => `/aoi/state-metrics?type=event&${fresh()}`, countBounds),
      'counters of what is unread': get(() => `/aoi/generic-metrics?type=event&${fresh()}`, countBounds),
      'groups of a list': get(() => `/aoi/filtered?limit=1&${fresh()}`, countBounds),
      'the dashboard': get(() => `/dashboard?timeZone=UTC&${fresh()}`, countBounds),
      'a metric of a role': get(metricOf('BY_ROLE', fresh), countBounds),
      'a metric of entries': get(metricOf('BY_ACTION', fresh), firstBounds),
      'a metric of entries, again': get(
        metricOf('BY_ACTION', () => same),
        againBounds,
        MANY,
      ),
      'a metric of answers': get(metricOf('BY_QUESTION_RESPONSE', fresh), firstBounds),
      'a metric of answers, again': get(
        metricOf('BY_QUESTION_RESPONSE', () => same),
        againBounds,
        MANY,
      ),
      'a metric of a region': get(metricOf('BY_REGION', fresh)),
      ...Object.fromEntries(
        searchedTexts.map((text) => [
          `a search for "${text}"`,
          { ...list(() => `search=${encodeURIComponent(text)}`), repeats: 2 },
        ]),
      ),
    },
  }
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

const costOf = async ({ server }: World, { work, repeats }: Deed): Promise<Cost> => {
  const startMs = performance.now()
  const before = processorSecondsOf(server)
  for (let repeat = 0; repeat < repeats; repeat++) await work()
  const processorMs = ((processorSecondsOf(server) - before) * 1000) / repeats
  return { processorMs, wallMs: (performance.now() - startMs) / repeats }
}

const inMs = (value: number) => (value >= 10 ? String(Math.round(value)) : value.toPrecision(2))
const row = (cells: readonly (string | number)[]) => console.log(`| ${cells.join(' | ')} |`)

const cell = (value: number, wallMs: number | undefined, bound: number | undefined): string => {
  const missed = bound !== undefined && value > bound ? ` (missed: ${bound})` : ''
  return `${inMs(value)}${missed}${wallMs === undefined ? '' : ` · ${inMs(wallMs)}`}`
}

const boundAt = (size: number, bounds: Deed['bounds']): number | undefined => bounds?.[BOUND_SIZES.indexOf(size)]

async function printTable(worlds: readonly World[]): Promise<void> {
  row([
    'milliseconds of processor time · of the request',
    ...worlds.map(({ size }) => `${size.toLocaleString('en')} events`),
  ])
  row(['---', ...worlds.map(() => '---')])
  const searches = new Map<World, number[]>(worlds.map((world) => [world, []]))
  for (const name of Object.keys(worlds[0]?.deeds ?? {})) {
    const measured = worlds.flatMap((world) => ({ world, deed: world.deeds[name] as Deed }))
    for (const { deed } of measured) for (let run = 0; run < WARM_UPS; run++) await deed.work()
    const costs = await inTurns<string, Cost>(
      RUNS,
      Object.fromEntries(measured.map(({ world, deed }) => [world.size, () => costOf(world, deed)])),
    )
    const cells = measured.map(({ world, deed }) => {
      const all = costs[world.size] ?? []
      const processorMs = median(all.map((cost) => cost.processorMs))
      if (name.startsWith('a search')) searches.get(world)?.push(processorMs)
      return cell(processorMs, median(all.map(({ wallMs }) => wallMs)), boundAt(world.size, deed.bounds))
    })
    row([name, ...cells])
  }
  const ofSearches = (pick: (costs: number[]) => number, bounds: Deed['bounds']) =>
    worlds.map((world) => cell(pick(searches.get(world) ?? []), undefined, boundAt(world.size, bounds)))
  row(['the median search', ...ofSearches(median, [60, 250])])
  row(['the slowest search', ...ofSearches((costs) => Math.max(...costs), [150, 500])])
  row(['loading a service, in seconds', ...worlds.map(({ loadSeconds }) => loadSeconds.toFixed(1))])
  const megabytes = await Promise.all(worlds.map(async ({ server }) => (await memoryBytes(server.url)) / 1e6))
  row([
    'memory, MB',
    ...megabytes.map((mb, index) =>
      cell(mb, undefined, boundAt(worlds[index]?.size ?? 0, [MEMORY_BOUND_MB, MEMORY_BOUND_MB])),
    ),
  ])
}

const worlds: World[] = []
try {
  for (const size of sizes) worlds.push(await open(size))
  await printTable(worlds)
} finally {
  for (const { server } of worlds) await server.stop()
  removeServers()
}
