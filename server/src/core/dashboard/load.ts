import { setImmediate as nextTurn } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { IdReader, idWords, NO_ID } from '../../memory/live-view/id-column.ts'
import { kindStateColumn, REMOVED } from '../../memory/live-view/kind-state.ts'
import { microsecondsSince2000, NEVER, type Part, readInParts, timeAt } from '../../memory/live-view/read-table.ts'
import type { Db } from '../../platform/db/database.ts'
import { byAnother, isWord } from './conditions.ts'
import { type EventTraits, NOBODY_WAITS, STILL_WAITING } from './event-classes.ts'

/** An AOI as the dashboard counts it. Waits are in µs. */
export type EventRow = EventTraits & { number: number; createdAt: number; response: number; firstWord: number }

/** A report that was merged into the event with this number: when it was made, and how long its reporter waited for the first word. */
export type MergedReport = { number: number; createdAt: number; wait: number }

/** Rows in one query: they are counted in without a pause. */
const ROWS_PER_QUERY = 5_000

type Column =
  | 'number'
  | 'kindState'
  | 'createdAt'
  | 'type'
  | 'region'
  | 'creator'
  | 'hasReporter'
  | 'respondedAt'
  | 'wordAt'
type Columns = Record<Column, Buffer>

/** The AOIs `c` with their traits, from rows `aoi a`, and of their entries when the first response and the first word came. */
const chosen = (from: RawBuilder<unknown>) => sql`
  c as materialized (
    select a.id, a.number, a.created_at, a.event_type_id, a.region_id, a.creator_id, a.visitor_id, a.archived_at, a.archived_by,
      (case when a.deleted_at is null and a.main_id is null and a.kind = 'event' then ${kindStateColumn}
        else ${sql.lit(REMOVED)} end)::int2 as kind_state
    from ${from}),
  l as (
    select e.aoi_id, min(e.happened_at) filter (where ${byAnother}) as responded_at,
      min(e.happened_at) filter (where ${isWord}) as word_at
    from c join log_entry e on e.aoi_id = c.id group by e.aoi_id)`

/** Columns in PostgreSQL's binary form, concatenated, all in the same order. */
const columns = () => {
  const id = (column: string) => sql`string_agg(uuid_send(coalesce(${sql.ref(column)}, ${sql.lit(NO_ID)}::uuid)), '')`
  const time = (value: RawBuilder<unknown>) => sql`string_agg(timestamptz_send(coalesce(${value}, 'infinity')), '')`
  return sql`string_agg(int4send(c.number::int), '') as number, string_agg(int2send(c.kind_state), '') as kind_state,
    ${time(sql`c.created_at`)} as created_at, ${id('c.event_type_id')} as type, ${id('c.region_id')} as region,
    ${id('c.creator_id')} as creator, string_agg(boolsend(c.visitor_id is not null), '') as has_reporter,
    ${time(sql`l.responded_at`)} as responded_at,
    ${time(sql`least(l.word_at, case when c.archived_by is not null then c.archived_at end)`)} as word_at`
}

const waitOf = (createdAt: number, endedAt: number) =>
  endedAt === NEVER ? STILL_WAITING : Math.max(0, endedAt - createdAt)

function* rowsIn(found: Columns, ids: IdReader): Generator<EventRow> {
  const [types, regions, creators] = [idWords(found.type), idWords(found.region), idWords(found.creator)]
  for (let index = 0; index * 4 < found.number.length; index++) {
    const createdAt = timeAt(found.createdAt, index)
    yield {
      number: found.number.readInt32BE(index * 4),
      kindState: found.kindState.readInt16BE(index * 2),
      createdAt,
      eventTypeId: ids.at(types, index),
      regionId: ids.at(regions, index),
      creatorId: ids.at(creators, index),
      response: waitOf(createdAt, timeAt(found.respondedAt, index)),
      firstWord: found.hasReporter[index] === 1 ? waitOf(createdAt, timeAt(found.wordAt, index)) : NOBODY_WAITS,
    }
  }
}

/**
 * The reports of visitors that were merged into main events `c`. The first word to a reporter is in its own report, or an entry of the
 * main one since the merge, or the end of the main one.
 */
const mergedReports = (mains: RawBuilder<unknown>, condition = sql`true`) => {
  const wordAt = sql`least((select min(e.happened_at) from log_entry e where e.aoi_id = o.id and ${isWord}),
    (select min(e.happened_at) from log_entry e
      where e.aoi_id = c.id and e.received_at > o.merged_at and e.report_id is null and ${isWord}),
    case when c.archived_by is not null then c.archived_at end)`
  return sql`(select json_agg(json_build_object('number', c.number, 'createdAt', ${microsecondsSince2000(sql`o.created_at`)},
      'wordAt', ${microsecondsSince2000(wordAt)}))
    from ${mains} join aoi o on o.main_id = c.id
    where o.main_id is not null and o.visitor_id is not null and o.deleted_at is null and ${condition})`
}

type MergedRow = { number: number; createdAt: number; wordAt: number | null }

const mergedOf = (rows: readonly MergedRow[] | null): MergedReport[] =>
  (rows ?? []).map(({ number, createdAt, wordAt }) => ({
    ...{ number, createdAt },
    wait: waitOf(createdAt, wordAt ?? NEVER),
  }))

/** Hands over every AOI of a service that is neither deleted nor merged, some at a time, and returns all merged reports. */
export const readService = async (
  db: Db,
  serviceId: string,
  signal: AbortSignal | undefined,
  add: (rows: Iterable<EventRow>, count: number) => void,
): Promise<MergedReport[]> => {
  const read = async (from: RawBuilder<unknown>): Promise<Part<Columns> | undefined> => {
    const { rows } = await sql<Columns & { last: number | null }>`
      with ${chosen(from)} select max(c.number) as last, ${columns()} from c left join l on l.aoi_id = c.id`.execute(db)
    const [found] = rows
    return found?.last ? { rows: found, last: found.last } : undefined
  }
  const ids = new IdReader()
  for await (const found of readInParts(serviceId, ROWS_PER_QUERY, signal, read)) {
    add(rowsIn(found, ids), found.number.length / 4)
    await nextTurn()
  }
  const isCounted = sql`c.service_id = ${serviceId} and c.kind = 'event' and c.deleted_at is null and c.main_id is null`
  const { rows } = await sql<{ merged: MergedRow[] | null }>`
    select ${mergedReports(sql`aoi c`, isCounted)} as merged`.execute(db)
  return mergedOf(rows[0]?.merged ?? null)
}

/** These AOIs of a service as they are now, and those they were merged into, whose waits change with them. `namedCount`: of these alone. */
export const readSome = async (
  db: Db,
  serviceId: string,
  aoiIds: string[],
): Promise<{ rows: EventRow[]; merged: MergedReport[]; namedCount: number }> => {
  const from = sql`aoi a where a.service_id = ${serviceId} and a.id in (
    select id from unnest(${aoiIds}::uuid[]) as named (id)
    union select main_id from aoi where id = any(${aoiIds}::uuid[]))`
  const { rows } = await sql<Columns & { namedCount: number; merged: MergedRow[] | null }>`
    with ${chosen(from)}
    select (count(*) filter (where c.id = any(${aoiIds}::uuid[])))::int as named_count, ${mergedReports(sql`c`)} as merged,
      ${columns()}
    from c left join l on l.aoi_id = c.id`.execute(db)
  const [found] = rows
  return {
    rows: found?.number ? [...rowsIn(found, new IdReader())] : [],
    merged: mergedOf(found?.merged ?? null),
    namedCount: found?.namedCount ?? 0,
  }
}
