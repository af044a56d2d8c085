import { type Kysely, sql } from 'kysely'

/** The public board of a service, and texts about single events that reviewers wrote for the public. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table board (
      service_id uuid primary key references service on delete cascade,
      token text not null unique,
      is_on boolean not null default false,
      -- event types on the board; ids of deleted types have no effect
      type_ids uuid[] not null default '{}',
      states text[] not null default '{}' check (states <@ array['new', 'inProgress', 'done']),
      cell_metres integer not null check (cell_metres > 0),
      days integer not null check (days between 1 and 365),
      time_zone text not null check (length(time_zone) <= 60),
      -- origins as in a Content-Security-Policy, for example https://example.org
      origins text[] not null default '{}'
    )`.execute(db)
  await sql`
    create table public_text (
      aoi_id uuid primary key references aoi on delete cascade,
      text text not null check (length(text) between 1 and 500),
      changed_by uuid references member on delete set null,
      changed_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index public_text_member on public_text (changed_by) where changed_by is not null`.execute(db)
}

export const isCompatible = true
