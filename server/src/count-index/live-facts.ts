import type { Db } from '../db/database.ts'
import { type LiveViews, type LiveViewsOptions, type Log, liveViews } from '../live-view/live-views.ts'
import type { Facts } from './facts.ts'
import { readService, readSome } from './load.ts'

/** A row with its place in the order of numbers, and an eighth of room for those to come. */
const BYTES_PER_FACT = 37

/** Live views of what counts need to know of AOIs, by service. */
export const openLiveFacts = (
  db: Db,
  log: Log,
  { signal, ...options }: LiveViewsOptions & { signal?: AbortSignal | undefined },
): LiveViews<Facts> =>
  liveViews(
    db,
    log,
    {
      name: 'counts',
      bytesPerRow: BYTES_PER_FACT,
      read: (snapshot, serviceId) => readService(snapshot, serviceId, signal),
      build: (facts) => facts.finish(),
      update: async (facts, serviceId, aoiIds) => {
        for (const fact of await readSome(db, serviceId, aoiIds)) facts.put(fact)
      },
      countRows: ({ length }) => length,
      bytes: (facts) => facts.bytes,
    },
    options,
  )
