import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { deferred } from '../db/deferred.ts'
import { liftStatementTimeout } from '../db/timeouts.ts'

/** Reads within one database snapshot. */
export const readConsistently = <T>(db: Db, read: (snapshot: Db) => Promise<T>): Promise<T> => {
  if (db.isTransaction) throw new Error('the AOIs of a service are read in a transaction of their own')
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      await liftStatementTimeout(snapshot)
      // Each range is a small part of the table: reading all of it for one would be repeated for every other.
      await sql`${deferred} set local enable_seqscan = off`.execute(snapshot)
      return read(snapshot)
    })
}

/**
 * The rows `aoi a` of a service that are neither deleted nor merged, in ranges of about so many, in the order of their
 * numbers. Throws if `signal` is aborted in between.
 */
export async function* serviceRanges(
  db: Db,
  serviceId: string,
  rowsPerRange: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<RawBuilder<unknown>> {
  const isListed = sql`a.service_id = ${serviceId} and a.deleted_at is null and a.main_id is null`
  const { rows: firsts } = await sql<{ number: number }>`
    select a.number from (select a.number, row_number() over (order by a.number) as place from aoi a where ${isListed}) a
    where a.place % ${rowsPerRange} = 1 order by a.number`.execute(db)
  for (const [at, { number }] of firsts.entries()) {
    signal?.throwIfAborted()
    const next = firsts[at + 1]
    yield sql`aoi a where ${isListed} and a.number >= ${number} ${next ? sql`and a.number < ${next.number}` : sql``}`
  }
}

/** Reads each range, the next one while the caller processes what the last one gave. */
export async function* readAhead<T>(
  ranges: AsyncIterable<RawBuilder<unknown>>,
  read: (range: RawBuilder<unknown>) => Promise<T>,
): AsyncGenerator<T> {
  let next: Promise<T> | undefined
  for await (const range of ranges) {
    const part = await next
    const isFirst = next === undefined
    next = read(range)
    // Rethrown where it is awaited; nobody awaits it if the caller stops because of an error of its own.
    next.catch(() => {})
    if (!isFirst) yield part as T
  }
  if (next) yield await next
}

/** Microseconds from 1970 to 2000, from where PostgreSQL counts. */
export const EPOCH_2000_US = Date.UTC(2000, 0) * 1000

/** The value at `index` in a column of `timestamptz_send`: microseconds since 2000. */
export const timeAt = (bytes: Buffer, index: number): number =>
  bytes.readInt32BE(index * 8) * 2 ** 32 + bytes.readUInt32BE(index * 8 + 4)

/** The same number of a time. */
export const microsecondsOf = (time: Date): number => time.getTime() * 1000 - EPOCH_2000_US

/** The same number of a column in SQL. */
export const microsecondsSince2000 = (column: RawBuilder<unknown>) =>
  sql<number>`(extract(epoch from ${column} - timestamptz '2000-01-01 00:00:00+00') * 1000000)::bigint`
