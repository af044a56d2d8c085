import { type Kysely, sql } from 'kysely'

/** A service's own texts for messages to reporters, by step. Steps without one use the default text. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table reporter_text (
      service_id uuid not null references service on delete cascade,
      name text not null check (length(name) <= 50),
      -- by language rather than as main language and translations, so that a change of the main language leaves them
      -- valid
      texts jsonb not null,
      primary key (service_id, name)
    )`.execute(db)
}

export const isCompatible = true
