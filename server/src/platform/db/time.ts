import { type RawBuilder, sql } from 'kysely'

export const isoTime = (column: RawBuilder<unknown>) =>
  sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

export const timestampOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())
