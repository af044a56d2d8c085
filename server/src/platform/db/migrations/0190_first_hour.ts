import { type Kysely, sql } from 'kysely'

/** Main language and home area of a service, and the rows that a starter set created. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table service
      add column main_language text not null default 'en' check (length(main_language) between 2 and 20),
      -- west, south, east, north in degrees
      add column home_area jsonb`.execute(db)
  await sql`
    create table starter_item (
      service_id uuid not null references service on delete cascade,
      set_name text not null,
      kind text not null check (kind in ('role', 'action', 'eventType', 'metric', 'community')),
      item_id uuid not null,
      primary key (service_id, set_name, kind, item_id)
    )`.execute(db)
}
