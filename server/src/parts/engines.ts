import { setInterval as every } from 'node:timers/promises'
import { historyOf, selectAois } from '../core/aoi/queries.ts'
import { openEventIndex } from '../core/dashboard/event-index.ts'
import { openMetricIndex } from '../core/metric/metric-index.ts'
import { openCountIndex } from '../memory/count-index/count-index.ts'
import { openChangeFeed } from '../memory/live-view/change-feed.ts'
import { openMemory } from '../memory/live-view/memory.ts'
import { openTableReads } from '../memory/live-view/table-reads.ts'
import { openMapIndex } from '../memory/map-index/map-index.ts'
import type { Read } from '../platform/db/replica/replicas.ts'
import type { Base } from './part.ts'

const KEEP_UP_MS = 5_000

/** The map index, counts, dashboard and metrics: they hold the services that members use, each from its first use on, within one limit. */
export const openEngines = ({ config, database: { db }, log }: Base, read: Read) => {
  const closing = new AbortController()
  const { signal } = closing
  const feed = openChangeFeed(db)
  const memory = openMemory(config.memoryBytes)
  const reads = openTableReads(db, { read, signal, connections: config.databaseConnections })
  const shared = { feed, memory, reads, signal }
  const countIndex = openCountIndex(db, log, shared)
  const mapIndex = openMapIndex(db, log, {
    ...shared,
    selectRows: selectAois(db),
    chosenNumbers: (actor, filter) => countIndex.numbers(actor, filter, (reader) => historyOf(reader, actor)),
  })
  const eventIndex = openEventIndex(db, log, shared)
  const metricIndex = openMetricIndex(db, log, shared)

  const keepUp = async () => {
    for await (const _ of every(KEEP_UP_MS, undefined, { ref: false, signal })) {
      try {
        await feed.catchUp()
        await mapIndex.keepUp()
        await countIndex.keepUp()
        await eventIndex.keepUp()
        await metricIndex.keepUp()
        memory.trim()
      } catch {
        // Shows when somebody asks.
      }
    }
  }

  return {
    feed,
    mapIndex,
    countIndex,
    eventIndex,
    metricIndex,
    memory,
    onListen: () => void keepUp().catch(() => {}),
    onClosing: () => closing.abort(),
  }
}
