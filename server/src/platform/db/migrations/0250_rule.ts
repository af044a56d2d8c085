import { type Kysely, sql } from 'kysely'

/** Rules on sensors and events, their states, the alarms they raised, and mutes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table rule (
      id uuid primary key,
      service_id uuid not null references service on delete cascade,
      name text not null check (length(name) between 1 and 200),
      is_enabled boolean not null default true,
      severity text not null check (severity in ('info', 'warning', 'high')),
      -- a RuleTrigger of the contract
      trigger jsonb not null,
      quiet_seconds integer not null default 0 check (quiet_seconds >= 0),
      sets_area_status boolean not null default true,
      -- type of the event that an alarm creates
      event_type_id uuid references event_type on delete set null,
      archives_event boolean not null default false,
      -- increases with every change, so that servers detect that their copy in memory is old
      revision integer not null default 1,
      -- rules on events ignore reports before this time
      active_from timestamptz not null default now(),
      -- rules on events: reports received up to this time have been checked
      checked_at timestamptz,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index rule_service on rule (service_id)`.execute(db)
  await sql`create index rule_event_type on rule (event_type_id) where event_type_id is not null`.execute(db)

  // Only sensors that are not in the normal state, or have a pending deadline, have a row.
  await sql`
    create table rule_state (
      rule_id uuid not null references rule on delete cascade,
      sensor_id uuid not null references sensor on delete cascade,
      phase text not null check (phase in ('normal', 'pending', 'alarm', 'recovering', 'noData')),
      since timestamptz not null,
      active integer not null default 0,
      contradicted_at timestamptz,
      quiet_until timestamptz,
      due_at timestamptz,
      primary key (rule_id, sensor_id)
    )`.execute(db)
  await sql`create index rule_state_due on rule_state (due_at) where due_at is not null`.execute(db)
  await sql`create index rule_state_sensor on rule_state (sensor_id)`.execute(db)
  await sql`create index rule_state_active on rule_state (sensor_id)
    where phase <> 'normal' or quiet_until is not null`.execute(db)

  await sql`
    create table alarm (
      id uuid primary key,
      service_id uuid not null references service on delete cascade,
      kind text not null check (kind in ('alarm', 'noData')),
      rule_id uuid references rule on delete set null,
      rule_name text not null,
      severity text not null check (severity in ('info', 'warning', 'high')),
      sets_area_status boolean not null,
      sensor_id uuid references sensor on delete cascade,
      -- rules on events: the watched event
      watched_aoi_id uuid references aoi on delete cascade,
      -- the event that the alarm created
      event_id uuid references aoi on delete set null,
      began_at timestamptz not null,
      raised_at timestamptz not null,
      ended_at timestamptz,
      ended_by uuid references member on delete set null,
      ended_by_name text check (length(ended_by_name) <= 400),
      end_reason text check (length(end_reason) <= 500),
      is_muted boolean not null default false,
      explanation jsonb not null default '{}',
      -- when the event is next created, updated or archived
      event_due_at timestamptz
    )`.execute(db)
  // Prevents a second alarm if two servers raise it at the same time.
  await sql`create unique index alarm_open on alarm (rule_id, sensor_id, kind) where ended_at is null and sensor_id is not null`.execute(
    db,
  )
  await sql`create unique index alarm_watched on alarm (rule_id, watched_aoi_id) where watched_aoi_id is not null`.execute(
    db,
  )
  await sql`create index alarm_service_open on alarm (service_id, raised_at desc) where ended_at is null`.execute(db)
  await sql`create index alarm_sensor_open on alarm (sensor_id) where ended_at is null`.execute(db)
  await sql`create index alarm_rule on alarm (rule_id, raised_at desc)`.execute(db)
  await sql`create index alarm_sensor on alarm (sensor_id, raised_at desc)`.execute(db)
  await sql`create index alarm_watched_aoi on alarm (watched_aoi_id) where watched_aoi_id is not null`.execute(db)
  await sql`create index alarm_event on alarm (event_id) where event_id is not null`.execute(db)
  await sql`create index alarm_event_due on alarm (event_due_at) where event_due_at is not null`.execute(db)
  await sql`create index alarm_ended on alarm (ended_at) where ended_at is not null`.execute(db)
  await sql`create index alarm_service on alarm (service_id)`.execute(db)
  await sql`create index alarm_ended_by on alarm (ended_by) where ended_by is not null`.execute(db)

  await sql`
    create table mute (
      id uuid primary key,
      service_id uuid not null references service on delete cascade,
      target_type text not null check (target_type in ('all', 'sensor', 'area', 'rule')),
      target_id uuid,
      until timestamptz not null,
      reason text not null check (length(reason) between 1 and 500),
      created_by uuid references member on delete set null,
      created_by_name text not null default '' check (length(created_by_name) <= 400),
      created_at timestamptz not null default now(),
      check ((target_type = 'all') = (target_id is null))
    )`.execute(db)
  await sql`create index mute_service on mute (service_id, until)`.execute(db)

  // A single row. `since`: servers have received readings without a gap since this time; silence is measured from it.
  await sql`
    create table rule_listening (
      id boolean primary key default true check (id),
      seen_at timestamptz not null,
      since timestamptz not null
    )`.execute(db)
}
