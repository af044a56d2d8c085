import type pg from 'pg'

/** Position in the write-ahead log. Each promotion begins a timeline; only positions of one timeline are comparable. */
export type LogPosition = { timeline: string; bytes: number }

/** SQL expression for the current timeline of the primary. */
export const timelineSql = 'substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8)'

/**
 * The flush position, because a commit is acknowledged after its flush and replicas receive only flushed records. Without
 * synchronous commit the insert position, because commits may be acknowledged before their flush.
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
