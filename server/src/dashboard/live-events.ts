import { setImmediate as nextTurn } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { ServiceRows } from '../count-index/service-rows.ts'
import { type TimedRow, TimedRows } from '../count-index/timed-rows.ts'
import type { Db } from '../db/database.ts'
import { kindStateColumn, REMOVED } from '../live-view/kind-state.ts'
import { type LiveViews, type LiveViewsOptions, type Log, liveViews } from '../live-view/live-views.ts'
import { microsecondsSince2000, serviceRanges } from '../live-view/read-table.ts'
import { byAnother, isWord } from './conditions.ts'
import { EventClasses, type EventTraits, NOBODY_WAITS, STILL_WAITING } from './event-classes.ts'

/** Rows in one query. */
const ROWS_PER_QUERY = 5_000
/** A row with its place in the order of numbers, with sums, and room for some to come. */
const BYTES_PER_EVENT = 45

/** A report that was merged into an event: when it was made, and how long its reporter waited for the first word, in µs. */
type MergedReport = { createdAt: number; wait: number }

/** The events of a service as the dashboard counts them. */
export type Events = {
  service: ServiceRows
  classes: EventClasses
  /** Those of visitors, by the number of their main event. */
  mergedReports: Map<number, MergedReport[]>
  /** The regions at the time of reading. If they changed since, more events may have moved than messages name. */
  regionsKey: string
  hasOldRegions: boolean
}

type Row = EventTraits & {
  id: string
  number: number
  createdAt: number
  respondedAt: number | null
  hasReporter: boolean
  wordAt: number | null
  mergedReports: { createdAt: number; wordAt: number | null }[] | null
}

/** Equal keys mean that no region was added, changed or removed. */
export const regionsKeyOf = (serviceId: RawBuilder<unknown>) =>
  sql<string>`(select coalesce(md5(string_agg(r.id::text || r.updated_at::text, ',' order by r.id)), '') from region r
    where r.service_id = ${serviceId})`

/** When the reporter of `o` had the first word; `c` is its main event, or `o` itself. Entries of the main one are read from the merging on. */
const firstWordOf = (
  own: RawBuilder<unknown>,
) => sql`least((select min(e.happened_at) from log_entry e where e.aoi_id = o.id and ${isWord}),
  ${own}, case when c.archived_by is not null then c.archived_at end)`

const mergedReportsOf = sql`(select json_agg(json_build_object('createdAt', ${microsecondsSince2000(sql`o.created_at`)},
    'wordAt', ${microsecondsSince2000(
      firstWordOf(
        sql`(select greatest(min(e.happened_at), o.merged_at) from log_entry e where e.aoi_id = c.id and ${isWord}
          having count(*) > 0)`,
      ),
    )}))
  from aoi o where o.main_id = c.id and o.visitor_id is not null and o.deleted_at is null)`

/** From rows `aoi a`. */
const readRows = async (db: Db, from: RawBuilder<unknown>): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select c.id, c.number, ${microsecondsSince2000(sql`c.created_at`)} as created_at, c.event_type_id, c.region_id, c.creator_id,
      case when c.deleted_at is null and c.main_id is null and c.kind = 'event' then c.kind_state else ${sql.lit(REMOVED)} end
        as kind_state,
      c.visitor_id is not null as has_reporter,
      ${microsecondsSince2000(sql`l.responded_at`)} as responded_at,
      ${microsecondsSince2000(sql`least(l.word_at, case when c.archived_by is not null then c.archived_at end)`)} as word_at,
      ${mergedReportsOf} as merged_reports
    from (select a.*, ${kindStateColumn} as kind_state from ${from}) c
    left join lateral (select min(e.happened_at) filter (where ${byAnother}) as responded_at,
        min(e.happened_at) filter (where ${isWord}) as word_at
      from log_entry e where e.aoi_id = c.id) l on true`.execute(db)
  return rows
}

const waitOf = (createdAt: number, endedAt: number | null) =>
  endedAt === null ? STILL_WAITING : Math.max(0, endedAt - createdAt)

const rowOf = (classes: EventClasses, row: Row): TimedRow => ({
  number: row.number,
  createdAt: row.createdAt,
  code: classes.encode(row),
  values: [waitOf(row.createdAt, row.respondedAt), row.hasReporter ? waitOf(row.createdAt, row.wordAt) : NOBODY_WAITS],
})

const noteMerged = (mergedReports: Events['mergedReports'], row: Row): void => {
  if (row.mergedReports && row.kindState !== REMOVED)
    mergedReports.set(
      row.number,
      row.mergedReports.map(({ createdAt, wordAt }) => ({ createdAt, wait: waitOf(createdAt, wordAt) })),
    )
  else mergedReports.delete(row.number)
}

async function readService(db: Db, serviceId: string, { signal, blockRows }: EventsOptions): Promise<Events> {
  const [classes, rows] = [new EventClasses(), new TimedRows(2, { blockRows })]
  const mergedReports: Events['mergedReports'] = new Map()
  const { rows: keys } = await sql<{ key: string }>`select ${regionsKeyOf(sql`${serviceId}`)} as key`.execute(db)
  for await (const range of serviceRanges(db, serviceId, ROWS_PER_QUERY, signal)) {
    const found = await readRows(db, range)
    rows.reserve(found.length)
    for (const row of found) {
      const timed = rowOf(classes, row)
      if (timed.code > 0) rows.push(timed)
      noteMerged(mergedReports, row)
    }
    await nextTurn()
  }
  const service = new ServiceRows(rows, {
    summed: [classes.byGroup],
    listed: [classes.byResponse, classes.byFirstWord],
    fine: [classes.byPair],
  })
  return {
    service,
    classes,
    mergedReports,
    regionsKey: keys[0]?.key ?? '',
    hasOldRegions: false,
  }
}

export type EventsOptions = LiveViewsOptions & {
  /** Ends the loading when the server closes. */
  signal?: AbortSignal | undefined
  /** Rows that are summed up together, see `TimedRows`. */
  blockRows?: number | undefined
}

const MERGED_REPORT_BYTES = 150

/** Live views of what the dashboard counts of events, by service; loaded when somebody opens the dashboard. */
export const openLiveEvents = (db: Db, log: Log, options: EventsOptions): LiveViews<Events> =>
  liveViews(
    db,
    log,
    {
      name: 'dashboard',
      bytesPerRow: BYTES_PER_EVENT,
      read: (snapshot, serviceId) => readService(snapshot, serviceId, options),
      build: ({ service }) => service.sort(),
      update: async ({ service, classes, mergedReports }, serviceId, aoiIds) => {
        // What happens to a merged report changes the waits of its main one.
        const changed = await readRows(
          db,
          sql`aoi a where a.service_id = ${serviceId} and a.id in (
            select id from unnest(${aoiIds}::uuid[]) as named (id)
            union select main_id from aoi where id = any(${aoiIds}::uuid[]))`,
        )
        await service.makeRoom(changed.length)
        for (const row of changed) {
          service.put(rowOf(classes, row))
          noteMerged(mergedReports, row)
        }
        const named = new Set(aoiIds)
        return changed.filter(({ id }) => named.has(id)).length
      },
      needsRebuild: ({ hasOldRegions }) => hasOldRegions,
      countRows: ({ service }) => service.rows.length,
      bytes: ({ service, classes, mergedReports }) =>
        service.bytes + classes.bytes + mergedReports.size * MERGED_REPORT_BYTES,
    },
    options,
  )
