import { type RawBuilder, sql } from 'kysely'
import { type Actor, kindOf } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { isState } from '../live-view/column-filter.ts'
import { indexLookups } from './meaning.ts'
import type { Condition, PageQuery } from './query.ts'
import { type SqlTuning, sqlTuning } from './tuning.ts'

/**
 * Finds the ids of a page of one service, and one row beyond it, through PostgreSQL alone: used until its words are in
 * memory, and for searches that they cannot decide.
 *
 * PostgreSQL estimates the frequency of a word from trigrams, wrong by orders of magnitude: it then walks a million rows
 * for a word that none has, or sorts a hundred thousand for a word that every tenth has. So the plan is made here:
 * 1. Scan the rows at the front of the list. A common word fills the page.
 * 2. If there were some finds, scan as far as should fill the page.
 * 3. Otherwise a sample of all rows tells up to where the page should reach, and the indexes are asked up to there.
 * 4. A word that the sample does not find is rare, and the indexes are asked for all of it.
 */
export const pageFromSql = async (
  db: Db,
  actor: Actor,
  serviceId: string,
  query: PageQuery,
  tuning = sqlTuning,
): Promise<string[]> => {
  const steps = stepsIn(actor, serviceId, query)
  const { count, by } = steps
  const { scannedRows, commonFinds, sampleShare, scanReserve } = tuning
  const scanned = await scanFront(db, steps, scannedRows)
  if (scanned.length === count || !(await hasMoreRows(db, steps, scannedRows))) return scanned
  const lookups = await indexLookups(db, query.search)
  // The reports of one author have an index in the order of time, which is faster than a longer scan.
  if (scanned.length >= commonFinds && lookups.authorIds.length === 0) {
    const further = await scanFront(db, steps, ((scannedRows * count) / scanned.length) * scanReserve)
    if (further.length === count) return further
  }
  const last = await lastInSample(db, steps, tuning)
  // If fewer rows come before the end of the page than there are finds, scanning is faster than the indexes.
  if (last && last.place <= last.finds) {
    const further = await scanFront(db, steps, (last.place / sampleShare) * scanReserve)
    if (further.length === count) return further
  }
  const before = last ? await askIndexes(db, steps, lookups, by.until([last.value, last.id])) : []
  return before.length >= count ? before : askIndexes(db, steps, lookups, sql`true`)
}

/** Step 1 alone, for words that are known to be common. Returns undefined if it does not fill the page. */
export const pageFromFront = async (
  db: Db,
  actor: Actor,
  serviceId: string,
  query: PageQuery,
  { scannedRows } = sqlTuning,
): Promise<string[] | undefined> => {
  const steps = stepsIn(actor, serviceId, query)
  const scanned = await scanFront(db, steps, scannedRows)
  if (scanned.length < steps.count && (await hasMoreRows(db, steps, scannedRows))) return undefined
  return scanned
}

type Steps = ReturnType<typeof stepsIn>

/** What the steps of a search in one service have in common. */
const stepsIn = (actor: Actor, serviceId: string, query: PageQuery) => ({
  count: query.limit + 1,
  by: query.by,
  joinMe: sql`join member me on me.id = ${actor.id}`,
  /** The conditions that the index of the order can decide. */
  isListed: sql`a.service_id = ${serviceId} and a.kind = ${kindOf(query)} and a.deleted_at is null and a.main_id is null
    and ${query.conditions.between} and ${decidedByIndex(query)}`,
  conditions: query.conditions,
})

/** So that the index of the order leads to the first row that counts. */
const decidedByIndex = ({ type, sort, hasMetric, startTime, endTime }: PageQuery): Condition => {
  const isTimed = sort === 'createdAt' && !hasMetric
  return sql.join(
    [
      isState(type) && sort !== 'nearest' ? sql`a.state = ${type}` : sql`true`,
      isTimed && startTime ? sql`a.created_at >= ${startTime}` : sql`true`,
      isTimed && endTime ? sql`a.created_at <= ${endTime}` : sql`true`,
    ],
    sql` and `,
  )
}

/** Reads the first rows of the list in its order, and stops when the page is full. */
const scanFront = async (db: Db, { count, by, joinMe, isListed, conditions }: Steps, rowCount: number) => {
  const { rows } = await sql<{ id: string }>`
    select a.id from (
      select a.*, ${by.column} as sorted_by from aoi a where ${isListed}
      order by ${by.order} limit ${Math.ceil(rowCount)}) a ${joinMe}
    where ${conditions.all} order by a.sorted_by ${by.direction}, a.id ${by.direction} limit ${count}`.execute(db)
  return rows.map(({ id }) => id)
}

const hasMoreRows = async (db: Db, { isListed }: Steps, count: number) => {
  const { rows } = await sql`select from aoi a where ${isListed} limit 1 offset ${count}`.execute(db)
  return rows.length > 0
}

/** The find in a sample before which the page should be full, its place in the sample, and how many finds that has. */
const lastInSample = async (
  db: Db,
  { count, by, joinMe, isListed, conditions }: Steps,
  { sampleShare, sampleDeviations }: SqlTuning,
) => {
  const skipped = likelyAtMost(count * sampleShare, sampleDeviations) - 1
  const { rows } = await sql<{ id: string; value: string; place: number; finds: number }>`
    select a.id, a.value, a.place, count(*) over () as finds from (
      select a.id, ${by.value} as value, ${conditions.all} as is_found, row_number() over (order by ${by.order}) as place
      from aoi a tablesample system (${sampleShare * 100}) ${joinMe} where ${isListed}) a
    where a.is_found order by a.place limit 1 offset ${skipped}`.execute(db)
  return rows[0]
}

/** More than this many are hardly ever in a sample where `expected` are expected. */
const likelyAtMost = (expected: number, deviations: number): number =>
  Math.ceil(expected + deviations * Math.sqrt(expected) + 1)

type Lookups = Awaited<ReturnType<typeof indexLookups>>

/** The first page of each way to match, up to a row of the list: each has an index of its own. */
const askIndexes = async (
  db: Db,
  { count, by, joinMe, isListed, conditions }: Steps,
  { inText, authorIds, byNumber }: Lookups,
  upTo: Condition,
) => {
  const first = (from: RawBuilder<unknown>, condition: Condition) => sql`(
    select a.id from ${from} ${joinMe} where ${isListed} and ${conditions.withoutSearch} and ${upTo} and ${condition}
    order by ${by.order} limit ${count})`
  // `offset 0` keeps the planner from walking along the order instead, past a million rows that do not have the word.
  const hits = sql`(select a.* from aoi a where ${isListed} and ${upTo} and ${inText} offset 0) a`
  const [number] = byNumber
  const { rows } = await sql<{ id: string }>`
    select id from ${first(hits, sql`true`)} as by_text
    union select own.id from unnest(${authorIds}::uuid[]) as author (id)
      cross join lateral ${first(sql`aoi a`, sql`a.creator_id = author.id`)} as own
    ${number ? sql`union ${first(sql`aoi a`, number)}` : sql``}`.execute(db)
  return rows.map(({ id }) => id)
}
