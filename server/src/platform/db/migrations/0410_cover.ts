import { type Kysely, sql } from 'kysely'

/** When something of the service was covered last: devices then drop their copies. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table review_setting add column covered_at timestamptz`.execute(db)
}

export const isCompatible = true
