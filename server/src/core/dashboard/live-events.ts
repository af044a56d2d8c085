import { type RawBuilder, sql } from 'kysely'
import { ServiceRows } from '../../memory/count-index/service-rows.ts'
import { type TimedRow, TimedRows } from '../../memory/count-index/timed-rows.ts'
import { REMOVED } from '../../memory/live-view/kind-state.ts'
import { type LiveViews, type LiveViewsOptions, type Log, liveViews } from '../../memory/live-view/live-views.ts'
import type { Db } from '../../platform/db/database.ts'
import { EventClasses } from './event-classes.ts'
import { type EventRow, type MergedReport, readService, readSome } from './load.ts'

/** A row with its place in the order of numbers, with sums, and room for some to come. */
const BYTES_PER_EVENT = 45

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

/** Equal keys mean that no region was added, changed or removed. */
export const regionsKeyOf = (serviceId: RawBuilder<unknown>) =>
  sql<string>`(select coalesce(md5(string_agg(r.id::text || r.updated_at::text, ',' order by r.id)), '') from region r
    where r.service_id = ${serviceId})`

const rowOf = (classes: EventClasses, row: EventRow): TimedRow => ({
  number: row.number,
  createdAt: row.createdAt,
  code: classes.encode(row),
  values: [row.response, row.firstWord],
})

const noteMerged = (byNumber: Events['mergedReports'], reports: readonly MergedReport[]): void => {
  for (const [number, some] of Map.groupBy(reports, (report) => report.number)) byNumber.set(number, some)
}

async function readEvents(db: Db, serviceId: string, { signal, blockRows }: EventsOptions): Promise<Events> {
  const [classes, rows] = [new EventClasses(), new TimedRows(2, { blockRows })]
  const mergedReports: Events['mergedReports'] = new Map()
  const { rows: keys } = await sql<{ key: string }>`select ${regionsKeyOf(sql`${serviceId}`)} as key`.execute(db)
  const merged = await readService(db, serviceId, signal, (found, count) => {
    rows.reserve(count)
    for (const row of found) if (row.kindState !== REMOVED) rows.push(rowOf(classes, row))
  })
  noteMerged(mergedReports, merged)
  const service = new ServiceRows(rows, {
    summed: [classes.byGroup],
    listed: [classes.byResponse, classes.byFirstWord],
    fine: [classes.byPair],
  })
  return { service, classes, mergedReports, regionsKey: keys[0]?.key ?? '', hasOldRegions: false }
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
      read: (snapshot, serviceId) => readEvents(snapshot, serviceId, options),
      build: ({ service }) => service.sort(),
      update: async ({ service, classes, mergedReports }, serviceId, aoiIds) => {
        const { rows, merged, namedCount } = await readSome(db, serviceId, aoiIds)
        await service.makeRoom(rows.length)
        for (const row of rows) {
          service.put(rowOf(classes, row))
          mergedReports.delete(row.number)
        }
        const isCounted = new Set(rows.filter(({ kindState }) => kindState !== REMOVED).map(({ number }) => number))
        noteMerged(
          mergedReports,
          merged.filter(({ number }) => isCounted.has(number)),
        )
        return namedCount
      },
      needsRebuild: ({ hasOldRegions }) => hasOldRegions,
      countRows: ({ service }) => service.rows.length,
      bytes: ({ service, classes, mergedReports }) =>
        service.bytes + classes.bytes + mergedReports.size * MERGED_REPORT_BYTES,
    },
    options,
  )
