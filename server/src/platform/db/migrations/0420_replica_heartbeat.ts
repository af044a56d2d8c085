import { type Kysely, sql } from 'kysely'

/**
 * A server writes a unique `beat` to the primary. A replica that shows the beat follows this primary, and its age is
 * the lag.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table replica_heartbeat (
      server_id uuid primary key,
      beat uuid not null,
      beat_at timestamptz not null default now()
    )`.execute(db)
}

export const isCompatible = true
