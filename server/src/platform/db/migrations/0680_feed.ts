import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table feed (
      id uuid primary key,
      service_id uuid not null references service on delete cascade,
      creator_id uuid not null references member on delete cascade,
      name text not null,
      token_hash bytea not null unique,
      format text not null,
      filter jsonb not null,
      language text not null,
      time_zone text not null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz,
      revoked_at timestamptz
    )`.execute(db)
  await sql`create index feed_service on feed (service_id)`.execute(db)
  await sql`create index feed_creator on feed (creator_id)`.execute(db)
}

export const isCompatible = true
