import fc from 'fast-check'
import { type Insertable, sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { type Actor, AoiFilter, AoiKind, AoiState } from '#contract'
import { stateMetrics } from '../core/aoi/counters.ts'
import { aoiFilter, visibleAois, withMetric } from '../core/aoi/filter.ts'
import { newId } from '../platform/db/id.ts'
import type { Database } from '../platform/db/schema/index.ts'
import { publish } from '../platform/outbox/outbox.ts'
import { testDatabase } from '../testing/database.ts'
import { addEventType } from '../testing/events.ts'
import { addMember, addService } from '../testing/people.ts'
import { openBudget } from './budget.ts'
import type { OutboxWatermark } from './change-set.ts'
import type { Tile } from './grid.ts'
import { noMemory, testMemory } from './testing.ts'
import { countIn, readTile, tileAt } from './tile/testing.ts'

/** No server runs here, so only these tests publish changes and number messages. */
const database = await testDatabase()
afterAll(() => database.close())
const { db } = database
await sql`drop trigger aoi_change_published on aoi_change`.execute(db)
/** A busy machine loads slowly. */
const SLOWLY = { timeout: 20_000 }
const feed = (options?: Parameters<typeof testMemory>[1]) => testMemory(db, options)

const services = await Promise.all(['A', 'B', 'C'].map((title) => addService(db, title)))
const [serviceA, serviceB] = services as [(typeof services)[number], (typeof services)[number]]
const dana = await addMember(db, serviceA, serviceA.roleId)
const omer = await addMember(db, serviceB, serviceB.roleId)
const flood = await addEventType(db, serviceA, { name: 'Flood' })
const fire = await addEventType(db, serviceB, { name: 'Fire' })
const community = newId()
const localMap = newId()
const metric = newId()
await db.insertInto('community').values({ id: community, serviceId: serviceA.id, title: 'Harbour' }).execute()
await db
  .insertInto('localMap')
  .values({ id: localMap, serviceId: serviceA.id, name: 'Plan', originX: 0, originY: 0, width: 1, height: 1 })
  .execute()

await db
  .insertInto('metric')
  .values({
    id: metric,
    serviceId: serviceA.id,
    name: 'Floods',
    shortName: 'Floods',
    metricType: 'BY_POSTS',
    metricCountType: 'COUNT_POSTS',
    conditions: JSON.stringify([{ type: 'BY_PUBLIC_ACTION', publicActionIds: [flood.id] }]),
  })
  .execute()

const actorOf = (member: { id: string; serviceId: string }, ...visible: { id: string }[]): Actor => ({
  id: member.id,
  name: '',
  type: 'Operator',
  serviceId: member.serviceId,
  visibleServiceIds: [member.serviceId, ...visible.map(({ id }) => id)],
  isViewer: false,
  isServerOwner: false,
  mayExport: false,
  token: null,
})
const reader = actorOf(dana)
const world: Tile = { z: 0, x: 0, y: 0 }
const EVENT = AoiKind.options.indexOf('event')

type Feed = ReturnType<typeof feed>
const filterOf = async (filter: Record<string, unknown>, actor = reader) =>
  aoiFilter(await withMetric(db, actor, AoiFilter.parse(filter)), actor)
const draw = async (one: Feed, filter: Record<string, unknown> = {}, tile = world, actor = reader) =>
  (await one.tiles.tile(await filterOf(filter, actor), tile)) ?? expect.fail('no such tile')
const see = async (...what: Parameters<typeof draw>) => readTile((await draw(...what)).bytes)
const total = async (...what: Parameters<typeof see>) =>
  Object.values(countIn(await see(...what))).reduce((sum, count) => sum + count, 0)

let nonces = 0
const rowAt = (lng: number, lat: number, more: object = {}) => {
  const nonce = ++nonces
  const row = { id: newId(), serviceId: serviceA.id, kind: 'event' as const, nonce, name: `Gate ${nonce}` }
  return { ...row, place: `(${lng},${lat})`, ...more }
}
const insertAll = async <T extends keyof Database>(table: T, rows: Insertable<Database[T]>[]) => {
  if (rows.length > 0) await db.insertInto(table).values(rows).execute()
}
const add = async (...what: Parameters<typeof rowAt>) => {
  const row = rowAt(...what)
  await db.insertInto('aoi').values(row).execute()
  return row.id
}
const messageOf = (...aoiIds: string[]) => ({
  message: { type: 'AOI_UPDATED' as const, serviceId: serviceA.id, aoiIds },
  serviceId: serviceA.id,
})
const publishUpdate = (...aoiIds: string[]) => publish(db, messageOf(...aoiIds))
const tellEach = (aoiIds: string[]) =>
  publish(
    db,
    aoiIds.map((id) => messageOf(id)),
  )
const numberMessages = () =>
  sql`update outbox set position = nextval('outbox_position') where position is null`.execute(db)

const knownMessages = async (): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`select id::int8 as id from outbox`.execute(db)
  return rows.map(({ id }) => id)
}
/** Number of messages that a watermark includes, without the `known` ones. */
const messagesUpTo = async ({ position, early }: OutboxWatermark, known: number[]): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from outbox
    where id <> all(${known}::int8[]) and (position <= ${position} or id = any(${[...early]}::int8[]))`.execute(db)
  return rows[0]?.count ?? 0
}
const countOf = async (state: AoiState, memory: Feed['memory']) => {
  const { stores, watermark } = await memory.current([serviceA.id])
  const { columns, length } = stores.get(serviceA.id) ?? expect.fail('the service is not in memory')
  const code = AoiState.options.indexOf(state)
  const rows = Array.from({ length }, (_, row) => columns.kind[row] === EVENT && columns.state[row] === code)
  return { count: rows.filter(Boolean).length, watermark }
}

describe('freshness', () => {
  test('a change is visible after its commit, before and after its message has a position', async () => {
    const one = feed()
    const other = feed()
    const before = await total(one)
    const id = await add(-60, 20)
    expect(await total(one)).toBe(before)
    await publishUpdate(id)
    expect(await total(one)).toBe(before + 1)
    expect(await total(other)).toBe(before + 1)
    await sql`update aoi set archived_at = now() where id = ${id}`.execute(db)
    await numberMessages()
    // Both servers have seen this message, so the change must be published again.
    expect(countIn(await see(one)).done).toBe(0)
    await publishUpdate(id)
    await numberMessages()
    for (const server of [one, other]) expect(countIn(await see(server)).done).toBe(1)
  })

  test('a search shows committed changes', async () => {
    const one = feed()
    await one.memory.load([serviceA.id])
    const id = await add(-61, 21, { searchText: 'quagmire' })
    await publishUpdate(id)
    expect(await total(one, { search: 'quagmire' })).toBe(1)
    expect(await total(one, { search: 'quagmire', type: 'done' })).toBe(0)
    await sql`update aoi set search_text = 'puddle' where id = ${id}`.execute(db)
    await publishUpdate(id)
    expect(await total(one, { search: 'quagmire' })).toBe(0)
    expect(await total(one, { search: 'puddle' })).toBe(1)
    await sql`update aoi set deleted_at = now() where id = ${id}`.execute(db)
    await publishUpdate(id)
    expect(await total(one, { search: 'puddle' })).toBe(0)
  })

  test('an erased row leaves memory', async () => {
    const id = await add(-62, 22)
    const fresh = feed()
    const before = await total(fresh)
    await db.deleteFrom('aoi').where('id', '=', id).execute()
    await publishUpdate(id)
    expect(await total(fresh)).toBe(before - 1)
  })

  test('concurrent changes in any order are all applied', async () => {
    const one = feed()
    const before = await total(one)
    const rows = Array.from({ length: 700 }, (_, index) => rowAt((index % 340) - 170, index % 80))
    const ids = rows.map(({ id }) => id)
    await db.insertInto('aoi').values(rows).execute()
    await tellEach(ids)
    expect(await total(one)).toBe(before + 700)
    await numberMessages()
    await sql`update aoi set deleted_at = now() where id = any(${ids.slice(0, 300)}::uuid[])`.execute(db)
    await tellEach(ids)
    await numberMessages()
    expect(await total(one)).toBe(before + 400)
    await sql`update aoi set deleted_at = null where id = any(${ids}::uuid[])`.execute(db)
    await publishUpdate(...ids)
    expect(await total(one)).toBe(before + 700)
    expect(await total(feed())).toBe(before + 700)
  })

  test('overlapping writers lose nothing', async () => {
    const servers = [feed(), feed()]
    const rows = Array.from({ length: 60 }, (_, index) => rowAt(index, index))
    await db.insertInto('aoi').values(rows).execute()
    await tellEach(rows.map(({ id }) => id))
    let isWriting = true
    const write = async (writer: number) => {
      for (let step = 0; step < 25; step++) {
        const { id } = rows[(writer * 17 + step * 7) % rows.length]!
        const place = `(${(writer * 40 + step * 3) % 170},${step})`
        const isUndone = step % 5 === 4
        const work = db.transaction().execute(async (transaction) => {
          await publish(transaction, messageOf(id))
          const deletedAt = step % 3 === 0 ? new Date() : null
          await transaction.updateTable('aoi').set({ place, deletedAt }).where('id', '=', id).execute()
          await sql`select pg_sleep(${((writer + step) % 4) / 1000})`.execute(transaction)
          if (isUndone) throw new Error('undone')
        })
        await (isUndone ? expect(work).rejects.toThrow('undone') : work)
      }
    }
    const keepDoing = async (work: () => Promise<unknown>) => {
      while (isWriting) await work()
    }
    const others = [keepDoing(numberMessages), ...servers.map((one) => keepDoing(() => total(one)))]
    await Promise.all([1, 2, 3, 4].map(write))
    isWriting = false
    await Promise.all(others)
    const inNorthEast = { z: 1, x: 1, y: 0 }
    const { rows: counted } = await sql<{ count: number }>`select count(*)::int from aoi
      where service_id = ${serviceA.id} and kind = 'event' and deleted_at is null and grid_x >= 1 << 29 and grid_y < 1 << 29`.execute(
      db,
    )
    for (const one of [...servers, feed()]) expect(await total(one, {}, inNorthEast)).toBe(counted[0]!.count)
    const drawn = await Promise.all([...servers, feed()].map((one) => draw(one)))
    expect(new Set(drawn.map(({ etag }) => etag)).size).toBe(1)
  })

  test('a row that changes while it is read is counted in its state at the watermark', async () => {
    const id = await add(13, 13)
    let isToggling = false
    let toggles = 0
    const toggle = () =>
      db.transaction().execute(async (transaction) => {
        const archivedAt = ++toggles % 2 === 1 ? new Date() : null
        await transaction.updateTable('aoi').set({ archivedAt }).where('id', '=', id).execute()
        await publish(transaction, messageOf(id))
      })
    // Commits another change after every query of this memory.
    const watched = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (isToggling) await toggle()
        return result
      },
    })
    const { memory } = testMemory(watched)
    await publishUpdate(id)
    const { count: before } = await countOf('done', memory)
    const known = await knownMessages()
    for (let round = 0; round < 5; round++) {
      isToggling = true
      const { count, watermark } = await countOf('done', memory)
      isToggling = false
      expect(count - before).toBe((await messagesUpTo(watermark, known)) % 2)
    }
    expect(toggles).toBeGreaterThan(5)
    await sql`update aoi set archived_at = null where id = ${id}`.execute(db)
    await publishUpdate(id)
  })

  test('stores contain exactly the messages of their watermark, however many arrive meanwhile', async () => {
    const one = feed()
    const { count: before } = await countOf('new', one.memory)
    const known = await knownMessages()
    let isCounting = true
    const report = async () => {
      while (isCounting)
        await db.transaction().execute(async (transaction) => {
          const row = rowAt(12, 12)
          await transaction.insertInto('aoi').values(row).execute()
          await publish(transaction, messageOf(row.id))
        })
    }
    const reporters = [report(), report(), report()]
    const number = async () => {
      while (isCounting) await numberMessages()
    }
    const numbering = number()
    for (let round = 0; round < 60; round++) {
      const { count, watermark } = await countOf('new', one.memory)
      expect(count - before).toBe(await messagesUpTo(watermark, known))
    }
    isCounting = false
    await Promise.all([...reporters, numbering])
  })

  test('reloads after a RESYNC, missing messages or a restored database', async () => {
    const one = feed()
    const before = await total(one)
    await add(10, 10)
    expect(await total(one)).toBe(before)
    await publish(db, { message: { type: 'RESYNC' }, everyone: true })
    expect(await total(one)).toBe(before + 1)

    await add(10, 10)
    expect(await total(one)).toBe(before + 1)
    await publish(
      db,
      [1, 2].map(() => ({ message: { type: 'SETTINGS_UPDATED' as const }, everyone: true as const })),
    )
    await numberMessages()
    await sql`delete from outbox where position < (select max(position) from outbox)`.execute(db)
    expect(await total(one)).toBe(before + 2)

    await add(10, 10)
    expect(await total(one)).toBe(before + 2)
    await sql`update outbox set position = 1`.execute(db)
    await sql`select setval('outbox_position', 1)`.execute(db)
    expect(await total(one)).toBe(before + 3)
  })

  test('a failure is logged, and loading works again once its cause is gone', async () => {
    const fresh = feed()
    const loaded = feed()
    const before = await total(loaded)
    await sql`alter table outbox rename to elsewhere`.execute(db)
    for (const one of [fresh, loaded]) await expect(total(one)).rejects.toThrow()
    await sql`alter table elsewhere rename to outbox`.execute(db)
    for (const one of [fresh, loaded]) expect(await total(one)).toBe(before)
  })

  test('concurrent requests during loading share one load', async () => {
    let reads = 0
    const one = feed({ log: { info: () => reads++, warn() {} } })
    const counts = await Promise.all(Array.from({ length: 20 }, () => total(one)))
    expect(new Set(counts).size).toBe(1)
    expect(reads).toBe(1)
  })
})

describe('a large service', () => {
  test('PostgreSQL counts until the store is loaded and after eviction, with every change', async () => {
    const budget = openBudget(1e9, { idleMs: 0 })
    const one = feed({ budget, smallRows: 0 })
    const before = await total(feed())
    expect(await total(one)).toBe(before)
    await expect.poll(() => one.memory.state().services, SLOWLY).toBe(1)
    const id = await add(-63, 23)
    await publishUpdate(id)
    expect(await total(one)).toBe(before + 1)
    budget.reserve(1e9)?.()
    expect(one.memory.state()).toMatchObject({ services: 0, loads: 1, givenUp: 1 })
    await sql`update aoi set deleted_at = now() where id = ${id}`.execute(db)
    await publishUpdate(id)
    expect(await total(one)).toBe(before)
    await expect.poll(() => one.memory.state().services, SLOWLY).toBe(1)
    expect(await total(one)).toBe(before)
  })

  test('changes while it is loading, and no change is lost', async () => {
    const one = feed({ smallRows: 0 })
    const before = await total(feed())
    const ids: string[] = []
    for (let round = 0; round < 20 || one.memory.state().services === 0; round++) {
      ids.push(await add(round % 170, 5))
      await publishUpdate(...ids.slice(-1))
      expect(await total(one)).toBe(before + ids.length)
    }
    await sql`update aoi set deleted_at = now() where id = any(${ids}::uuid[])`.execute(db)
    await publishUpdate(...ids)
    expect(await total(one)).toBe(before)
  })

  test('of millions is not counted from SQL at low zoom while loading: callers retry', async () => {
    const reading = Promise.withResolvers<void>()
    const one = feed({ read: (work) => reading.promise.then(() => work(db)), smallRows: 0, mostCountedRows: 0 })
    await expect(total(one)).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 })
    await expect(one.tiles.bounds(await filterOf({}))).rejects.toMatchObject({ code: 'unavailable' })
    const near = tileAt(12, 34.78, 32.08)
    expect(await see(one, {}, near)).toEqual(await see(feed(), {}, near))
    reading.resolve()
    await one.memory.load([serviceA.id])
    expect(await total(one)).toBe(await total(feed()))
  })

  test('that does not fit is left to the database, and nothing else is evicted for it', async () => {
    const one = feed({ budget: openBudget(20_000, { idleMs: 0 }) })
    await one.memory.load([serviceB.id])
    const rows = Array.from({ length: 1_000 }, () => rowAt(1, 1))
    await db.insertInto('aoi').values(rows).execute()
    expect(await total(one)).toBe(await total(feed()))
    expect(one.memory.state()).toMatchObject({ services: 1, givenUp: 0 })
    await db
      .deleteFrom('aoi')
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute()
  })
})

test('a server that serves half of the services uses half of the memory', async () => {
  const whole = feed()
  const half = feed()
  const served = await Promise.all(['W', 'X', 'Y', 'Z'].map((title) => addService(db, title)))
  for (const { id: serviceId } of served)
    await db
      .insertInto('aoi')
      .values(Array.from({ length: 1_000 }, (_, at) => rowAt(at % 180, 1, { serviceId })))
      .execute()
  const see = (one: typeof whole, { id }: (typeof served)[number]) =>
    stateMetrics(db, one.view, { ...reader, visibleServiceIds: [id] }, { type: 'event' })
  for (const service of served) expect(await see(whole, service)).toMatchObject({ newAois: 1_000 })
  for (const service of served.slice(0, 2)) expect(await see(half, service)).toMatchObject({ newAois: 1_000 })
  expect(half.memory.state().bytes).toBeLessThanOrEqual(0.6 * whole.memory.state().bytes)
})

describe('the tiles agree with the list', () => {
  const day = 86_400_000
  const oneOf = fc.constantFrom
  const at = fc.integer({ min: 0, max: 20 }).map((days) => new Date(1_700_000_000_000 + days * day))
  /** Multiples of 1e-7 degrees (1 cm), because PostgreSQL mishandles the smallest doubles. */
  const degrees = (most: number) => fc.integer({ min: -most * 1e7, max: most * 1e7 }).map((number) => number / 1e7)
  /** Edges lie beside the points, because the map rounds edges to 4 cm. */
  const edge = (most: number) =>
    fc.oneof(
      fc.integer({ min: -most * 10, max: most * 10 - 1 }).map((number) => (number + 0.51) / 10),
      oneOf(-most, most),
    )
  const lng = fc.oneof(degrees(180), oneOf(-180, 180, 0, 34.78, 34.780001))
  const lat = fc.oneof(degrees(90), oneOf(-90, 90, 0, 32.08, 85.2))
  const aoi = fc.record({
    lng,
    lat,
    service: oneOf(serviceA, ...services),
    kind: oneOf('event' as const, 'event' as const, 'activity' as const),
    createdAt: at,
    eventTypeId: oneOf(null, flood.id, fire.id),
    creatorId: oneOf(null, dana.id, omer.id),
    isWorkedOn: fc.boolean(),
    archivedAt: oneOf(null, new Date()),
    deletedAt: oneOf(null, null, null, new Date()),
    word: oneOf('water', 'water main', 'water\nmain', 'smoke', 'שער'),
    isOnPlan: fc.boolean(),
    isShared: fc.boolean(),
    isRead: fc.boolean(),
  })
  const rarely = <T>(arbitrary: fc.Arbitrary<T>, absences = 8) =>
    fc.oneof({ weight: absences, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })
  const filter = fc.record({
    type: oneOf('all', 'all', 'new', 'inProgress', 'done', 'shared', 'read', 'unread'),
    startTime: rarely(at.map(Number), 2),
    endTime: rarely(at.map(Number), 2),
    isActivity: rarely(oneOf('true', 'false'), 3),
    eventType: rarely(oneOf('none', flood.id, fire.id, newId()), 2),
    bbox: rarely(
      fc
        .tuple(edge(180), edge(90), edge(180), edge(90))
        .map(([west, a, east, b]) => [west, Math.min(a, b), east, Math.max(a, b)].join()),
      3,
    ),
    search: rarely(oneOf('water', 'שע', 'dana', '%', 'at', 'water main'), 2),
    creator: rarely(oneOf('none', dana.id)),
    community: rarely(oneOf(community)),
    localMapId: rarely(oneOf(localMap)),
    metric: rarely(oneOf(metric), 4),
  })

  const store = async (list: (typeof aoi extends fc.Arbitrary<infer T> ? T : never)[]) => {
    await sql`delete from aoi`.execute(db)
    const stored = list.map(({ service, word, isOnPlan, isShared, isRead, lng, lat, ...row }) => {
      const activity = row.kind === 'activity' ? { communityId: community, startAt: row.createdAt } : {}
      const more = { ...row, ...activity, serviceId: service.id, searchText: word, changedBy: omer.id }
      return { row: rowAt(lng, lat, more), isOnPlan, isShared, isRead }
    })
    await insertAll(
      'aoi',
      stored.map(({ row }) => row),
    )
    const idsWhere = (is: 'isOnPlan' | 'isShared' | 'isRead') =>
      stored.filter((one) => one[is]).map(({ row }) => row.id)
    await insertAll(
      'aoiLocalMap',
      idsWhere('isOnPlan').map((aoiId) => ({ aoiId, localMapId: localMap, position: '(0,0)' })),
    )
    await insertAll(
      'share',
      idsWhere('isShared').map((aoiId) => ({ aoiId, memberId: dana.id, source: 'member' as const })),
    )
    await insertAll(
      'aoiRead',
      idsWhere('isRead').map((aoiId) => ({ aoiId, memberId: dana.id, readAt: new Date('2100-01-01') })),
    )
  }

  const listed = async (asked: AoiFilter, actor: Actor) => {
    const { rows } = await sql<{ state: AoiState; count: number }>`
      select a.state, count(*)::int as count from ${visibleAois(actor, await withMetric(db, actor, asked))} a group by a.state`.execute(
      db,
    )
    const count = (state: AoiState) => rows.find((row) => row.state === state)?.count ?? 0
    return Object.fromEntries(AoiState.options.map((state) => [state, count(state)]))
  }

  test('for any data and any filter, on every zoom', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(aoi, { minLength: 30, maxLength: 40 }),
        fc.array(filter, { minLength: 20, maxLength: 20 }),
        oneOf(actorOf(dana), actorOf(dana, serviceB)),
        async (list, filters, actor) => {
          await store(list)
          const one = feed()
          const byDatabase = noMemory(db)
          for (const [at, given] of filters.entries()) {
            const sent = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
            const expected = await listed(AoiFilter.parse(sent), actor)
            expect(countIn(await see(one, sent, world, actor)), JSON.stringify(sent)).toEqual(expected)

            const quarters = await Promise.all(
              [0, 1].flatMap((x) => [0, 1].map((y) => see(one, sent, { z: 1, x, y }, actor))),
            )
            for (const state of AoiState.options) {
              expect(quarters.reduce((sum, quarter) => sum + countIn(quarter)[state], 0)).toBe(expected[state])
            }

            if (at % 3 > 0) continue
            for (const tile of [world, tileAt(12, 34.78, 32.08), tileAt(18, -180, 90)])
              expect(await draw(byDatabase, sent, tile, actor), JSON.stringify(sent)).toEqual(
                await draw(one, sent, tile, actor),
              )
            const asked = await filterOf(sent, actor)
            expect(await byDatabase.tiles.bounds(asked)).toEqual(await one.tiles.bounds(asked))
          }
        },
      ),
      // Without shrinking, since each example fills the database for minutes.
      { numRuns: 10, endOnFailure: true },
    )
  })
})
