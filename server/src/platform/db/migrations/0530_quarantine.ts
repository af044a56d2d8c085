import { type Kysely, sql } from 'kysely'

/** Rows that jobs could not process, the clocks of the servers, and urgent deliveries. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table quarantine (
      job text not null,
      -- a uuid or bigint
      row_id text not null,
      table_name text not null,
      service_id uuid references service on delete cascade,
      -- SQLSTATE and constraint, or the class of the error
      code text not null check (length(code) <= 100),
      attempts integer not null default 1,
      first_at timestamptz not null,
      last_at timestamptz not null,
      retry_at timestamptz not null,
      -- when Admins and owner were notified
      reported_at timestamptz,
      primary key (job, row_id)
    )`.execute(db)
  await sql`create index quarantine_service on quarantine (service_id) where service_id is not null`.execute(db)
  await sql`
    create table server_clock (
      -- host and port
      server text primary key,
      ticked_at timestamptz not null,
      -- names of failing jobs
      problems text[] not null,
      failing_since timestamptz,
      reported_at timestamptz
    )`.execute(db)
  await sql`alter table delivery add column is_urgent boolean not null default false`.execute(db)
}

export const isCompatible = true
