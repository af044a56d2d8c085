import { type Kysely, sql } from 'kysely'

/**
 * The photo of an event that a reviewer approved for the public. It is stored as an id, because a later photo of the
 * event needs its own approval.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table public_text add column photo_id uuid`.execute(db)
}

export const isCompatible = true
