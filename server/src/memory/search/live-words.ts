import type { Db } from '../../platform/db/database.ts'
import { type LiveViews, type LiveViewsOptions, type Log, liveViews } from '../live-view/live-views.ts'
import { idsByName, readSome } from './load.ts'
import { WORD_COLUMNS, WordIndex } from './word-index.ts'

/** With twenty words a text; measured for each service once it is loaded. */
const BYTES_PER_AOI = 260

/** Live views of the words of AOIs, by service. */
export const openLiveWords = (db: Db, log: Log, options: LiveViewsOptions): LiveViews<WordIndex> =>
  liveViews(
    db,
    log,
    {
      name: 'search',
      bytesPerRow: BYTES_PER_AOI,
      take(serviceId, rowCount) {
        const index = new WordIndex(rowCount)
        return {
          data: index,
          columns: WORD_COLUMNS,
          add: (part) => index.append(part),
          end: (snapshot) => index.finish(idsByName(snapshot, serviceId)),
        }
      },
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
