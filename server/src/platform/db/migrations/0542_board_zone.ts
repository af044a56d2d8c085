import { type Kysely, sql } from 'kysely'

/** Boards with a time zone that PostgreSQL does not have could not be read. New ones are refused. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update board set time_zone = 'UTC'
    where not exists (select from pg_timezone_names where lower(name) = lower(board.time_zone))`.execute(db)
}

export const isCompatible = true
