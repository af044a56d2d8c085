import { type Kysely, sql } from 'kysely'

/** What a service tells its reporters in its own words, by step; where it has none the usual text is used. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table reporter_text (
      service_id uuid not null references service on delete cascade,
      name text not null check (length(name) <= 50),
      -- by language; not by main language and translations, so that a change of the main language leaves it as it is
      texts jsonb not null,
      primary key (service_id, name)
    )`.execute(db)
}

export const isCompatible = true
