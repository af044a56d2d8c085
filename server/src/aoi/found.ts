import { type RawBuilder, sql } from 'kysely'
import { type Actor, type AoiListQuery, kindOf } from '#contract'
import type { Db } from '../db/database.ts'
import { counted, type Filter, matches } from './filter.ts'
import { isState } from './memory/wanted.ts'
import { waysToFind } from './search.ts'
import type { Sorting } from './sorting.ts'

export type Looks = {
  /** A word that many rows have stands among this many of them often enough to fill a page. */
  near: number
  /** With this many of them found, a page is filled from not many more. */
  common: number
  /** The part of all rows that tells where in the order the finds stand. */
  sample: number
  /** How far beyond what is expected of a sample, in deviations. */
  caution: number
}
const LOOKS: Looks = { near: 2_500, common: 25, sample: 0.0025, caution: 3 }
/** A second look goes further than the first one lets expect. */
const RESERVE = 1.3

export type Page = {
  query: Filter<AoiListQuery>
  by: Sorting
  /** Between the cursors. */
  within: RawBuilder<unknown>
}

/**
 * The ids of a page of search results, and of some beyond it, from each visible service. A planner that guesses how
 * common a word is guesses wrong by orders of magnitude, and either walks a million rows for a word that none has, or
 * sorts a hundred thousand for one that every tenth has. So the rows that come first are looked through, and a little
 * further if that promises to be enough. If not, a sample of all rows tells up to where the page should reach, and the
 * indexes are asked for what stands before that. What a sample does not find is rare, and the indexes have little of it.
 */
export const found = async (db: Db, actor: Actor, page: Page, looks = LOOKS): Promise<string[]> => {
  const ids: string[] = []
  for (const serviceId of actor.visibleServiceIds) ids.push(...(await foundIn(db, actor, serviceId, page, looks)))
  return ids
}

/** The same among the first rows alone. Nothing where they do not fill the page. */
export const foundAtOnce = async (
  db: Db,
  actor: Actor,
  page: Page,
  { near } = LOOKS,
): Promise<string[] | undefined> => {
  const ids: string[] = []
  for (const serviceId of actor.visibleServiceIds) {
    const search = searchIn(actor, serviceId, page)
    const first = await lookThrough(db, search, near)
    if (first.length < search.wanted && (await hasMoreThan(db, search, near))) return undefined
    ids.push(...first)
  }
  return ids
}

const foundIn = async (db: Db, actor: Actor, serviceId: string, page: Page, looks: Looks): Promise<string[]> => {
  const search = searchIn(actor, serviceId, page)
  const { wanted, by } = search
  const near = await lookThrough(db, search, looks.near)
  if (near.length === wanted || !(await hasMoreThan(db, search, looks.near))) return near
  const ways = await waysToFind(db, page.query.search ?? '')
  // What somebody reported has an index of its own, in the order of its time.
  if (near.length >= looks.common && ways.authorIds.length === 0) {
    const further = await lookThrough(db, search, ((looks.near * wanted) / near.length) * RESERVE)
    if (further.length === wanted) return further
  }
  const last = await lastInSample(db, search, looks)
  // One after the other is faster than all that the indexes find, if fewer rows stand before.
  if (last && last.place <= last.finds) {
    const further = await lookThrough(db, search, (last.place / looks.sample) * RESERVE)
    if (further.length === wanted) return further
  }
  const before = last ? await askIndexes(db, search, ways, by.until([last.value, last.id])) : []
  return before.length >= wanted ? before : askIndexes(db, search, ways, sql`true`)
}

type Search = ReturnType<typeof searchIn>

/** Conditions on `aoi a` with `member me`, as the steps of a search need them. */
const searchIn = (actor: Actor, serviceId: string, { query, by, within }: Page) => ({
  wanted: query.limit + 1,
  by,
  me: sql`join member me on me.id = ${actor.id}`,
  /** What the index of the order knows. */
  listed: sql`a.service_id = ${serviceId} and a.kind = ${kindOf(query)} and a.deleted_at is null and ${within}
    and ${byIndex(query)}`,
  besides: matches({ ...query, search: undefined }, actor),
  all: matches(query, actor),
})

/** What the first rows of a list have of it. It ends with the page. */
const lookThrough = async (db: Db, { wanted, by, me, listed, all }: Search, most: number) => {
  const { rows } = await sql<{ id: string }>`
    select a.id from (
      select a.*, ${by.column} as sorted_by from aoi a where ${listed} order by ${by.order} limit ${Math.ceil(most)}) a ${me}
    where ${all} order by a.sorted_by ${by.direction}, a.id ${by.direction} limit ${wanted}`.execute(db)
  return rows.map(({ id }) => id)
}

const hasMoreThan = async (db: Db, { listed }: Search, count: number) => {
  const { rows } = await sql`select from aoi a where ${listed} limit 1 offset ${count}`.execute(db)
  return rows.length > 0
}

/** The find before which there should be enough, its place among all rows of the sample, and how many of them are finds. */
const lastInSample = async (db: Db, { wanted, by, me, listed, all }: Search, { sample, caution }: Looks) => {
  const { rows } = await sql<{ id: string; value: string; place: number; finds: number }>`
    select a.id, a.value, a.place, count(*) over () as finds from (
      select a.id, ${by.value} as value, ${all} as is_found, row_number() over (order by ${by.order}) as place
      from aoi a tablesample system (${sample * 100}) ${me} where ${listed}) a
    where a.is_found order by a.place limit 1 offset ${enoughOf(wanted * sample, caution) - 1}`.execute(db)
  return rows[0]
}

type Ways = Awaited<ReturnType<typeof waysToFind>>

/** The first of each way of matching. */
const askIndexes = async (
  db: Db,
  { wanted, by, me, listed, besides }: Search,
  { inText, authorIds, byNumber }: Ways,
  upTo: RawBuilder<unknown>,
) => {
  const first = (from: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`(
    select a.id from ${from} ${me} where ${listed} and ${besides} and ${upTo} and ${condition}
    order by ${by.order} limit ${wanted})`
  // `offset 0` keeps the planner from walking along the order instead, past a million rows that do not have the word.
  const hits = sql`(select a.* from aoi a where ${listed} and ${upTo} and ${inText} offset 0) a`
  const [number] = byNumber
  const { rows } = await sql<{ id: string }>`
    select id from ${first(hits, sql`true`)} as by_text
    union select own.id from unnest(${authorIds}::uuid[]) as author (id)
      cross join lateral ${first(sql`aoi a`, sql`a.creator_id = author.id`)} as own
    ${number ? sql`union ${first(sql`aoi a`, number)}` : sql``}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Where so many are expected in a sample, hardly ever are there more. */
const enoughOf = (expected: number, caution: number): number => Math.ceil(expected + caution * Math.sqrt(expected) + 1)

/** What the index of the order knows of a filter, so that it leads to the first row that counts. */
const byIndex = ({ type, sort, metric, startTime, endTime }: Filter<AoiListQuery>): RawBuilder<unknown> => {
  const inState = isState(type) && sort !== 'nearest' ? sql`a.state = ${type}` : sql`true`
  const inTime = sort === 'createdAt' && !metric ? counted({ startTime, endTime, metric }) : sql`true`
  return sql`${inState} and ${inTime}`
}
