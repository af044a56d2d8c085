import { type Kysely, sql } from 'kysely'

/**
 * The picture of an event that a reviewer approved for the public. It is named, not only marked: another picture of the
 * same event needs an approval of its own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table public_text add column photo_id uuid`.execute(db)
}

export const isCompatible = true
