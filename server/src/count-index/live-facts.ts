import type { Db } from '../db/database.ts'
import { type LiveViews, type LiveViewsOptions, type Log, liveViews } from '../live-view/live-views.ts'
import { readService, readSome } from './load.ts'
import { ServiceFacts } from './service-facts.ts'

/** A row with its place in the order of numbers, and room for some to come. */
const BYTES_PER_FACT = 34

/** Live views of what counts need to know of AOIs, by service. */
export const openLiveFacts = (
  db: Db,
  log: Log,
  { signal, ...options }: LiveViewsOptions & { signal?: AbortSignal | undefined },
): LiveViews<ServiceFacts> =>
  liveViews(
    db,
    log,
    {
      name: 'counts',
      bytesPerRow: BYTES_PER_FACT,
      read: async (snapshot, serviceId) => new ServiceFacts(await readService(snapshot, serviceId, signal)),
      build: (service) => service.sort(),
      update: async (service, serviceId, aoiIds) => {
        const changed = await readSome(db, serviceId, aoiIds)
        await service.makeRoom(changed.length)
        for (const fact of changed) service.put(fact)
        return changed.length
      },
      countRows: ({ facts }) => facts.length,
      bytes: (service) => service.bytes,
    },
    options,
  )
