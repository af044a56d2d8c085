import { type Kysely, sql } from 'kysely'

/** A board whose time zone PostgreSQL does not know could not be read. Such zones are no longer accepted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update board set time_zone = 'UTC'
    where not exists (select from pg_timezone_names where lower(name) = lower(board.time_zone))`.execute(db)
}

export const isCompatible = true
