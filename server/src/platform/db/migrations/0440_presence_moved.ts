import { type Kysely, sql } from 'kysely'

/**
 * Whether the member moved since the last message about presence. Moves are sent together with arrivals and departures,
 * a few times a minute.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table presence add column is_moved boolean not null default false`.execute(db)
}

export const isCompatible = true
