import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import type { Actor, AoiListQuery } from '#contract'
import { newId } from '../../platform/db/id.ts'
import { testDatabase } from '../../testing/database.ts'
import { addEventType } from '../../testing/events.ts'
import { addMember, addService } from '../../testing/people.ts'
import { type Filter, visibleAois } from './filter.ts'
import { encodeCursor, pageQueryOf } from './page-query.ts'
import { searchTextOf } from './search.ts'
import { searchedIds, tuning } from './search-page.ts'

const { db, close } = await testDatabase()
afterAll(() => close())
const [home, away] = await Promise.all([addService(db, 'Home'), addService(db, 'Away')])
const noa = await addMember(db, home, home.roleId, { username: 'noa' })
const omer = await addMember(db, home, home.roleId, { username: 'omer' })
const flood = await addEventType(db, home, { name: 'Flooding' })
await db
  .updateTable('eventType')
  .set({ translations: JSON.stringify({ he: { name: 'הצפה' } }) })
  .where('id', '=', flood.id)
  .execute()
const community = newId()
await db
  .insertInto('community')
  .values({
    id: community,
    serviceId: home.id,
    title: 'Neighbours',
    translations: JSON.stringify({ he: { title: 'שכנים' } }),
  })
  .execute()
const actor: Actor = {
  id: omer.id,
  name: 'Omer',
  type: 'Operator',
  serviceId: home.id,
  visibleServiceIds: [home.id],
  isViewer: false,
  isServerOwner: false,
  mayExport: false,
  token: null,
}
const both = { ...actor, visibleServiceIds: [home.id, away.id] }

const plain = {
  serviceId: home.id,
  creatorId: omer.id,
  isDone: false,
  isWorkedOn: false,
  lng: 0,
  lat: 0,
  eventTypeId: null as string | null,
  communityId: null as string | null,
  address: null as string | null,
}
type Report = { name: string; description?: string; at?: number } & Partial<typeof plain>

let nonces = 0
const add = async (...reports: Report[]): Promise<string[]> => {
  const rows = reports.map(({ description = '', at = 0, ...report }) => {
    const { isDone, lng, lat, ...row } = { ...plain, ...report }
    const createdAt = new Date(Date.UTC(2026, 0, 1 + at))
    return {
      ...row,
      id: newId(),
      nonce: ++nonces,
      contentHash: Buffer.alloc(1),
      createdAt,
      place: `(${lng},${lat})`,
      ...(row.communityId ? { kind: 'activity' as const, startAt: createdAt } : { kind: 'event' as const }),
      searchText: searchTextOf({ name: row.name, descriptionText: description, answers: [] }),
      archivedAt: isDone ? new Date() : null,
    }
  })
  if (rows.length > 0) await db.insertInto('aoi').values(rows).execute()
  return rows.map(({ id }) => id)
}

type Query = Filter<AoiListQuery>
const queryOf = (query: Partial<Query>) =>
  ({ type: 'all', limit: 3, sort: 'createdAt', order: 'desc', groups: false, answers: false, ...query }) as Query

const pageOf = async (query: Query, caller: Actor, tuned = tuning) => {
  const page = pageQueryOf(caller, query, sql`a`)
  const ids = await searchedIds(db, caller, page, tuned)
  expect(new Set(ids).size).toBe(ids.length)
  const { rows } = await sql<{ id: string; value: string }>`select a.id, ${page.by.value} as value from aoi a
    where a.id = any(${ids}) order by ${page.by.order} limit ${query.limit + 1}`.execute(db)
  return rows
}

const walked = async (query: Partial<Query>, caller = actor, tuned = tuning) => {
  const full = queryOf(query)
  const ids: string[] = []
  for (let cursor: string | undefined; ; ) {
    const rows = await pageOf({ ...full, cursor }, caller, tuned)
    const shown = rows.slice(0, full.limit)
    ids.push(...shown.map(({ id }) => id))
    const last = shown.at(-1)
    if (rows.length === shown.length || !last) return ids
    cursor = encodeCursor(full.sort, [last.value, last.id])
  }
}

const plainly = async (query: Partial<Query>, caller = actor) => {
  const full = queryOf(query)
  const { rows } = await sql<{ id: string }>`
    select a.id from ${visibleAois(caller, full)} a order by ${pageQueryOf(caller, full, sql`a`).by.order}`.execute(db)
  return rows.map(({ id }) => id)
}

const strategies = {
  'by one scan': tuning,
  'by a longer scan': { ...tuning, frontRows: 3 },
  'by the indexes': { ...tuning, frontRows: 1, maxScannedRows: 0 },
}

describe('a search matches', () => {
  const found = async (search: string, query: Partial<Query> = {}) => {
    const ids = await walked({ search, ...query })
    for (const tuned of Object.values(strategies)) expect(await walked({ search, ...query }, actor, tuned)).toEqual(ids)
    return ids
  }
  const only = async (...reports: Report[]) => {
    await db.deleteFrom('aoi').execute()
    return add({ name: 'Nothing else' }, ...reports).then((ids) => ids.slice(1))
  }

  test('the name and the description, with signs taken as they are', async () => {
    const [id] = await only({ name: 'Gate 100% (?', description: 'Broken hinge' })
    for (const search of ['GATE', 'hinge', '100%', '(?', '%'])
      expect(await found(search)).toEqual(search === '%' ? [] : [id])
  })

  test('the address', async () => {
    const [id] = await only({ name: 'Tree', address: '12 Howard Street' })
    expect(await found('howard street')).toEqual([id])
    expect(await found('ho')).toEqual([id])
  })

  test('the event type in each language, under its current name', async () => {
    const [id] = await only({ name: 'Tree', eventTypeId: flood.id })
    for (const search of ['flooding', 'הצפה', 'fl']) expect(await found(search)).toEqual([id])
    await db.updateTable('eventType').set({ name: 'Inundation' }).where('id', '=', flood.id).execute()
    expect(await found('inundation')).toEqual([id])
    expect(await found('flooding')).toEqual([])
    await db.updateTable('eventType').set({ name: 'Flooding' }).where('id', '=', flood.id).execute()
  })

  test('the community in each language', async () => {
    const [id] = await only({ name: 'Tree', communityId: community })
    for (const search of ['neighbours', 'שכנים']) expect(await found(search, { isActivity: true })).toEqual([id])
  })

  test('the state in each language, if it is typed in full', async () => {
    const [fresh, working, done] = await only(
      { name: 'a' },
      { name: 'b', isWorkedOn: true },
      { name: 'c', isDone: true },
    )
    for (const search of ['In progress', 'בטיפול']) expect(await found(search)).toEqual([working])
    for (const search of ['archived', 'בארכיון']) expect(await found(search)).toEqual([done])
    expect(await found('חדש')).toContain(fresh)
    expect(await found('progress')).toEqual([])
  })

  test('the name of the creator', async () => {
    const [id] = await only({ name: 'Tree', creatorId: noa.id })
    expect(await found('Noa')).toEqual([id])
  })

  test('the number, and the number of a merged report as its main one', async () => {
    const [main = '', merged = ''] = await only({ name: 'a' }, { name: 'b' })
    await db.updateTable('aoi').set({ mainId: main, mergedIntoId: main }).where('id', '=', merged).execute()
    for (const id of [main, merged]) {
      const { number } = await db.selectFrom('aoi').select('number').where('id', '=', id).executeTakeFirstOrThrow()
      expect(await found(`#${number}`)).toEqual([main])
    }
  })

  test('one or two letters at the beginning of a word only', async () => {
    const [id] = await only({ name: 'Water main', description: 'Burst' })
    for (const search of ['w', 'WA', 'ma', 'bu']) expect(await found(search)).toEqual([id])
    for (const search of ['at', 'te', '.']) expect(await found(search)).toEqual([])
  })

  test('events of visible services only', async () => {
    const [, mine, other = ''] = await add({ name: 'x' }, { name: 'Vane' }, { name: 'Vane', serviceId: away.id })
    expect(await found('vane')).toEqual([mine])
    expect(new Set(await walked({ search: 'vane' }, both))).toEqual(new Set([mine, other]))
    const { number } = await db.selectFrom('aoi').select('number').where('id', '=', other).executeTakeFirstOrThrow()
    expect(await found(`#${number}`)).toEqual([])
  })
})

describe('the pages of a search', () => {
  const letter = fc.constantFrom('a', 'b', 'ש', ' ', ' ', '\n', '\t', '%')
  const text = fc.string({ unit: letter, minLength: 1, maxLength: 12 })
  const report = fc.record({
    name: text,
    description: text,
    at: fc.integer({ min: 0, max: 6 }),
    address: fc.option(text),
    serviceId: fc.constantFrom(home.id, home.id, away.id),
    creatorId: fc.constantFrom(omer.id, noa.id),
    eventTypeId: fc.constantFrom(null, flood.id),
    isDone: fc.boolean(),
    isWorkedOn: fc.boolean(),
    lng: fc.constantFrom(0, 1, 179.9),
    lat: fc.constantFrom(0, 60, 90),
  })
  const order = fc.oneof(
    fc.record({
      sort: fc.constantFrom('createdAt' as const, 'name' as const, 'startTime' as const),
      order: fc.constantFrom('asc' as const, 'desc' as const),
    }),
    fc.constant({ sort: 'nearest' as const, near: [179, 10] as [number, number] }),
  )
  const filter = fc.record(
    {
      type: fc.constantFrom('all', 'new', 'done', 'unread', 'read'),
      eventType: fc.constantFrom('none', flood.id),
      creator: fc.constantFrom(noa.id),
      startTime: fc.constant(new Date(Date.UTC(2026, 0, 3))),
      endTime: fc.constant(new Date(Date.UTC(2026, 0, 5))),
    },
    { requiredKeys: [] },
  )
  const typed = fc
    .string({ unit: letter, minLength: 1, maxLength: 4 })
    .map((given) => given.trim())
    .filter(Boolean)
  const search = fc.oneof(typed, fc.constantFrom('noa', 'a', 'flood', 'new', 'בטיפול'))

  test('contain the results of a plain query in its order, for any texts, filter and strategy', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(report, { maxLength: 25 }),
        fc.array(fc.tuple(search, order, fc.oneof(fc.constant({}), filter), fc.constantFrom(actor, both)), {
          minLength: 4,
          maxLength: 4,
        }),
        async (reports, searches) => {
          await db.deleteFrom('aoi').execute()
          await add(...reports)
          for (const [search, by, filter, caller] of searches) {
            const query = { search, ...by, ...filter } as Partial<Query>
            const expected = await plainly(query, caller)
            for (const tuned of Object.values(strategies)) expect(await walked(query, caller, tuned)).toEqual(expected)
          }
        },
      ),
      { numRuns: 25 },
    )
  })

  test('end at the cursor of the last page read and include AOIs reported since', async () => {
    await db.deleteFrom('aoi').execute()
    await add(...'fdbeac'.split('').map((name, at) => ({ name: `Lamp ${name}`, at })))
    const query = queryOf({ search: 'lamp', sort: 'name', order: 'asc' })
    const last = (await pageOf(query, actor)).slice(0, query.limit).at(-1)
    const until = encodeCursor('name', [last?.value ?? '', last?.id ?? ''])
    expect(last?.value).toBe('lamp c')
    await add({ name: 'Lamp aa' })
    for (const tuned of Object.values(strategies))
      expect(await pageOf({ ...query, limit: 10, until }, actor, tuned)).toHaveLength(4)
  })
})
