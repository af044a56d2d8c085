import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { deferred } from '../../platform/db/deferred.ts'
import { liftStatementTimeout } from '../../platform/db/timeouts.ts'

/** Reads within one database snapshot: a new one, or one that another connection has exported under this name. */
export const readConsistently = <T>(db: Db, read: (snapshot: Db) => Promise<T>, exported?: string): Promise<T> => {
  if (db.isTransaction) throw new Error('the AOIs of a service are read in a transaction of their own')
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      if (exported) await sql`${deferred} set transaction snapshot ${sql.lit(exported)}`.execute(snapshot)
      await liftStatementTimeout(snapshot)
      // Each range is a small part of the table: reading all of it for one would be repeated for every other.
      await sql`${deferred} set local enable_seqscan = off`.execute(snapshot)
      // Rows lie in the order of their numbers. PostgreSQL knows that of the index of all numbers, but not of the index of one
      // service's, and would rather walk through the rows of all services than find those of one wherever they may be.
      await sql`${deferred} set local random_page_cost = 0.1`.execute(snapshot)
      return read(snapshot)
    })
}

/** The same over two connections that see the same: while one sends its rows, the other reads the next ones. */
export const readSideBySide = <T>(db: Db, read: (snapshots: readonly [Db, Db]) => Promise<T>): Promise<T> =>
  readConsistently(db, async (snapshot) => {
    const { rows } = await sql<{ name: string }>`select pg_export_snapshot() as name`.execute(snapshot)
    return readConsistently(db, (other) => read([snapshot, other]), rows[0]?.name)
  })

/** Some rows of a service, and the highest number among them. */
export type Part<T> = { rows: T; last: number }

/** Rethrown where it is awaited; nobody awaits it if the caller stops because of an error of its own. */
const begun = <P extends Promise<unknown>>(reading: P): P => {
  reading.catch(() => {})
  return reading
}

/**
 * Part after part, the next one read while the caller processes the last. `readAfter` gets the last one, if there was any, and
 * answers undefined when there are no more.
 */
export async function* readAhead<T>(readAfter: (last: T | undefined) => Promise<T | undefined>): AsyncGenerator<T> {
  const begin = (last: T | undefined) => begun(readAfter(last))
  let next = begin(undefined)
  for (let part = await next; part; part = await next) {
    next = begin(part)
    yield part
  }
}

/** The results of `readers`, which take turns, in the order of `parts`: each reads one part ahead of the caller. */
export async function* readInTurns<P, T>(
  parts: readonly P[],
  readers: readonly ((part: P) => Promise<T | undefined>)[],
): AsyncGenerator<T> {
  const begin = (at: number) => {
    const [part, reader] = [parts[at], readers[at % readers.length]]
    return part !== undefined && reader ? begun(reader(part)) : undefined
  }
  const ahead = readers.map((_, at) => begin(at))
  for (let at = 0; at < parts.length; at++) {
    const result = await ahead[at % readers.length]
    ahead[at % readers.length] = begin(at + readers.length)
    if (result !== undefined) yield result
  }
}

/** Numbers of rows: those behind `after`, up to `until` or to the end. */
export type NumberRange = { after: number; until: number | undefined }

/** All numbers, cut where parts end. */
export const rangesBetween = (ends: readonly number[]): NumberRange[] =>
  [0, ...ends].map((after, at) => ({ after, until: ends[at] }))

/** The rows `aoi a` of a service with these numbers that are neither deleted nor merged, in the order of numbers. */
export const rowsBetween = (serviceId: string, { after, until }: NumberRange): RawBuilder<unknown> =>
  sql`(select a.* from aoi a
    where a.service_id = ${serviceId} and a.deleted_at is null and a.main_id is null and a.number > ${after}
      ${until === undefined ? sql`` : sql`and a.number <= ${until}`}
    order by a.number) a`

/** The rows `aoi a` of a service that are neither deleted nor merged, so many at most, behind a number and in the order of numbers. */
export const rowsBehind = (serviceId: string, number: number, limit: number): RawBuilder<unknown> =>
  sql`(select a.* from aoi a
    where a.service_id = ${serviceId} and a.deleted_at is null and a.main_id is null and a.number > ${number}
    order by a.number limit ${sql.lit(limit)}) a`

/**
 * Reads the rows `aoi a` of a service that are neither deleted nor merged, so many at a time, in the order of their numbers, one part
 * ahead. Throws if `signal` is aborted in between. `read` answers undefined of no rows.
 */
export async function* readInParts<T>(
  serviceId: string,
  rowsPerPart: number,
  signal: AbortSignal | undefined,
  read: (from: RawBuilder<unknown>) => Promise<Part<T> | undefined>,
): AsyncGenerator<T> {
  const readAfter = async (part: Part<T> | undefined) => {
    signal?.throwIfAborted()
    return read(rowsBehind(serviceId, part?.last ?? 0, rowsPerPart))
  }
  for await (const { rows } of readAhead(readAfter)) yield rows
}

/** Microseconds from 1970 to 2000, from where PostgreSQL counts. */
export const EPOCH_2000_US = Date.UTC(2000, 0) * 1000

/** The value at `index` in a column of `timestamptz_send`: microseconds since 2000. */
export const timeAt = (bytes: Buffer, index: number): number =>
  bytes.readInt32BE(index * 8) * 2 ** 32 + bytes.readUInt32BE(index * 8 + 4)

/** `infinity`, as `timeAt` reads it. */
export const NEVER = 2 ** 63

/** The same number of a time. */
export const microsecondsOf = (time: Date): number => time.getTime() * 1000 - EPOCH_2000_US

/** The same number of a column in SQL. */
export const microsecondsSince2000 = (column: RawBuilder<unknown>) =>
  sql<number>`(extract(epoch from ${column} - timestamptz '2000-01-01 00:00:00+00') * 1000000)::bigint`
