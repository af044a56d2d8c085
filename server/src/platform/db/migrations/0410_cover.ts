import { type Kysely, sql } from 'kysely'

/** Time at which a photo of the service was last covered. Devices then discard cached photos. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table review_setting add column covered_at timestamptz`.execute(db)
}

export const isCompatible = true
