import { type Kysely, sql } from 'kysely'

/** Times of a sensor's latest state and latest reading, and recordings to be fetched. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sensor
      -- time of the newest reading with a state; an older reading that arrives late does not change the state
      add column stated_at timestamptz,
      -- by the server's clock, which also measures silence
      add column last_received_at timestamptz`.execute(db)
  // Every reading updates the row of its sensor. Free space lets the new version of a row stay on its page.
  await sql`alter table sensor set (fillfactor = 60)`.execute(db)

  await sql`alter table aoi add column takes_sensors_inside boolean not null default true`.execute(db)
  await sql`create index aoi_areas on aoi (service_id) where kind = 'sensor' and deleted_at is null`.execute(db)

  await sql`
    create table sensor_media_job (
      id uuid primary key,
      sensor_id uuid not null references sensor on delete cascade,
      url text not null check (length(url) <= 2000),
      text text not null default '' check (length(text) <= 500),
      at timestamptz not null,
      tries integer not null default 0,
      next_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index sensor_media_job_next on sensor_media_job (next_at)`.execute(db)
  await sql`create index sensor_media_job_sensor on sensor_media_job (sensor_id)`.execute(db)
}
