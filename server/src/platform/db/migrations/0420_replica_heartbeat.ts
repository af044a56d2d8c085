import { type Kysely, sql } from 'kysely'

/** By the newest `beat` of a server a replica proves that it follows the same primary, and how far it is behind. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table replica_heartbeat (
      server_id uuid primary key,
      beat uuid not null,
      beat_at timestamptz not null default now()
    )`.execute(db)
}

export const isCompatible = true
