import { type Kysely, sql } from 'kysely'

/** The public board of a service, and what reviewers wrote for the public about single events. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table board (
      service_id uuid primary key references service on delete cascade,
      token text not null unique,
      is_on boolean not null default false,
      -- of types that are shown; an id of a type that is gone shows nothing
      type_ids uuid[] not null default '{}',
      states text[] not null default '{}' check (states <@ array['new', 'inProgress', 'done']),
      cell_metres integer not null check (cell_metres > 0),
      days integer not null check (days between 1 and 365),
      time_zone text not null check (length(time_zone) <= 60),
      -- plain origins, as a Content-Security-Policy names them
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
