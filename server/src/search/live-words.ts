import type { Db } from '../db/database.ts'
import { type LiveViews, type LiveViewsOptions, type Log, liveViews } from '../live-view/live-views.ts'
import { idsByName, readService, readSome } from './load.ts'
import { WordIndex } from './word-index.ts'

/** With twenty words a text; measured for each service once it is loaded. */
const BYTES_PER_AOI = 260

/** Live views of the words of AOIs, by service. */
export const openLiveWords = (
  db: Db,
  log: Log,
  { signal, ...options }: LiveViewsOptions & { signal?: AbortSignal | undefined },
): LiveViews<WordIndex> =>
  liveViews(
    db,
    log,
    {
      name: 'search',
      bytesPerRow: BYTES_PER_AOI,
      read: async (snapshot, serviceId) => {
        const index = new WordIndex()
        await index.load(readService(snapshot, serviceId, signal))
        await index.rank(idsByName(snapshot, serviceId))
        return index
      },
      build: (index) => index.build(),
      update: async (index, serviceId, aoiIds) => {
        const changed = await readSome(db, serviceId, aoiIds)
        for (const aoi of changed) index.put(aoi)
        return changed.length
      },
      countRows: (index) => index.rows.length,
      bytes: (index) => index.bytes,
      needsRebuild: (index) => index.needsRebuild,
    },
    options,
  )
