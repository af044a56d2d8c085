import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { liftStatementTimeout } from '../db/timeouts.ts'
import { type OutboxWatermark, watermarkNow } from './change-set.ts'

/** Reads within one database snapshot, and answers which outbox messages that snapshot includes. */
export const readConsistently = <T>(
  db: Db,
  read: (snapshot: Db) => Promise<T>,
): Promise<{ watermark: OutboxWatermark; data: T }> => {
  if (db.isTransaction) throw new Error('all AOIs are read in a transaction of their own')
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      await liftStatementTimeout(snapshot)
      return { watermark: await watermarkNow(snapshot), data: await read(snapshot) }
    })
}

/** The table `aoi a` without deleted and merged rows, in ranges of its pages on disk. Throws if `signal` is aborted in between. */
export async function* tableRanges(
  db: Db,
  pagesPerRange: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<RawBuilder<unknown>> {
  const { rows } = await sql<{ pages: number }>`
    select pg_relation_size('aoi') / current_setting('block_size')::int as pages`.execute(db)
  const pages = rows[0]?.pages ?? 0
  for (let page = 0; page < pages; page += pagesPerRange) {
    signal?.throwIfAborted()
    const [from, to] = [`(${page},0)`, `(${page + pagesPerRange},0)`]
    yield sql`aoi a where a.deleted_at is null and a.main_id is null and a.ctid >= ${from}::tid and a.ctid < ${to}::tid`
  }
}

/** Microseconds from 1970 to 2000, from where PostgreSQL counts. */
export const EPOCH_2000_US = Date.UTC(2000, 0) * 1000

/** The value at `index` in a column of `timestamptz_send`: microseconds since 2000. */
export const timeAt = (bytes: Buffer, index: number): number =>
  bytes.readInt32BE(index * 8) * 2 ** 32 + bytes.readUInt32BE(index * 8 + 4)
