import type { Db } from '../../platform/db/database.ts'
import { type LiveViews, type LiveViewsOptions, type Log, liveViews } from '../live-view/live-views.ts'
import { byClass, Classes } from './classes.ts'
import { FACT_COLUMNS, readSome } from './load.ts'
import { ServiceRows } from './service-rows.ts'
import { TimedRows } from './timed-rows.ts'

/** A row with its place in the order of numbers, with sums, and room for some to come. */
const BYTES_PER_FACT = 30

/** The column of `values` that says when the server got an AOI. */
export const RECEIVED_AT = 0

/** The AOIs of a service, each as the class it belongs to and its times. */
export type Facts = { service: ServiceRows; classes: Classes }

export type FactsOptions = LiveViewsOptions & {
  /** Rows that are summed up together, see `TimedRows`. */
  blockRows?: number | undefined
}

/** Live views of what counts need to know of AOIs, by service. */
export const openLiveFacts = (db: Db, log: Log, { blockRows, ...options }: FactsOptions): LiveViews<Facts> =>
  liveViews(
    db,
    log,
    {
      name: 'counts',
      bytesPerRow: BYTES_PER_FACT,
      take(_serviceId, rowCount) {
        const [classes, rows] = [new Classes(), new TimedRows(1, { capacity: rowCount, blockRows })]
        return {
          data: { classes, service: new ServiceRows(rows, { summed: [byClass] }) },
          columns: FACT_COLUMNS,
          add: (part) => rows.append({ ...part, code: classes.encodeAll(part), values: [part.receivedAt] }),
        }
      },
      build: ({ service }) => service.sort(),
      update: async ({ service, classes }, serviceId, aoiIds) => {
        const changed = await readSome(db, serviceId, aoiIds, classes)
        await service.makeRoom(changed.length)
        for (const row of changed) service.put(row)
        return changed.length
      },
      countRows: ({ service }) => service.rows.length,
      bytes: ({ service, classes }) => service.bytes + classes.bytes,
    },
    options,
  )
