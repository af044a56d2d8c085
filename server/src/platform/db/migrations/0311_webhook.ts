import { type Kysely, sql } from 'kysely'

/** Webhooks: addresses of other systems that the server calls for a service. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhook (
      id uuid primary key,
      service_id uuid not null references service on delete cascade,
      url text not null check (length(url) <= 2000),
      events text[] not null,
      is_enabled boolean not null default true,
      -- the secret is derived from the id and this number, so it is not stored
      secret_version integer not null default 1,
      -- time of the first failed call after the last successful one
      failing_since timestamptz,
      failures integer not null default 0,
      -- when the server disabled the webhook because it had failed for too long
      switched_off_at timestamptz,
      created_by uuid references member on delete set null,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index webhook_service on webhook (service_id)`.execute(db)
  await sql`create index webhook_created_by on webhook (created_by) where created_by is not null`.execute(db)
}

export const isCompatible = true
