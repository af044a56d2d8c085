import { type Kysely, sql } from 'kysely'
import { ownsFile } from './ownsFile.ts'

/** Sensors, their readings and their history. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sensor (
      id uuid primary key,
      service_id uuid not null references service on delete cascade,
      serial text not null check (length(serial) between 1 and 200),
      name text not null check (length(name) between 1 and 200),
      -- READY, ALARM, NOCOMM, TAMPER, or another state that the sensor reports
      state text not null default 'READY' check (length(state) between 1 and 50),
      state_at timestamptz not null default now(),
      -- the state before the sensor became silent
      state_before_silence text check (length(state_before_silence) <= 50),
      acknowledged_at timestamptz,
      acknowledged_by uuid,
      location point check (location[0] between -180 and 180 and location[1] between -90 and 90),
      address text check (length(address) <= 500),
      telemetry_name text check (length(telemetry_name) <= 200),
      -- latest values: [{parameter, value}]
      parameters jsonb not null default '[]',
      heartbeat_seconds double precision check (heartbeat_seconds > 0),
      usual_interval_seconds double precision check (usual_interval_seconds > 0),
      last_reading_at timestamptz,
      -- when the sensor becomes silent unless another reading arrives
      silent_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (service_id, serial)
    )`.execute(db)
  await sql`create index sensor_silent on sensor (silent_at) where silent_at is not null`.execute(db)

  await sql`
    create table aoi_sensor (
      aoi_id uuid not null references aoi on delete cascade,
      sensor_id uuid not null references sensor on delete cascade,
      -- false: the sensor belongs to the area because it is inside it
      is_chosen boolean not null default true,
      primary key (aoi_id, sensor_id)
    )`.execute(db)
  await sql`create index aoi_sensor_sensor on aoi_sensor (sensor_id)`.execute(db)

  await sql`
    create table sensor_reading (
      sensor_id uuid not null references sensor on delete cascade,
      -- the reading's id, or its time if it has none; detects repeated readings
      reading_key text collate "C" not null check (length(reading_key) <= 200),
      at timestamptz not null,
      received_at timestamptz not null default now(),
      state text check (length(state) <= 50),
      -- {parameter: number}
      parameters jsonb not null default '{}',
      location point check (location[0] between -180 and 180 and location[1] between -90 and 90),
      primary key (sensor_id, reading_key)
    )`.execute(db)
  await sql`create index sensor_reading_at on sensor_reading (sensor_id, at desc)`.execute(db)
  // Readings are deleted by age and arrive in order of time, so a small block range index is enough.
  await sql`create index sensor_reading_age on sensor_reading using brin (received_at)`.execute(db)

  await sql`
    create table sensor_log (
      id uuid primary key,
      sensor_id uuid not null references sensor on delete cascade,
      at timestamptz not null default now(),
      type text not null check (type in ('state', 'text', 'audio', 'video')),
      text text not null default '' check (length(text) <= 20000),
      state text check (length(state) <= 50),
      previous_state text check (length(previous_state) <= 50),
      params jsonb not null default '[]',
      file_id uuid,
      member_id uuid references member on delete set null,
      author_name text not null default '' check (length(author_name) <= 400)
    )`.execute(db)
  await sql`create index sensor_log_sensor on sensor_log (sensor_id, at desc, id desc)`.execute(db)
  await sql`create index sensor_log_age on sensor_log (at)`.execute(db)
  await sql`create index sensor_log_member on sensor_log (member_id) where member_id is not null`.execute(db)
  await ownsFile(db, 'sensor_log', 'file_id')

  await sql`
    create table ingest_key (
      id uuid primary key,
      service_id uuid not null references service on delete cascade,
      name text not null check (length(name) between 1 and 200),
      key_hash bytea not null unique,
      created_by uuid references member on delete set null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz
    )`.execute(db)
  await sql`create index ingest_key_service on ingest_key (service_id)`.execute(db)
}
