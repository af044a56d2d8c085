import { afterAll, describe, expect, test } from 'vitest'
import type { Actor, AoiListQuery } from '#contract'
import { type Filter, pageQueryOf } from '../../core/aoi/queries.ts'
import { newId } from '../../platform/db/id.ts'
import { testDatabase } from '../../testing/database.ts'
import { addMember, addService } from '../../testing/people.ts'
import { sharedMemory } from '../live-view/testing.ts'
import type { PageQuery } from './query.ts'
import { openSearch } from './search.ts'
import { pageFromSql } from './sql.ts'
import type { SqlTuning } from './tuning.ts'

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

type Strategy = (query: PageQuery) => Promise<string[] | undefined>
const bySql =
  (tuning: Omit<SqlTuning, 'scanReserve'>): Strategy =>
  (query) =>
    pageFromSql(db, actor, service.id, query, { ...tuning, scanReserve: 1.3 })
const search = openSearch(db, { info() {}, warn() {} }, { ...sharedMemory(db), tuning: { commonShare: 0 } })
await search.load([service.id])

const names = async (query: Partial<Filter<AoiListQuery>>, strategy: Strategy) => {
  const limit = 4
  const asked = { type: 'all', limit, groups: false, answers: false, ...newest, ...query } as Filter<AoiListQuery>
  const ids = (await strategy(pageQueryOf(actor, asked))) ?? []
  expect(new Set(ids).size, 'each once').toBe(ids.length)
  const rows = all.filter(({ id }) => ids.includes(id))
  return inOrder(rows, asked.sort)
    .slice(0, limit + 1)
    .map(({ name }) => name)
}

type One = (typeof all)[number]
const compare: Record<AoiListQuery['sort'], (a: One, b: One) => number> = {
  createdAt: (a, b) => b.createdAt - a.createdAt,
  startTime: (a, b) => b.createdAt - a.createdAt,
  name: (a, b) => (a.name < b.name ? -1 : 1),
  nearest: (a, b) => a.createdAt - b.createdAt,
}
const inOrder = (rows: One[], sort: AoiListQuery['sort']) => rows.toSorted(compare[sort])

const expected = (isHit: (one: One) => boolean, sort: AoiListQuery['sort'] = 'createdAt') =>
  inOrder(all.filter(isHit), sort)
    .slice(0, 5)
    .map(({ name }) => name)

/** Each strategy, whichever a search would choose by itself. */
const noSample = { sampleShare: 0, sampleDeviations: 0 }
describe.each<[string, Strategy]>([
  ['with one scan', bySql({ scannedRows: 40, commonFinds: 99, ...noSample })],
  ['with a scan that is too short, and a longer one', bySql({ scannedRows: 6, commonFinds: 1, ...noSample })],
  [
    'by the indexes, up to where a sample says',
    bySql({ scannedRows: 2, commonFinds: 99, sampleShare: 1, sampleDeviations: 3 }),
  ],
  [
    'by the indexes, where a sample said too little',
    bySql({ scannedRows: 2, commonFinds: 99, sampleShare: 1, sampleDeviations: -2 }),
  ],
  ['by the indexes alone', bySql({ scannedRows: 2, commonFinds: 99, ...noSample })],
  ['from memory', (query) => search.pageIds(db, actor, query)],
])('%s', (_, strategy) => {
  test('a common word fills the page, and a rare one is found however far it is', async () => {
    expect(await names({ search: 'water' }, strategy)).toEqual(expected(({ text }) => text.includes('water')))
    expect(await names({ search: 'heron' }, strategy)).toEqual(expected(({ text }) => text.includes('heron')))
    expect(await names({ search: 'nothing like this' }, strategy)).toEqual([])
  })

  test('one or two letters find the words that begin with them, and signs are taken as they are', async () => {
    expect(await names({ search: 'WA' }, strategy)).toEqual(expected(({ text }) => text.includes('water')))
    expect(await names({ search: 'd' }, strategy)).toEqual(expected(({ name }) => name.startsWith('d')))
    expect(await names({ search: 'at' }, strategy)).toEqual([])
    expect(await names({ search: '.' }, strategy)).toEqual([])
    expect(await names({ search: '(?' }, strategy)).toEqual(expected(({ text }) => text.includes('(?')))
  })

  test('a person is found by what they reported, and an event by its number', async () => {
    expect(await names({ search: 'Noa' }, strategy)).toEqual(expected(({ creatorId }) => creatorId === noa.id))
    const { number } = await db
      .selectFrom('aoi')
      .select('number')
      .where('id', '=', all[8]?.id ?? '')
      .executeTakeFirstOrThrow()
    expect(await names({ search: `#${number}` }, strategy)).toEqual([all[8]?.name])
  })

  test('times, states and another order narrow and sort it all the same', async () => {
    const [from, to] = [START + 10 * DAY_MS, START + 20 * DAY_MS]
    const isThen = ({ createdAt }: (typeof all)[number]) => createdAt >= from && createdAt <= to
    const period = { startTime: new Date(from), endTime: new Date(to) }
    expect(await names({ search: 'water', ...period }, strategy)).toEqual(
      expected((one) => one.text.includes('water') && isThen(one)),
    )
    expect(await names({ search: 'water', type: 'done' }, strategy)).toEqual(
      expected(({ text, isDone }) => text.includes('water') && isDone),
    )
    expect(await names({ search: 'wind', ...byName }, strategy)).toEqual(
      expected(({ text }) => text.includes('wind'), 'name'),
    )
    expect(await names({ search: 'water', ...nearest }, strategy)).toEqual(
      expected(({ text }) => text.includes('water'), 'nearest'),
    )
    expect(await names({ search: 'noa', ...byName, ...period }, strategy)).toEqual(
      expected((one) => one.creatorId === noa.id && isThen(one), 'name'),
    )
  })
})
