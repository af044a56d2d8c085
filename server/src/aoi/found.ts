import { type RawBuilder, sql } from 'kysely'
import { type Actor, type AoiListQuery, kindOf } from '#contract'
import type { Db } from '../db/database.ts'
import { counted, type Filter, matches } from './filter.ts'
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
const LOOKS: Looks = { near: 2_500, common: 40, sample: 0.0025, caution: 3 }
/** A second look goes further than the first one lets expect. */
const RESERVE = 1.3

type Page = {
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

const foundIn = async (
  db: Db,
  actor: Actor,
  serviceId: string,
  { query, by, within }: Page,
  looks: Looks,
): Promise<string[]> => {
  const wanted = query.limit + 1
  const me = sql`join member me on me.id = ${actor.id}`
  const inService = sql`a.service_id = ${serviceId} and a.kind = ${kindOf(query)} and a.deleted_at is null`
  const listed = sql`${inService} and ${within} and ${byIndex(query)}`
  const all = matches(query, actor)

  const look = async (most: number) => {
    const { rows } = await sql<{ id: string }>`
      select a.id from (
        select a.*, ${by.column} as sorted_by from aoi a where ${listed} order by ${by.order} limit ${most}) a ${me}
      where ${all} order by a.sorted_by ${by.direction}, a.id ${by.direction} limit ${wanted}`.execute(db)
    return rows.map(({ id }) => id)
  }
  const near = await look(looks.near)
  if (near.length === wanted) return near
  const { rows: behind } = await sql`select from aoi a where ${listed} limit 1 offset ${looks.near}`.execute(db)
  if (behind.length === 0) return near
  const { inText, authorIds, byNumber } = await waysToFind(db, query.search ?? '')
  // What somebody reported has an index of its own, in the order of its time.
  if (near.length >= looks.common && authorIds.length === 0) {
    const further = await look(Math.ceil(((looks.near * wanted) / near.length) * RESERVE))
    if (further.length === wanted) return further
  }
  const enough = enoughOf(wanted * looks.sample, looks.caution)
  const { rows: sampled } = await sql<{ id: string; value: string; place: number; finds: number }>`
    select a.id, a.value, a.place, count(*) over () as finds from (
      select a.id, ${by.value} as value, ${all} as is_found, row_number() over (order by ${by.order}) as place
      from aoi a tablesample system (${looks.sample * 100}) ${me} where ${listed}) a
    where a.is_found order by a.place limit 1 offset ${enough - 1}`.execute(db)
  const [last] = sampled
  // One after the other is faster than all that the indexes find, if fewer rows stand before.
  if (last && last.place <= last.finds) {
    const further = await look(Math.ceil((last.place / looks.sample) * RESERVE))
    if (further.length === wanted) return further
  }
  const besides = matches({ ...query, search: undefined }, actor)
  const ask = async (upTo: RawBuilder<unknown>) => {
    const first = (from: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`(
      select a.id from ${from} ${me} where ${inService} and ${besides} and ${within} and ${upTo} and ${condition}
      order by ${by.order} limit ${wanted})`
    const [number] = byNumber
    // `offset 0` keeps the planner from walking along the order instead, past a million rows that do not have the word.
    const hits = sql`(select a.* from aoi a where ${inService} and ${upTo} and ${inText} offset 0) a`
    const { rows } = await sql<{ id: string }>`
      select id from ${first(hits, sql`true`)} as by_text
      union select own.id from unnest(${authorIds}::uuid[]) as author (id)
        cross join lateral ${first(sql`aoi a`, sql`a.creator_id = author.id`)} as own
      ${number ? sql`union ${first(sql`aoi a`, number)}` : sql``}`.execute(db)
    return rows.map(({ id }) => id)
  }
  const before = last ? await ask(by.until([last.value, last.id])) : []
  return before.length >= wanted ? before : ask(sql`true`)
}

/** Where so many are expected in a sample, hardly ever are there more. */
const enoughOf = (expected: number, caution: number): number => Math.ceil(expected + caution * Math.sqrt(expected) + 1)

/** What the index of the order knows of a filter, so that it leads to the first row that counts. */
const byIndex = ({ type, sort, metric, startTime, endTime }: Filter<AoiListQuery>): RawBuilder<unknown> => {
  const isState = type === 'new' || type === 'inProgress' || type === 'done'
  const inState = isState && sort !== 'nearest' ? sql`a.state = ${type}` : sql`true`
  const inTime = sort === 'createdAt' && !metric ? counted({ startTime, endTime, metric }) : sql`true`
  return sql`${inState} and ${inTime}`
}
