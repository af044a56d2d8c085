import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import type { PageQuery } from './page-query.ts'
import { waysToMatch } from './search.ts'

/** Settings that affect the speed of a search, never its result. */
export const tuning = {
  frontRows: 2_500,
  /** Above this, reading matches from the indexes is faster. */
  maxScannedRows: 30_000,
  /** Factor by which a longer scan exceeds the estimate, because matches are not evenly spread. */
  reserve: 1.3,
}

/**
 * Ids of a page of search results plus one, from each visible service; the caller sorts and cuts them. PostgreSQL
 * estimates word frequencies from trigrams, wrong by orders of magnitude, and then scans a million rows for a rare word
 * or sorts a hundred thousand for a common one. So this function chooses the plan: common words fill the page from the
 * front of the list, others use the indexes.
 */
export const searchedIds = async (db: Db, actor: Actor, query: PageQuery, tuned = tuning): Promise<string[]> => {
  const ids: string[] = []
  const unfinished: string[] = []
  for (const serviceId of actor.visibleServiceIds) {
    const found = await fromFront(db, serviceId, query, tuned)
    if (found) ids.push(...found)
    else unfinished.push(serviceId)
  }
  if (unfinished.length > 0) ids.push(...(await fromIndexes(db, unfinished, query)))
  return ids
}

/** Returns undefined if scanning does not fill the page. */
const fromFront = async (
  db: Db,
  serviceId: string,
  query: PageQuery,
  { frontRows, maxScannedRows, reserve }: typeof tuning,
): Promise<string[] | undefined> => {
  const count = query.limit + 1
  const found = await scan(db, serviceId, query, frontRows)
  if (found.length === count || !(await hasMoreRows(db, serviceId, query, frontRows))) return found
  const rowsToScan = Math.ceil(((frontRows * count) / found.length) * reserve)
  if (rowsToScan > maxScannedRows) return undefined
  const further = await scan(db, serviceId, query, rowsToScan)
  return further.length === count ? further : undefined
}

const scan = async (db: Db, serviceId: string, { a, limit, by, conditions }: PageQuery, rowCount: number) => {
  const { rows } = await sql<{ id: string }>`
    select ${a}.id from (
      select ${a}.*, ${by.column} as sorted_by from aoi ${a} where ${a}.service_id = ${serviceId} and ${conditions.listed}
      order by ${by.order} limit ${rowCount}) ${a}
    where ${conditions.all} order by ${a}.sorted_by ${by.direction}, ${a}.id ${by.direction} limit ${limit + 1}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

const hasMoreRows = async (db: Db, serviceId: string, { a, conditions }: PageQuery, rowCount: number) => {
  const { rows } = await sql`select from aoi ${a} where ${a}.service_id = ${serviceId} and ${conditions.listed}
    limit 1 offset ${rowCount}`.execute(db)
  return rows.length > 0
}

const fromIndexes = async (db: Db, serviceIds: readonly string[], { a, search, limit, by, conditions }: PageQuery) => {
  const listed = sql`${a}.service_id = any(${serviceIds as string[]}::uuid[]) and ${conditions.listed}`
  const first = (from: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`(
    select ${a}.id from ${from} ${a}
    where ${listed} and ${conditions.withoutSearch} and ${condition} order by ${by.order} limit ${limit + 1})`
  // `offset 0` keeps the planner from walking the order index past a million rows without a match.
  const matching = (condition: RawBuilder<unknown>) =>
    first(sql`(select ${a}.* from aoi ${a} where ${listed} and ${condition} offset 0)`, sql`true`)
  const { byText, byState, byNumber, byName } = waysToMatch(search, a)
  const ways = [
    ...[...byText, ...byNumber].map(matching),
    ...byState.map((condition) => first(sql`aoi`, condition)),
    ...byName.map(
      ([column, ids]) => sql`(select own.id from (${ids}) as named
        cross join lateral ${first(sql`aoi`, sql`${column} = named.id`)} as own)`,
    ),
  ]
  const { rows } = await sql<{ id: string }>`${sql.join(ways, sql` union `)}`.execute(db)
  return rows.map(({ id }) => id)
}
