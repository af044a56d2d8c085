import type { Db } from '../../platform/db/database.ts'
import { openChangeFeed } from './change-feed.ts'
import { openMemory } from './memory.ts'
import { openTableReads } from './table-reads.ts'

/** What engines share in a server, with room for everything. */
export const sharedMemory = (db: Db) => ({
  feed: openChangeFeed(db),
  memory: openMemory(Number.POSITIVE_INFINITY),
  reads: openTableReads(db, { gatherMs: 0 }),
})
