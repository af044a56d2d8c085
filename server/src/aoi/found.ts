import { type RawBuilder, sql } from 'kysely'
import { type Actor, type AoiListQuery, kindOf } from '#contract'
import type { Db } from '../db/database.ts'
import { counted, type Filter, matches } from './filter.ts'
import { waysToFind } from './search.ts'

/** A word that many rows have stands among this many of them often enough to fill a page. */
const NEAR = 5_000
/** With this many of them found, a page is filled from not many more; with fewer, the index of words has few as well. */
const COMMON = 50
/** A second look goes further than the first one lets expect. */
const RESERVE = 1.3

type Page = {
  query: Filter<AoiListQuery>
  order: RawBuilder<unknown>
  /** Between the cursors. */
  within: RawBuilder<unknown>
}

/**
 * The ids of a page of search results, and of some beyond it, from each visible service. A planner that guesses how
 * common a word is guesses wrong by orders of magnitude, and either walks a million rows for a word that none has, or
 * sorts a hundred thousand for one that every tenth has. So the rows that come first are looked through, a little
 * further if that promises to be enough, and only then are the indexes asked: what they find is few.
 */
export const found = async (
  db: Db,
  actor: Actor,
  page: Page,
  looks = { near: NEAR, common: COMMON },
): Promise<string[]> => {
  const ids: string[] = []
  for (const serviceId of actor.visibleServiceIds) ids.push(...(await foundIn(db, actor, serviceId, page, looks)))
  return ids
}

const foundIn = async (
  db: Db,
  actor: Actor,
  serviceId: string,
  { query, order, within }: Page,
  looks: { near: number; common: number },
): Promise<string[]> => {
  const wanted = query.limit + 1
  const me = sql`join member me on me.id = ${actor.id}`
  const inService = sql`a.service_id = ${serviceId} and a.kind = ${kindOf(query)} and a.deleted_at is null and ${within}`
  const indexed = byIndex(query)
  const all = matches(query, actor)

  const look = async (most: number) => {
    const { rows } = await sql<{ id: string }>`
      select a.id from (select a.* from aoi a where ${inService} and ${indexed} order by ${order} limit ${most}) a ${me}
      where ${all} limit ${wanted}`.execute(db)
    return rows.map(({ id }) => id)
  }
  const near = await look(looks.near)
  if (near.length === wanted) return near
  const { inText, authorIds, byNumber } = await waysToFind(db, query.search ?? '')
  // What somebody reported has an index of its own, in the order of its time.
  if (near.length >= looks.common && authorIds.length === 0) {
    const further = await look(Math.ceil(((looks.near * wanted) / near.length) * RESERVE))
    if (further.length === wanted) return further
  }
  const { rows: behind } = await sql`
    select from aoi a where ${inService} and ${indexed} order by ${order} limit 1 offset ${looks.near}`.execute(db)
  if (behind.length === 0) return near
  const besides = matches({ ...query, search: undefined }, actor)
  const first = (from: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`(
    select a.id from ${from} ${me} where ${inService} and ${besides} and ${condition} order by ${order} limit ${wanted})`
  const [number] = byNumber
  // `offset 0` keeps the planner from walking along the order instead, past a million rows that do not have the word.
  const { rows } = await sql<{ id: string }>`
    select id from ${first(sql`(select a.* from aoi a where a.deleted_at is null and ${inText} offset 0) a`, sql`true`)} as by_text
    union select own.id from unnest(${authorIds}::uuid[]) as author (id)
      cross join lateral ${first(sql`aoi a`, sql`a.creator_id = author.id`)} as own
    ${number ? sql`union ${first(sql`aoi a`, number)}` : sql``}`.execute(db)
  return rows.map(({ id }) => id)
}

/** What the index of the order knows of a filter, so that it leads to the first row that counts. */
const byIndex = ({ type, sort, metric, startTime, endTime }: Filter<AoiListQuery>): RawBuilder<unknown> => {
  const isState = type === 'new' || type === 'inProgress' || type === 'done'
  const inState = isState && sort !== 'nearest' ? sql`a.state = ${type}` : sql`true`
  const inTime = sort === 'createdAt' && !metric ? counted({ startTime, endTime, metric }) : sql`true`
  return sql`${inState} and ${inTime}`
}
