import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import type { Actor, AoiListQuery } from '#contract'
import { newId } from '../db/id.ts'
import { testDatabase } from '../testing/database.ts'
import { addMember, addService } from '../testing/people.ts'
import type { Filter } from './filter.ts'
import { found, type Looks, type Page } from './found.ts'
import { sorting } from './sorting.ts'
import { openWordSearch } from './words/word-search.ts'

const { db, close } = await testDatabase()
afterAll(() => close())
const service = await addService(db, 'Home')
const noa = await addMember(db, service, service.roleId, { username: 'noa' })
const omer = await addMember(db, service, service.roleId, { username: 'omer' })
const actor: Actor = {
  id: omer.id,
  name: 'Omer',
  type: 'Operator',
  serviceId: service.id,
  visibleServiceIds: [service.id],
  isViewer: false,
  isServerOwner: false,
}

/** Forty a day apart: every second has a common word, two have a rare one, every fifth is Noa's, one has a number. */
const START = Date.UTC(2026, 0, 1)
const DAY_MS = 86_400_000
const all = Array.from({ length: 40 }, (_, index) => ({
  id: newId(),
  name: `${'dcab'[index % 4]} ${index}`,
  text: [index % 2 ? 'water' : 'wind', index === 3 || index === 38 ? 'heron' : '', index === 8 ? '(?' : ''].join(' '),
  creatorId: index % 5 === 0 ? noa.id : omer.id,
  createdAt: START + index * DAY_MS,
  isDone: index % 7 === 0,
}))
await db
  .insertInto('aoi')
  .values(
    all.map(({ id, name, text, creatorId, createdAt, isDone }, index) => ({
      id,
      serviceId: service.id,
      kind: 'event' as const,
      name,
      searchText: `${name} ${text}`,
      creatorId,
      place: `(${index / 10},0)`,
      nonce: index + 1,
      contentHash: Buffer.alloc(1),
      createdAt: new Date(createdAt),
      ...(isDone && { archivedAt: new Date() }),
    })),
  )
  .execute()

const newest = { sort: 'createdAt', order: 'desc' } as const
const byName = { sort: 'name', order: 'asc' } as const
const nearest: Pick<AoiListQuery, 'sort' | 'near'> = { sort: 'nearest', near: [0, 0] }

type Way = (page: Page) => Promise<string[] | undefined>
const by =
  (looks: Looks): Way =>
  (page) =>
    found(db, actor, page, looks)
const words = openWordSearch(db, { info() {}, warn() {} }, { many: 0 })
await words.warm()

const names = async (query: Partial<Filter<AoiListQuery>>, way: Way) => {
  const limit = 4
  const asked = { type: 'all', limit, groups: false, answers: false, ...newest, ...query } as Filter<AoiListQuery>
  const ids = (await way({ query: asked, by: sorting(asked), within: sql`true` })) ?? []
  expect(new Set(ids).size, 'each once').toBe(ids.length)
  const rows = all.filter(({ id }) => ids.includes(id))
  return inOrder(rows, asked.sort)
    .slice(0, limit + 1)
    .map(({ name }) => name)
}

type One = (typeof all)[number]
const compare: Record<AoiListQuery['sort'], (a: One, b: One) => number> = {
  createdAt: (a, b) => b.createdAt - a.createdAt,
  name: (a, b) => (a.name < b.name ? -1 : 1),
  nearest: (a, b) => a.createdAt - b.createdAt,
}
const inOrder = (rows: One[], sort: AoiListQuery['sort']) => rows.toSorted(compare[sort])

const expected = (isHit: (one: One) => boolean, sort: AoiListQuery['sort'] = 'createdAt') =>
  inOrder(all.filter(isHit), sort)
    .slice(0, 5)
    .map(({ name }) => name)

/** Each way that a search can take, whatever it takes by itself. */
describe.each<[string, Way]>([
  ['with one look', by({ near: 40, common: 99, sample: 0, caution: 0 })],
  ['with a look that is not far enough, and another', by({ near: 6, common: 1, sample: 0, caution: 0 })],
  ['by the indexes, up to where a sample says', by({ near: 2, common: 99, sample: 1, caution: 3 })],
  ['by the indexes, where a sample said too little', by({ near: 2, common: 99, sample: 1, caution: -2 })],
  ['by the indexes alone', by({ near: 2, common: 99, sample: 0, caution: 0 })],
  ['from memory', (page) => words.ids(actor, page)],
])('%s', (_, way) => {
  test('a common word fills the page, and a rare one is found however far it is', async () => {
    expect(await names({ search: 'water' }, way)).toEqual(expected(({ text }) => text.includes('water')))
    expect(await names({ search: 'heron' }, way)).toEqual(expected(({ text }) => text.includes('heron')))
    expect(await names({ search: 'nothing like this' }, way)).toEqual([])
  })

  test('one or two letters find the words that begin with them, and signs are taken as they are', async () => {
    expect(await names({ search: 'WA' }, way)).toEqual(expected(({ text }) => text.includes('water')))
    expect(await names({ search: 'd' }, way)).toEqual(expected(({ name }) => name.startsWith('d')))
    expect(await names({ search: 'at' }, way)).toEqual([])
    expect(await names({ search: '.' }, way)).toEqual([])
    expect(await names({ search: '(?' }, way)).toEqual(expected(({ text }) => text.includes('(?')))
  })

  test('a person is found by what they reported, and an event by its number', async () => {
    expect(await names({ search: 'Noa' }, way)).toEqual(expected(({ creatorId }) => creatorId === noa.id))
    const { number } = await db
      .selectFrom('aoi')
      .select('number')
      .where('id', '=', all[8]?.id ?? '')
      .executeTakeFirstOrThrow()
    expect(await names({ search: `#${number}` }, way)).toEqual([all[8]?.name])
  })

  test('times, states and another order narrow and sort it all the same', async () => {
    const [from, to] = [START + 10 * DAY_MS, START + 20 * DAY_MS]
    const isThen = ({ createdAt }: (typeof all)[number]) => createdAt >= from && createdAt <= to
    const period = { startTime: new Date(from), endTime: new Date(to) }
    expect(await names({ search: 'water', ...period }, way)).toEqual(
      expected((one) => one.text.includes('water') && isThen(one)),
    )
    expect(await names({ search: 'water', type: 'done' }, way)).toEqual(
      expected(({ text, isDone }) => text.includes('water') && isDone),
    )
    expect(await names({ search: 'wind', ...byName }, way)).toEqual(
      expected(({ text }) => text.includes('wind'), 'name'),
    )
    expect(await names({ search: 'water', ...nearest }, way)).toEqual(
      expected(({ text }) => text.includes('water'), 'nearest'),
    )
    expect(await names({ search: 'noa', ...byName, ...period }, way)).toEqual(
      expected((one) => one.creatorId === noa.id && isThen(one), 'name'),
    )
  })
})
