import { setImmediate as nextTurn } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Metric } from '#contract'
import { readConsistently, readInParts, timeAt } from '../../memory/live-view/read-table.ts'
import { countServiceRows } from '../../memory/live-view/service-size.ts'
import type { Db } from '../../platform/db/database.ts'
import { actionOf, ofAoi } from './conditions.ts'
import { countedAt, countedFrom, entryWorth, isCounted } from './from-sql.ts'
import type { LabelledRow } from './labels.ts'
import { outsideKeyOf } from './outside-key.ts'

/** Rows in one query. */
const ROWS_PER_QUERY = 20_000

/** Columns in PostgreSQL's binary form, concatenated, all in the same order; labels by their place among the different ones. */
type Columns = { number: Buffer | null; at: Buffer; label: Buffer; labels: string[] }

/** The worth of an entry, the type of a report, whose worth may change, or nothing where no sum is asked for. */
const worthOf = (metric: Metric): RawBuilder<unknown> => {
  if (metric.metricCountType !== 'CALCULATE') return sql`''`
  return actionOf(metric) ? sql`(${entryWorth})::text` : sql`coalesce(a.event_type_id::text, '')`
}

const countedIn = (metric: Metric) => sql`${countedFrom(metric)} where ${isCounted(metric, {})}`

/** From some of what the metric counts, as `from … where …`. */
const selectRows = (metric: Metric, some: RawBuilder<unknown>) =>
  sql`select a.number, ${countedAt(metric)} as at, a.kind || ' ' || ${worthOf(metric)} as label from ${some}`

/** Of the rows `counted`. */
const columns = sql`string_agg(int4send(c.number::int), '') as number, string_agg(timestamptz_send(c.at), '') as at,
  string_agg(int4send(c.label::int), '') as label, array(select distinct label from counted order by label) as labels
  from (select number, at, dense_rank() over (order by label) as label from counted) c`

const rowsIn = ({ number, at, label, labels }: Columns): LabelledRow[] =>
  Array.from({ length: (number?.length ?? 0) / 4 }, (_, index) => ({
    number: number?.readInt32BE(index * 4) ?? 0,
    at: timeAt(at, index),
    label: labels[label.readInt32BE(index * 4) - 1] ?? '',
  }))

/** What a metric of an action counts, in ranges of about so many entries, in the order of their times. */
async function* entryRanges(db: Db, metric: Metric, actionId: string): AsyncGenerator<RawBuilder<unknown>> {
  // As texts: times of JavaScript have no microseconds.
  const { rows: firsts } = await sql<{ at: string }>`
    select e.happened_at::text as at from (
      select happened_at, row_number() over (order by happened_at) as place from log_entry where action_id = ${actionId}) e
    where e.place % ${sql.lit(ROWS_PER_QUERY)} = 1 order by e.happened_at`.execute(db)
  for (const [index, { at }] of firsts.entries()) {
    const next = firsts[index + 1]
    yield sql`${countedIn(metric)} and e.happened_at >= ${at}::timestamptz
      ${next ? sql`and e.happened_at < ${next.at}::timestamptz` : sql``}`
  }
}

/** Hands over everything that a metric counts, at any time, some at a time. */
export const readCounted = async (
  db: Db,
  metric: Metric,
  signal: AbortSignal | undefined,
  add: (rows: LabelledRow[]) => void,
): Promise<void> => {
  const action = actionOf(metric)
  const parts = action ? readEntries(db, metric, action.actionId, signal) : readAois(db, metric, signal)
  for await (const rows of parts) {
    add(rows)
    await nextTurn()
  }
}

async function* readEntries(db: Db, metric: Metric, actionId: string, signal: AbortSignal | undefined) {
  for await (const range of entryRanges(db, metric, actionId)) {
    signal?.throwIfAborted()
    const { rows } = await sql<Columns>`
      with counted as materialized (${selectRows(metric, range)}) select ${columns}`.execute(db)
    yield rows.flatMap(rowsIn)
  }
}

const readAois = (db: Db, metric: Metric, signal: AbortSignal | undefined) =>
  readInParts(metric.service, ROWS_PER_QUERY, signal, async (from) => {
    const { rows } = await sql<Columns & { last: number | null }>`
      with part as materialized (select a.* from ${from}),
      counted as materialized (${selectRows(metric, sql`part a where ${ofAoi(metric)}`)})
      select (select max(number)::int from part) as last, ${columns}`.execute(db)
    const [part] = rows
    return part && part.last !== null ? { rows: rowsIn(part), last: part.last } : undefined
  })

type Changed = {
  /** How many of the AOIs are in the service of the metric. */
  found: number
  /** What the rows depend on besides AOIs, at the same moment. */
  key: string
  /** The AOIs whose rows may be others now: those that were named, and those that they are merged into. */
  numbers: number[]
  rows: LabelledRow[]
}

/** What a metric counts of these AOIs now. */
export const readCountedOf = async (db: Db, metric: Metric, aoiIds: string[]): Promise<Changed> => {
  // Entries of merged reports count for their main one.
  const some = actionOf(metric)
    ? sql`e.aoi_id = any(array(select id from main union select o.id from aoi o where o.main_id in (select id from main)))`
    : sql`a.id = any(array(select id from main))`
  const { rows } = await sql<Columns & Omit<Changed, 'rows'>>`
    with named as materialized (
      select id, number, main_id from aoi where service_id = ${metric.service} and id = any(${aoiIds}::uuid[])),
    main as materialized (
      select id, number from named
      union select a.id, a.number from aoi a where a.id = any(array(select main_id from named where main_id is not null))),
    counted as materialized (${selectRows(metric, sql`${countedIn(metric)} and ${some}`)})
    select (select count(*)::int from named) as found, ${outsideKeyOf(metric)} as key,
      array(select number::int from main) as numbers, ${columns}`.execute(db)
  const [part] = rows
  if (!part) throw new Error('aggregates answer one row')
  return { found: part.found, key: part.key, numbers: part.numbers, rows: rowsIn(part) }
}

/** How many rows a metric counts at any time; with a limit at most how many rows are read for that. */
export const countCounted = async (db: Db, metric: Metric, limit?: number): Promise<number> => {
  const action = actionOf(metric)
  if (limit !== undefined && !action) return countServiceRows(db, metric.service, limit)
  const counted = action
    ? sql`select from log_entry where action_id = ${action.actionId} ${limit === undefined ? sql`` : sql`limit ${limit}`}`
    : sql`select from ${countedIn(metric)}`
  return readConsistently(db, async (snapshot) => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from (${counted}) c`.execute(snapshot)
    return rows[0]?.count ?? 0
  })
}
