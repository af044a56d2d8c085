import { type Kysely, sql } from 'kysely'

/**
 * Notifications to send, written in the transaction of the change. Their devices are found after the commit
 * (notification/audience.ts), so that writers do not wait for that search.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notification (
      id bigint generated always as identity primary key,
      kind text not null check (length(kind) <= 50),
      aoi_id uuid not null references aoi on delete cascade,
      -- member who made the change and is not notified
      by_id uuid,
      -- for 'shared': members with whom the event was shared
      member_ids uuid[] not null default '{}',
      -- by language, with the placeholder {name} for the AOI's name
      texts jsonb not null,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index notification_aoi on notification (aoi_id)`.execute(db)
}
