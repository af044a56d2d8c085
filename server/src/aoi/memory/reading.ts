import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { type Heard, heardBy } from './news.ts'

/** Reads in one snapshot, and tells which messages were out by then. */
export const asOfOneMoment = <T>(db: Db, read: (moment: Db) => Promise<T>): Promise<{ heard: Heard; all: T }> => {
  if (db.isTransaction) throw new Error('all AOIs are read in a transaction of their own')
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (moment) => ({ heard: await heardBy(moment), all: await read(moment) }))
}

/** `aoi a` without the deleted ones, page by page as the table lies on the disk, unless the server closes meanwhile. */
export async function* byPages(
  db: Db,
  pagesAtOnce: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<RawBuilder<unknown>> {
  const { rows } = await sql<{ pages: number }>`
    select pg_relation_size('aoi') / current_setting('block_size')::int as pages`.execute(db)
  const pages = rows[0]?.pages ?? 0
  for (let page = 0; page < pages; page += pagesAtOnce) {
    signal?.throwIfAborted()
    const [from, to] = [`(${page},0)`, `(${page + pagesAtOnce},0)`]
    yield sql`aoi a where a.deleted_at is null and a.ctid >= ${from}::tid and a.ctid < ${to}::tid`
  }
}

/** The place of one in a column of `timestamptz_send`: µs since 2000. */
export const timeAt = (bytes: Buffer, index: number): number =>
  bytes.readInt32BE(index * 8) * 2 ** 32 + bytes.readUInt32BE(index * 8 + 4)
