import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { API_KEY_HEADER, BASE_PATH } from '#contract'
import { buildApp } from '../server/src/app.ts'
import { type OpenDatabase, openDatabase } from '../server/src/platform/db/database.ts'
import { type Embedded, startEmbedded } from '../server/src/platform/db/embedded.ts'
import { newId } from '../server/src/platform/db/id.ts'
import { migrateToLatest } from '../server/src/platform/db/migrate.ts'
import { publish } from '../server/src/platform/outbox/outbox.ts'
import { readConfig } from '../server/src/start/config.ts'
import { addMember, addService, type TestMember } from '../server/src/testing/people.ts'
import { noLimits } from './no-limits.ts'
import { line, medians } from './ratio.ts'

/** Cost of a map tile through the API against the plain query on an index made for it, and memory for all events. */
const SIZES = [Number(process.env.BENCH_FEW ?? 100_000), Number(process.env.BENCH_EVENTS ?? 1_000_000)]
const RUNS = 9
const ZOOMS = [0, 2, 6, 12]
/** A tile has 8 cells each way, on a grid of 30 bits. */
const CELL_BITS = 3
const GRID_BITS = 30

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

type Bench = { name: string; database: OpenDatabase; folder: string; member: TestMember; eventTypeId: string }
type Door = Omit<Awaited<ReturnType<typeof openDoor>>, 'app'>
type World = Bench & { tile: (path: string, query?: string) => Promise<void>; centre: { x: number; y: number } }

/** Both sizes stand side by side and take turns: a busy moment of the machine meets both alike. */
async function main() {
  const folder = join(tmpdir(), `cohesion-bench-${newId()}`)
  const postgres = await startEmbedded(folder, { isDurable: false, settings: { shared_buffers: '512MB' } })
  const ends: (() => Promise<unknown>)[] = [() => postgres.stop()]
  try {
    const worlds: World[] = []
    for (const size of SIZES) {
      const database = await makeDatabase(postgres.connection, `events_${size}`)
      ends.unshift(database.close)
      const bench = { name: size.toLocaleString('en'), database, folder, ...(await makePeople(database)) }
      await fill(bench, size)
      const { app, ...door } = await openDoor(bench, size)
      ends.unshift(() => app.close())
      await measureReading(bench, door)
      worlds.push({ ...bench, tile: door.tile, centre: await fullestPlace(bench) })
    }
    const [few, many] = worlds as [World, World]
    await measureTiles(few, many)
    await measureViews(few, many)
    await measurePauses(many)
  } finally {
    for (const end of ends) await end()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function makeDatabase(connection: Embedded['connection'], name: string): Promise<OpenDatabase> {
  const admin = openDatabase(connection)
  await admin.pool.query(`create database ${name}`)
  await admin.close()
  const database = openDatabase({ ...connection, database: name })
  await migrateToLatest(database.db)
  await database.pool.query(`create index bench_grid on aoi (service_id, kind, grid_x, grid_y)
    include (state, created_at, event_type_id) where deleted_at is null`)
  return database
}

async function makePeople({ db }: OpenDatabase) {
  const service = await addService(db, 'Bench')
  const member = await addMember(db, service, service.roleId)
  for (let count = 1; count < 100; count++) await addMember(db, service, service.roleId)
  const types = Array.from({ length: 20 }, (_, index) => ({
    id: newId(),
    serviceId: service.id,
    name: `Type ${index}`,
  }))
  await db.insertInto('eventType').values(types).execute()
  return { member, eventTypeId: types[0]?.id ?? '' }
}

/**
 * Events around 2,000 places all over the world, the first places fuller. Nobody looks at the other lists here: their
 * indexes would only take time.
 */
async function fill({ database: { pool }, member }: Bench, size: number): Promise<void> {
  await pool.query('drop index if exists aoi_newest, aoi_counted, aoi_by_name, aoi_by_state_and_name, aoi_place')
  await pool.query('alter table aoi disable trigger all')
  await pool.query(
    `with members as (select array_agg(id) as ids from member), types as (select array_agg(id) as ids from event_type)
     insert into aoi (id, service_id, kind, nonce, name, search_text, event_type_id, creator_id, place, is_worked_on,
       archived_at, created_at)
     select gen_random_uuid(), $1, 'event', n, 'Gate ' || n, 'gate ' || n, types.ids[1 + n * 7 % 20],
       members.ids[1 + n * 13 % 100], point((hash_a % 3400000) / 1e4 - 170 + spread, (hash_b % 1200000) / 1e4 - 50 + spread / 2),
       n % 10 < 6, case when n % 10 < 3 then now() end, now() - n % 365 * interval '1 day'
     from generate_series((select count(*) + 1 from aoi), $2::bigint) n
     cross join lateral (select floor(2000 * pow(n * 7919 % 100003 / 100003.0, 2)) as place, (n * 104729 % 10007 / 10007.0 - 0.5) as spread) at
     cross join lateral (select abs(hashint8(place::int8))::int8 as hash_a, abs(hashint8(place::int8 + 5000))::int8 as hash_b) h
     cross join members cross join types`,
    [member.serviceId, size],
  )
  await pool.query('alter table aoi enable trigger all')
  await pool.query('vacuum analyze aoi')
}

async function openDoor({ folder, database, member }: Bench, size: number) {
  const config = readConfig({ ...noLimits, COHESION_API_KEY: 'bench', COHESION_DATA: folder, LOG_LEVEL: 'silent' })
  const app = await buildApp({ config, database })
  const headers = { [API_KEY_HEADER]: 'bench', authorization: `Bearer ${member.token}` }
  const tile = async (path: string, query = '') => {
    const { statusCode, rawPayload } = await app.inject({ url: `${BASE_PATH}/aoi/tiles/${path}?${query}`, headers })
    if (statusCode >= 400) throw new Error(`${path}?${query} answered ${statusCode}: ${rawPayload}`)
  }
  /** The first tile begins the loading, and the database counts the cells meanwhile. */
  const isInMemory = async () => {
    const { payload } = await app.inject('/metrics')
    return Number(/^cohesion_memory_rows\{engine="map"\} (\d+)$/m.exec(payload)?.[1] ?? 0) >= size
  }
  return { app, tile, isInMemory }
}

async function measureReading({ name }: Bench, { tile, isInMemory }: Door): Promise<void> {
  collectGarbage()
  const before = process.memoryUsage().arrayBuffers
  const { ms, pauseMs } = await watched(async () => {
    await tile('0/0/0')
    while (!(await isInMemory())) await sleep(20)
  })
  collectGarbage()
  line(`${name} events, read into memory`, ms, 'ms')
  line(`${name} events, longest pause meanwhile`, pauseMs, 'ms')
  line(`${name} events, memory`, (process.memoryUsage().arrayBuffers - before) / 1e6, 'MB')
}

async function measureTiles(few: World, many: World): Promise<void> {
  for (const filter of filtersOf()) {
    for (const z of ZOOMS) {
      const draw = (world: World) => () => {
        const { x, y } = placeIn(world, z)
        return timed(() => world.tile(`${z}/${x}/${y}`, `${filter.query(world)}&startTime=${neverTheSame()}`))
      }
      const cost = await medians(RUNS, {
        few: draw(few),
        many: draw(many),
        sql: () => timed(() => countCells(many, placeIn(many, z), filter)),
      })
      const title = `${filter.name}, zoom ${z}, ${many.name} events`
      line(title, cost.many, 'ms', { name: 'a query that counts the cells', value: cost.sql })
      line(title, cost.many, 'ms', { name: `${few.name} events`, value: cost.few })
    }
  }
}

const placeIn = ({ centre: { x, y } }: World, z: number): Place => ({
  z,
  x: x >>> (GRID_BITS - z),
  y: y >>> (GRID_BITS - z),
})

/** Makes every filter unique, so that no cached tile is used. */
let filtersMade = 0
const neverTheSame = () => ++filtersMade

type Filter = { name: string; query: (bench: Bench) => string; where: string; values: (bench: Bench) => unknown[] }

const filtersOf = (): Filter[] => {
  const days = (count: number) => new Date(Date.now() - count * 86_400_000)
  return [
    { name: 'everything', query: () => '', where: 'true', values: () => [] },
    {
      name: 'state, type and dates',
      query: ({ eventTypeId }) => `type=new&eventType=${eventTypeId}&endTime=${days(30).getTime()}`,
      where: `state = 'new' and event_type_id = $7 and created_at >= $8 and created_at <= $9`,
      values: ({ eventTypeId }) => [eventTypeId, days(5000), days(30)],
    },
  ]
}

type Place = { z: number; x: number; y: number }

async function countCells(bench: Bench, { z, x, y }: Place, filter: Filter): Promise<void> {
  const { database, member } = bench
  const [shift, width] = [GRID_BITS - z - CELL_BITS, 2 ** (GRID_BITS - z)]
  await database.pool.query({
    name: `cells ${filter.name} ${z}`,
    text: `select grid_x >> $1, grid_y >> $1, count(*), count(*) filter (where state = 'new'),
        count(*) filter (where state = 'inProgress'), count(*) filter (where state = 'done'), avg(grid_x), avg(grid_y)
      from aoi where service_id = $2 and kind = 'event' and deleted_at is null
        and grid_x >= $3 and grid_x <= $4 and grid_y >= $5 and grid_y <= $6 and ${filter.where}
      group by 1, 2`,
    values: [
      shift,
      member.serviceId,
      x * width,
      (x + 1) * width - 1,
      y * width,
      (y + 1) * width - 1,
      ...filter.values(bench),
    ],
  })
}

async function fullestPlace({ database: { pool } }: Bench): Promise<{ x: number; y: number }> {
  const { rows } = await pool.query<{ x: number; y: number }>(`
    select (grid_x >> 18) << 18 as x, (grid_y >> 18) << 18 as y from aoi group by 1, 2 order by count(*) desc limit 1`)
  return rows[0] ?? { x: 0, y: 0 }
}

/** Twelve tiles fill a large screen. */
function view({ centre, tile }: World, z: number, query: string): Promise<unknown> {
  const [left, top] = [(centre.x >>> (GRID_BITS - z)) - 1, (centre.y >>> (GRID_BITS - z)) - 1]
  const within = (at: number) => Math.max(0, Math.min(2 ** z - 1, at))
  const tiles = Array.from({ length: 12 }, (_, at) => [within(left + (at % 4)), within(top + Math.floor(at / 4))])
  return Promise.all(tiles.map(([x, y]) => tile(`${z}/${x}/${y}`, query)))
}

const fresh = () => `startTime=${neverTheSame()}`

async function measureViews(few: World, many: World): Promise<void> {
  const views: Record<string, (world: World) => Promise<unknown>> = {
    'a view of the world': (world) => view(world, 2, fresh()),
    'a view of a country': (world) => view(world, 6, fresh()),
    'a view of a town': (world) => view(world, 12, fresh()),
    'a view that someone saw before': (world) => view(world, 2, ''),
    'a view of what a search finds': (world) => view(world, 2, `search=gate 77${neverTheSame() % 100}`),
    'a view of what is unread': (world) => view(world, 2, `type=unread&${fresh()}`),
    'a view right after a change': (world) => change(world).then(() => view(world, 12, fresh())),
  }
  for (const [title, show] of Object.entries(views)) {
    const cost = await medians(RUNS, { few: () => timed(() => show(few)), many: () => timed(() => show(many)) })
    line(`${title}, ${many.name} events`, cost.many, 'ms', { name: `${few.name} events`, value: cost.few })
  }
}

async function measurePauses({ name, tile }: World): Promise<void> {
  const { pauseMs } = await watched(async () => {
    for (let run = 0; run < RUNS; run++) await tile('0/0/0', fresh())
  })
  line(`longest pause while tiles of zoom 0 are drawn, ${name} events`, pauseMs, 'ms')
}

/** One event moves. */
const change = ({ database: { db }, member }: Bench) =>
  db.transaction().execute(async (transaction) => {
    const { id } = await transaction
      .updateTable('aoi')
      .set({ place: `(${neverTheSame() % 180},10)` })
      .where('nonce', '=', (filtersMade % 50_000) + 1)
      .returning('id')
      .executeTakeFirstOrThrow()
    const { serviceId } = member
    await publish(transaction, { message: { type: 'AOI_UPDATED', serviceId, aoiIds: [id] }, serviceId })
  })

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/**
 * How long it took, and the longest that this thread worked without letting anything else in. The latter in processor
 * time: that does not grow when other programs want the machine too.
 */
async function watched(work: () => Promise<unknown>): Promise<{ ms: number; pauseMs: number }> {
  let [pauseMs, isOver, last] = [0, false, process.threadCpuUsage()]
  const measure = () => {
    const { user, system } = process.threadCpuUsage(last)
    last = process.threadCpuUsage()
    pauseMs = Math.max(pauseMs, (user + system) / 1000)
    if (!isOver) setImmediate(measure)
  }
  measure()
  const ms = await timed(work)
  isOver = true
  return { ms, pauseMs }
}

await main()
