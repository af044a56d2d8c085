import { type Kysely, sql } from 'kysely'

/** Metrics, the outbox of live messages, and the audit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table metric (
      id uuid primary key,
      service_id uuid not null references service on delete cascade,
      name text not null check (length(name) between 1 and 200),
      short_name text not null check (length(short_name) between 1 and 50),
      metric_type text not null check (metric_type in ('BY_USERS', 'BY_POSTS')),
      metric_count_type text not null check (metric_count_type in ('COUNT_POSTS', 'CALCULATE')),
      is_admin_only boolean not null default false,
      conditions jsonb not null default '[]',
      sort_order integer not null default 0,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index metric_service on metric (service_id, sort_order)`.execute(db)

  await createOutbox(db)
  await createAudit(db)
}

/**
 * Live messages. The delivering server numbers them after the commit. A number from the writing transaction could
 * become visible after a higher one.
 */
async function createOutbox(db: Kysely<unknown>) {
  await sql`
    create table outbox (
      id bigint generated always as identity primary key,
      position bigint unique,
      -- recipients: readers of a service, additional members, or one session
      service_id uuid,
      member_ids uuid[] not null default '{}',
      session_id uuid,
      body jsonb not null,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index outbox_age on outbox (created_at)`.execute(db)
  await sql`create sequence outbox_position owned by outbox.position`.execute(db)
  await sql`create index outbox_unnumbered on outbox (id) where position is null`.execute(db)
}

/** Append-only. It has no foreign keys, because entries are kept after the rows they refer to. */
export async function createAudit(db: Kysely<unknown>) {
  await sql`
    create table audit (
      id uuid primary key,
      at timestamptz not null default now(),
      service_id uuid,
      member_id uuid,
      member_name text not null default '' check (length(member_name) <= 400),
      action text not null check (length(action) between 1 and 100),
      target_kind text check (length(target_kind) <= 50),
      target_id text check (length(target_id) <= 100),
      target_name text check (length(target_name) <= 400),
      outcome text not null default 'done' check (outcome in ('done', 'refused')),
      detail jsonb not null default '{}',
      address text not null default '' check (length(address) <= 100),
      request_id text check (length(request_id) <= 100)
    )`.execute(db)
  await sql`create index audit_service on audit (service_id, at desc, id desc)`.execute(db)
  await sql`create index audit_member on audit (member_id, at desc)`.execute(db)
  await sql`
    create function audit_refuse() returns trigger language plpgsql as $$ begin
      raise exception 'the audit is append-only';
    end $$`.execute(db)
  await sql`
    create trigger audit_append_only before update or delete or truncate on audit
      for each statement execute function audit_refuse()`.execute(db)
}
