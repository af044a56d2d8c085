import { type Kysely, sql } from 'kysely'

/**
 * What is to be told, one row each, written in the transaction of the change. Whose devices get it is looked up after
 * the commit (notification/audience.ts), so that no writer waits for a search among all devices.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notification (
      id bigint generated always as identity primary key,
      kind text not null check (length(kind) <= 50),
      aoi_id uuid not null references aoi on delete cascade,
      -- who did it, and is not told
      by_id uuid,
      -- for 'shared': with whom
      member_ids uuid[] not null default '{}',
      -- by language, with {name} where the AOI's name goes
      texts jsonb not null,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index notification_aoi on notification (aoi_id)`.execute(db)
}
