import { type Kysely, sql } from 'kysely'

/** Feeds of public warnings (CAP 1.2), their warnings, and alarms about warnings. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table warning_feed (
      id uuid primary key,
      service_id uuid not null references service on delete cascade,
      name text not null check (length(name) between 1 and 100),
      url text not null check (length(url) <= 2000),
      interval_minutes integer not null check (interval_minutes between 1 and 1440),
      shows_tests boolean not null,
      -- a WarningFeedLimit of the contract
      kept jsonb not null,
      is_enabled boolean not null,
      -- increases with every change; the result of a check that began before the change is discarded
      revision integer not null default 1,
      -- HTTP validators and versions of the feed's documents, by address
      documents jsonb not null default '{}',
      next_at timestamptz not null default now(),
      is_requested boolean not null default true,
      checked_at timestamptz,
      succeeded_at timestamptz,
      problem jsonb,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index warning_feed_service on warning_feed (service_id)`.execute(db)
  await sql`create index warning_feed_due on warning_feed (next_at) where is_enabled`.execute(db)

  await sql`
    create table warning (
      id uuid primary key,
      service_id uuid not null references service on delete cascade,
      feed_id uuid not null references warning_feed on delete cascade,
      -- shared by a warning and its updates
      thread_id uuid not null,
      sender text not null,
      identifier text not null,
      -- position in the message, which may contain several warnings in one language
      part integer not null,
      -- address of the document that contains the warning
      source text not null,
      status text not null check (status in ('actual', 'exercise', 'system', 'test', 'draft')),
      severity text not null check (severity in ('extreme', 'severe', 'moderate', 'minor', 'unknown')),
      urgency text not null,
      certainty text not null,
      categories text[] not null,
      responses text[] not null,
      sent_at timestamptz not null,
      effective_at timestamptz not null,
      begins_at timestamptz not null,
      expires_at timestamptz,
      texts jsonb not null,
      areas jsonb not null,
      -- MultiPolygon coordinates from which the shapes are built
      outlines jsonb,
      shapes polygon[],
      -- names and codes of the areas in lower case, matched with regions
      area_keys text[] not null,
      -- replaced or cancelled messages, as sender,identifier
      replaces text[] not null,
      -- a point inside the areas, close to the centre of the home area
      place point,
      region_ids uuid[] not null default '{}',
      is_in_home boolean not null default true,
      -- whether the warning passes the limit of its feed
      is_kept boolean not null default true,
      event_id uuid references aoi on delete set null,
      read_at timestamptz not null default now(),
      ended_at timestamptz,
      end_reason text check (end_reason in ('expired', 'cancelled', 'replaced', 'gone')),
      unique (feed_id, sender, identifier, part)
    )`.execute(db)
  await sql`create index warning_current on warning (service_id) where ended_at is null`.execute(db)
  await sql`create index warning_expires on warning (expires_at) where ended_at is null`.execute(db)
  await sql`create index warning_ended on warning (ended_at) where ended_at is not null`.execute(db)
  await sql`create index warning_service on warning (service_id)`.execute(db)
  await sql`create index warning_thread on warning (thread_id)`.execute(db)
  await sql`create index warning_event on warning (event_id) where event_id is not null`.execute(db)
  await sql`create index warning_replaces on warning using gin (replaces)`.execute(db)
  await sql`
    create function warning_shape() returns trigger language plpgsql as $$ begin
      new.shapes := case when new.outlines is not null then array(
        select ('(' || string_agg(format('(%s,%s)', corner ->> 0, corner ->> 1), ',' order by place) || ')')::polygon
        from jsonb_array_elements(new.outlines) with ordinality as outline (rings, number),
          jsonb_array_elements(rings -> 0) with ordinality as ring (corner, place)
        group by number order by number) end;
      return new;
    end $$`.execute(db)
  await sql`
    create trigger warning_shaped before insert or update of outlines on warning
      for each row execute function warning_shape()`.execute(db)

  // Thread of the warning. The alarm stays active through updates of the warning.
  await sql`alter table alarm add column watched_warning uuid`.execute(db)
  await sql`create unique index alarm_warning_open on alarm (rule_id, watched_warning)
    where ended_at is null and watched_warning is not null`.execute(db)
}

export const isCompatible = true
