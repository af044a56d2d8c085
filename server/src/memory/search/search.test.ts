import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import type { Actor, AoiListQuery } from '#contract'
import { type Filter, page, pageQueryOf, scope } from '../../core/aoi/queries.ts'
import { newId } from '../../platform/db/id.ts'
import { publish } from '../../platform/outbox/outbox.ts'
import { testDatabase } from '../../testing/database.ts'
import { addEventType } from '../../testing/events.ts'
import { addMember, addService } from '../../testing/people.ts'
import { TEXT_SEPARATOR } from '../live-view/aoi-part.ts'
import type { Log } from '../live-view/live-views.ts'
import { openMemory } from '../live-view/memory.ts'
import { sharedMemory } from '../live-view/testing.ts'
import { searchTextOf } from './meaning.ts'
import { openSearch, type Search, type SearchWay } from './search.ts'

const { db, close } = await testDatabase()
afterAll(() => close())
const [home, away] = await Promise.all([addService(db, 'Home'), addService(db, 'Away')])
const noa = await addMember(db, home, home.roleId, { username: 'noa' })
const omer = await addMember(db, home, home.roleId, { username: 'omer' })
const flood = await addEventType(db, home, { name: 'Flood' })
const actor: Actor = {
  ...{ id: omer.id, name: 'Omer', type: 'Operator', serviceId: home.id },
  ...{ visibleServiceIds: [home.id], isViewer: false, isServerOwner: false },
}

type Report = { name: string; description?: string; at?: number } & Partial<typeof plain>
const plain = {
  serviceId: home.id,
  creatorId: omer.id,
  eventTypeId: null as string | null,
  isDone: false,
  lng: 0,
  lat: 0,
}

let nonces = 0
const rowOf = ({ name, description = '', at = 0, isDone = plain.isDone, lng = 0, lat = 0, ...more }: Report) => ({
  ...{ id: newId(), kind: 'event' as const, nonce: ++nonces, contentHash: Buffer.alloc(1), name },
  ...{ serviceId: plain.serviceId, creatorId: plain.creatorId, eventTypeId: plain.eventTypeId, ...more },
  searchText: searchTextOf({ name, descriptionText: description, answers: [] }),
  place: `(${lng},${lat})`,
  createdAt: new Date(Date.UTC(2026, 0, 1 + at)),
  ...(isDone && { archivedAt: new Date() }),
})
const add = async (...reports: Report[]): Promise<string[]> => {
  const rows = reports.map(rowOf)
  if (rows.length > 0) await db.insertInto('aoi').values(rows).execute()
  return rows.map(({ id }) => id)
}
/** Stores another version of a report. */
const rewrite = async (id: string, { isDeleted, ...report }: Report & { isDeleted?: boolean }) => {
  const { id: _, nonce: __, ...row } = rowOf(report)
  const more = { archivedAt: null, ...row, deletedAt: isDeleted ? new Date() : null }
  await db.updateTable('aoi').set(more).where('id', '=', id).execute()
}
const publishUpdate = (aoiIds: string[], serviceId = home.id) =>
  publish(db, { message: { type: 'AOI_UPDATED' as const, serviceId, aoiIds }, serviceId })

/** A busy machine loads slowly. */
const SLOWLY = { timeout: 20_000 }
const quiet: Log = { info() {}, warn() {} }
/** However common a word is, the front of the list is not scanned. */
const rare = { tuning: { commonShare: 0 } }
/** What answered each page. */
type CountedSearch = Search & { ways: SearchWay[] }
const searchWith = (options: Partial<Parameters<typeof openSearch>[2]> = {}, log = quiet): CountedSearch => {
  const ways: SearchWay[] = []
  return { ...openSearch(db, log, { ...sharedMemory(db), ...rare, ...options, onPage: (way) => ways.push(way) }), ways }
}
const opened = async () => {
  const words = searchWith()
  await words.load([home.id])
  return words
}

type Query = Filter<AoiListQuery>
const queryOf = (query: Partial<Query>) =>
  ({ type: 'all', limit: 3, sort: 'createdAt', order: 'desc', groups: false, answers: false, ...query }) as Query

/** A page from memory; undefined if the database had to answer for any of it. */
const idsIn = async (search: CountedSearch, query: Partial<Query>, caller = actor) => {
  search.ways.length = 0
  const ids = await search.pageIds(db, caller, pageQueryOf(caller, queryOf(query)))
  return search.ways.includes('database') ? undefined : ids
}

/** All pages, and whether each of them came from the index. */
const walked = async (search: CountedSearch, query: Partial<Query>, caller = actor) => {
  const ids: string[] = []
  search.ways.length = 0
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { rows, nextCursor } = await page(db, caller, queryOf({ ...query, cursor: cursor ?? undefined }), search)
    ids.push(...rows.map(({ id }) => id))
    cursor = nextCursor
  }
  return { ids, isFromMemory: !search.ways.includes('database') }
}

const plainly = async (query: Partial<Query>, caller = actor) => {
  const full = queryOf(query)
  const { rows } = await sql<{ id: string }>`
    select a.id from ${scope(full, caller)} order by ${pageQueryOf(caller, full).by.order}`.execute(db)
  return rows.map(({ id }) => id)
}

describe('freshness', () => {
  test('a large service is read in the background from its first search on, and the database answers meanwhile', async () => {
    await add({ name: 'Anything' })
    const words = searchWith({ smallRows: 0 })
    expect(await idsIn(words, { search: 'anything' })).toBeUndefined()
    await expect.poll(() => idsIn(words, { search: 'anything' }), SLOWLY).toHaveLength(1)
    expect(words.state()).toMatchObject({ services: 1, loads: 1, givenUp: 0 })
  })

  test('a small service is read within its first search', async () => {
    expect(await idsIn(searchWith(), { search: 'anything' })).toHaveLength(1)
  })

  test('what is reported, renamed, closed and deleted is found as it is now, once it is told', async () => {
    const words = await opened()
    const [id = ''] = await add({ name: 'Quagmire at the gate' })
    expect(await idsIn(words, { search: 'quagmire' })).toEqual([])
    await publishUpdate([id])
    expect(await idsIn(words, { search: 'quagmire' })).toEqual([id])
    const { number } = await db.selectFrom('aoi').select('number').where('id', '=', id).executeTakeFirstOrThrow()
    expect(await idsIn(words, { search: `#${number}` })).toEqual([id])
    await sql`update aoi set name = 'Puddle', search_text = 'puddle' where id = ${id}`.execute(db)
    await publishUpdate([id])
    expect(await idsIn(words, { search: 'quagmire' })).toEqual([])
    expect(await idsIn(words, { search: 'puddle', sort: 'name', order: 'asc' })).toEqual([id])
    await sql`update aoi set archived_at = now() where id = ${id}`.execute(db)
    await publishUpdate([id])
    expect(await idsIn(words, { search: 'puddle', type: 'new' })).toEqual([])
    expect(await idsIn(words, { search: 'puddle', type: 'done' })).toEqual([id])
    await sql`update aoi set deleted_at = now() where id = ${id}`.execute(db)
    await publishUpdate([id])
    expect(await idsIn(words, { search: 'puddle' })).toEqual([])
  })

  test('what was not told is never shown as it was: the database has the last word', async () => {
    const words = await opened()
    const [id = ''] = await add({ name: 'Mudslide' })
    await publishUpdate([id])
    expect(await idsIn(words, { search: 'mudslide' })).toEqual([id])
    await sql`update aoi set search_text = 'dry' where id = ${id}`.execute(db)
    expect(await idsIn(words, { search: 'mudslide' })).toEqual([])
  })

  test('after changes by the thousand everything is read anew, and right all the while', async () => {
    const infos: object[] = []
    const words = searchWith({}, { info: (details) => infos.push(details), warn() {} })
    await words.load([home.id])
    const [id = ''] = await add({ name: 'Turntable' })
    const ids = await add(...Array.from({ length: 1_200 }, (_, at) => ({ name: `Locomotive ${at}`, at: at % 20 })))
    await publishUpdate([id, ...ids])
    expect(await idsIn(words, { search: 'turntable' })).toEqual([id])
    await expect.poll(() => infos.length, SLOWLY).toBe(2)
    expect(await idsIn(words, { search: 'turntable' })).toEqual([id])
    const query = { search: 'locomotive 11', sort: 'name', order: 'asc', limit: 20 } as const
    expect(await walked(words, query)).toEqual({ ids: await plainly(query), isFromMemory: true })
    await db.deleteFrom('aoi').where('id', 'in', ids).execute()
    await publish(db, { message: { type: 'RESYNC' }, serviceId: home.id })
    expect(await idsIn(words, { search: 'turntable' })).toEqual([id])
    expect(infos).toHaveLength(3)
  })
})

test('what was erased leaves the memory: with its message, or when everything is read anew once a day', async () => {
  const [id = ''] = await add({ name: 'Forgetmenot' })
  const [lasting, fresh] = [await opened(), searchWith({ maxAgeMs: 0 })]
  await fresh.load([home.id])
  const { rows } = fresh.state()
  const { number } = await db.selectFrom('aoi').select('number').where('id', '=', id).executeTakeFirstOrThrow()
  await db.deleteFrom('aoi').where('id', '=', id).execute()
  const isRemembered = async (words: Search) =>
    (await words.numbers([home.id], 'forgetmenot')).get(home.id)?.numbers.has(number)
  expect(await isRemembered(lasting)).toBe(true)
  await expect.poll(() => isRemembered(fresh), SLOWLY).toBe(false)
  expect(fresh.state().rows).toBeLessThan(rows)
  await publishUpdate([id])
  expect(await isRemembered(lasting)).toBe(false)
})

describe('while someone searches', () => {
  /** Searches wait for the members' names; what changes meanwhile is taken in by the next one who asks. */
  const changedMeanwhile = async <T>(id: string, search: () => Promise<T>): Promise<T[]> => {
    const waiting = async (count: number) => {
      const blocked = sql<{ count: number }>`
        select count(*)::int as count from pg_locks where relation = 'member'::regclass and not granted`
      await expect.poll(async () => (await blocked.execute(db)).rows[0]?.count).toBe(count)
    }
    return db
      .transaction()
      .execute(async (transaction) => {
        await sql`lock table member in access exclusive mode`.execute(transaction)
        const before = search()
        await waiting(1)
        await sql`update aoi set changed_at = now() where id = ${id}`.execute(db)
        await publishUpdate([id])
        const after = search()
        await waiting(2)
        return [before, after]
      })
      .then((searches) => Promise.all(searches))
  }

  test('what changes and still has the word is found', async () => {
    const words = await opened()
    const [id = ''] = await add({ name: 'Steadfast' })
    await publishUpdate([id])
    expect(await changedMeanwhile(id, () => idsIn(words, { search: 'steadfast' }))).toEqual([[id], [id]])
  })

  test('what changes stays on the map', async () => {
    const words = await opened()
    const [id = ''] = await add({ name: 'Immovable' })
    await publishUpdate([id])
    const { number } = await db.selectFrom('aoi').select('number').where('id', '=', id).executeTakeFirstOrThrow()
    const isShown = async () => (await words.numbers([home.id], 'immovable')).get(home.id)?.numbers.has(number)
    expect(await changedMeanwhile(id, isShown)).toEqual([true, true])
  })
})

describe('who asks', () => {
  test('finds what is of the services that are visible, whatever the number', async () => {
    const [mine = '', other = ''] = await add({ name: 'Weathervane' }, { name: 'Weathervane', serviceId: away.id })
    const words = await opened()
    expect(await idsIn(words, { search: 'weathervane' })).toEqual([mine])
    const both = { ...actor, visibleServiceIds: [home.id, away.id] }
    expect((await idsIn(words, { search: 'weathervane' }, both))?.toSorted()).toEqual([mine, other].toSorted())
    const { number } = await db.selectFrom('aoi').select('number').where('id', '=', other).executeTakeFirstOrThrow()
    expect(await idsIn(words, { search: String(number) })).toEqual([])
    expect(await idsIn(words, { search: String(number) }, both)).toContain(other)
  })
})

describe('the pages', () => {
  const letter = fc.constantFrom('a', 'b', 'ש', ' ', ' ', '\n', '\t', '\x1f', '%')
  const text = fc.string({ unit: letter, minLength: 1, maxLength: 12 })
  const report = fc.record({
    name: text,
    description: text,
    at: fc.integer({ min: 0, max: 6 }),
    creatorId: fc.constantFrom(omer.id, noa.id),
    eventTypeId: fc.constantFrom(null, flood.id),
    isDone: fc.boolean(),
    lng: fc.constantFrom(0, 1, 179.9),
    lat: fc.constantFrom(0, 60, 90),
  })
  /** Some fields of a report, the rest as it was first reported. */
  const change = fc.record(
    {
      ...{ name: text, description: text, eventTypeId: fc.constantFrom(null, flood.id), isDone: fc.boolean() },
      ...{ lat: fc.constantFrom(0, 60, 90), isDeleted: fc.boolean() },
    },
    { requiredKeys: [] },
  )
  const order = fc.oneof(
    fc.record({ sort: fc.constantFrom('createdAt' as const, 'name' as const), order: fc.constantFrom('asc', 'desc') }),
    fc.constant({ sort: 'nearest' as const, near: [179, 10] as [number, number] }),
  )
  const filters = fc.record(
    {
      type: fc.constantFrom('all', 'new', 'done', 'unread', 'read'),
      eventType: fc.constantFrom('none', flood.id),
      creator: fc.constantFrom(noa.id),
      startTime: fc.constant(new Date(Date.UTC(2026, 0, 3))),
      endTime: fc.constant(new Date(Date.UTC(2026, 0, 5))),
    },
    { requiredKeys: [] },
  )
  const narrowed = fc.oneof(fc.constant({}), filters)
  const typed = fc.string({ unit: letter, minLength: 1, maxLength: 4 }).map((typed) => typed.trim())
  const sought = fc.oneof(typed.filter(Boolean), fc.constantFrom('noa', 'a', 'a b'))

  test('hold what a plain query finds, in its order, for any texts and any search', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(report, { maxLength: 25 }),
        fc.array(report, { maxLength: 6 }),
        fc.array(fc.tuple(fc.nat(), change), { maxLength: 6 }),
        fc.array(fc.tuple(sought, order, narrowed), { minLength: 4, maxLength: 4 }),
        async (early, late, changes, searches) => {
          await db.deleteFrom('aoi').execute()
          const ids = await add(...early)
          const words = await opened()
          const changed: string[] = []
          for (const [at, fields] of early.length > 0 ? changes : []) {
            const id = ids[at % ids.length] ?? ''
            await rewrite(id, { ...early[at % ids.length]!, ...fields })
            changed.push(id)
          }
          await publishUpdate([...changed, ...(await add(...late))])
          for (const [search, by, filter] of searches) {
            const query = { search, ...by, ...filter } as Partial<Query>
            const { ids, isFromMemory } = await walked(words, query)
            expect(ids).toEqual(await plainly(query))
            // Names that came since are in no order yet, and a page that ends with one is left to the database.
            if (by.sort !== 'name' || late.length + changed.length === 0)
              expect(isFromMemory).toBe(!search.includes(TEXT_SEPARATOR))
          }
        },
      ),
      { numRuns: 40 },
    )
  })

  test('hold it for a reader of several services too, while these are given up and read again between changes', async () => {
    const both = { ...actor, visibleServiceIds: [home.id, away.id] }
    const anywhere = fc
      .tuple(report, fc.constantFrom(home.id, away.id))
      .map(([one, serviceId]) => ({ ...one, serviceId }))
    /** Nothing, everything is given up, or the database answers for a service while it is read. */
    const step = fc.constantFrom('stay', 'giveUp', 'giveUpLarge')
    await fc.assert(
      fc.asyncProperty(
        fc.array(anywhere, { maxLength: 20 }),
        fc.array(fc.tuple(fc.array(anywhere, { maxLength: 3 }), step, sought, order), { minLength: 4, maxLength: 4 }),
        async (early, rounds) => {
          await db.deleteFrom('aoi').execute()
          await add(...early)
          const memory = openMemory(1e9, { idleMs: 0 })
          const small = searchWith({ memory })
          const large = searchWith({ memory, smallRows: 0 })
          for (const [late, step, search, by] of rounds) {
            const words = step === 'giveUpLarge' ? large : small
            if (step !== 'stay') memory.reserve(1e9)?.()
            const changed = Map.groupBy([...late.entries()], ([, { serviceId }]) => serviceId)
            const ids = await add(...late)
            for (const [serviceId, rows] of changed)
              await publishUpdate(
                rows.map(([at]) => ids[at] ?? ''),
                serviceId,
              )
            const query = { search, ...by } as Partial<Query>
            expect((await walked(words, query, both)).ids).toEqual(await plainly(query, both))
          }
        },
      ),
      { numRuns: 25 },
    )
  })

  test('leave nothing out before what came since, whose place is not known', async () => {
    await db.deleteFrom('aoi').execute()
    await add(...Array.from({ length: 30 }, (_, at) => ({ name: `Lamp ${String(at).padStart(2, '0')}` })))
    const words = await opened()
    // Told as new, so that each is taken for a hit until the database says no.
    await publishUpdate(await add(...Array.from({ length: 20 }, (_, at) => ({ name: `Lamp z${at}` }))))
    await sql`update aoi set search_text = 'dark' where name in ('Lamp 01', 'Lamp 03', 'Lamp 04', 'Lamp 05')`.execute(
      db,
    )
    const query = { search: 'lamp', sort: 'name', order: 'asc', limit: 5 } as const
    expect((await walked(words, query)).ids).toEqual(await plainly(query))
  })

  test('show an AOI under its new name, though its words are the same', async () => {
    await db.deleteFrom('aoi').execute()
    const [id = ''] = await add({ name: 'Lamp', description: 'z' }, { name: 'Lamp a' }, { name: 'Lamp b' })
    const words = await opened()
    await rewrite(id, { name: 'Lamp z' })
    await publishUpdate([id])
    const query = { search: 'lamp', sort: 'name', order: 'asc', limit: 1 } as const
    const { ids } = await walked(words, query)
    expect(ids).toEqual(await plainly(query))
    expect(ids.at(-1)).toBe(id)
  })

  test('end where the reader last looked, though something was reported since', async () => {
    await db.deleteFrom('aoi').execute()
    await add(...'fdbeac'.split('').map((letter, at) => ({ name: `Lamp ${letter}`, at })))
    const words = await opened()
    const query = queryOf({ search: 'lamp', sort: 'name', order: 'asc' })
    const { rows, nextCursor } = await page(db, actor, query, words)
    await publishUpdate(await add({ name: 'Lamp aa' }))
    const until = nextCursor ?? ''
    expect(pageQueryOf(actor, { ...query, until }).until?.[0]).toBe('lamp c')
    const again = await page(db, actor, { ...query, limit: 10, until }, words)
    expect(again.rows).toHaveLength(rows.length + 1)
  })
})
