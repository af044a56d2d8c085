import type { Db } from '../db/database.ts'
import { type LiveViews, type LiveViewsOptions, type Log, liveViews } from '../live-view/live-views.ts'
import { byClass, Classes } from './classes.ts'
import { type Fact, readService, readSome } from './load.ts'
import { ServiceRows } from './service-rows.ts'
import { type TimedRow, TimedRows } from './timed-rows.ts'

/** A row with its place in the order of numbers, with sums, and room for some to come. */
const BYTES_PER_FACT = 30

/** The column of `values` that says when the server got an AOI. */
export const RECEIVED_AT = 0

/** The AOIs of a service, each as the class it belongs to and its times. */
export type Facts = { service: ServiceRows; classes: Classes }

const rowOf = (classes: Classes, fact: Fact): TimedRow => ({
  number: fact.number,
  createdAt: fact.createdAt,
  code: classes.encode(fact),
  values: [fact.receivedAt],
})

export type FactsOptions = LiveViewsOptions & {
  /** Ends the loading when the server closes. */
  signal?: AbortSignal | undefined
  /** Rows that are summed up together, see `TimedRows`. */
  blockRows?: number | undefined
}

/** Live views of what counts need to know of AOIs, by service. */
export const openLiveFacts = (db: Db, log: Log, { signal, blockRows, ...options }: FactsOptions): LiveViews<Facts> =>
  liveViews(
    db,
    log,
    {
      name: 'counts',
      bytesPerRow: BYTES_PER_FACT,
      read: async (snapshot, serviceId) => {
        const [classes, rows] = [new Classes(), new TimedRows(1, { blockRows })]
        await readService(snapshot, serviceId, signal, (facts, count) => {
          rows.reserve(count)
          for (const fact of facts) rows.push(rowOf(classes, fact))
        })
        return { classes, service: new ServiceRows(rows, { summed: [byClass] }) }
      },
      build: ({ service }) => service.sort(),
      update: async ({ service, classes }, serviceId, aoiIds) => {
        const changed = await readSome(db, serviceId, aoiIds)
        await service.makeRoom(changed.length)
        for (const fact of changed) service.put(rowOf(classes, fact))
        return changed.length
      },
      countRows: ({ service }) => service.rows.length,
      bytes: ({ service, classes }) => service.bytes + classes.bytes,
    },
    options,
  )
