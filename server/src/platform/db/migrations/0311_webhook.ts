import { type Kysely, sql } from 'kysely'

/** Addresses of other systems that a service lets the server call. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhook (
      id uuid primary key,
      service_id uuid not null references service on delete cascade,
      url text not null check (length(url) <= 2000),
      events text[] not null,
      is_enabled boolean not null default true,
      -- the secret is derived from the id and this number, and lies nowhere
      secret_version integer not null default 1,
      -- since the last call that succeeded
      failing_since timestamptz,
      failures integer not null default 0,
      -- by the server, for failing too long
      switched_off_at timestamptz,
      created_by uuid references member on delete set null,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index webhook_service on webhook (service_id)`.execute(db)
  await sql`create index webhook_created_by on webhook (created_by) where created_by is not null`.execute(db)
}

export const isCompatible = true
