import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table api_token (
      id uuid primary key,
      service_id uuid not null references service on delete cascade,
      creator_id uuid not null references member on delete cascade,
      name text not null,
      token_hash bytea not null unique,
      scopes text[] not null,
      event_type_ids uuid[],
      region_ids uuid[],
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      last_used_at timestamptz,
      revoked_at timestamptz
    )`.execute(db)
  await sql`create index api_token_service on api_token (service_id)`.execute(db)
  await sql`create index api_token_creator on api_token (creator_id)`.execute(db)
}

export const isCompatible = true
