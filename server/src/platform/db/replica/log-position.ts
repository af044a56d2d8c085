import type pg from 'pg'

/** A place in the write-ahead log. Places of different timelines cannot be compared: each promotion begins a new one. */
export type LogPosition = { timeline: string; bytes: number }

/** Timeline of the statement it is part of. */
export const timelineSql = 'substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8)'

/**
 * Replicas receive flushed records only, and a commit is acknowledged after its flush. Without synchronous commit,
 * records that were only inserted may be acknowledged too.
 */
const positionSql = `
  select ${timelineSql} as timeline, lsn - '0/0'::pg_lsn as bytes
  from (select case current_setting('synchronous_commit')
    when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end as lsn) log`

/** Everything that the primary acknowledged before the call is in the log before this position. */
export const readPosition = async (primary: pg.Pool): Promise<LogPosition> => {
  const { rows } = await primary.query<LogPosition>(positionSql)
  if (!rows[0]) throw new Error('the primary returned no log position')
  return rows[0]
}
