import { type Kysely, sql } from 'kysely'
import type { Child } from './serviceOfParent.ts'

/** Tables with rows of sensors, see carryService(). */
export const children: readonly Child[] = [
  { table: 'sensor_hour', parent: 'sensor' },
  { table: 'sensor_day', parent: 'sensor' },
  { table: 'sensor_sum_backlog', parent: 'sensor' },
]

/** Maximum number of readings of one job. One statement of the sensor intake stores no more. */
const READINGS_OF_A_JOB = 2000

/**
 * Hourly and daily sums of readings, which are kept after the readings are deleted. A trigger stores a job for new
 * readings in the same transaction, whichever version of the server writes them. The job then adds the readings to the
 * sums.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['sensor_hour', 'sensor_day'])
    await sql`
      create table ${sql.table(table)} (
        sensor_id uuid not null references sensor on delete cascade,
        parameter text not null,
        -- start of the hour or day in UTC
        at timestamptz not null,
        service_id uuid not null,
        count bigint not null check (count > 0),
        total numeric not null,
        lowest numeric not null,
        highest numeric not null,
        primary key (sensor_id, parameter, at)
      ) with (fillfactor = 90)`.execute(db)
  await sql`create index sensor_hour_age on sensor_hour using brin (at)`.execute(db)

  await sql`
    create table sensor_sum_job (
      id uuid primary key default gen_random_uuid(),
      service_id uuid not null references service on delete cascade,
      created_at timestamptz not null default now(),
      readings integer not null,
      sensor_ids uuid[] not null,
      times timestamptz[] not null,
      parameters jsonb[] not null
    )`.execute(db)
  await sql`create index sensor_sum_job_service on sensor_sum_job (service_id)`.execute(db)

  // Sensors with readings from before the trigger. All their readings are summed.
  await sql`
    create table sensor_sum_backlog (
      sensor_id uuid primary key references sensor on delete cascade,
      service_id uuid not null
    )`.execute(db)

  await sql`
    create function note_readings_to_sum() returns trigger language plpgsql as $$ begin
      insert into sensor_sum_job (service_id, readings, sensor_ids, times, parameters)
      select service_id, count(*), array_agg(sensor_id), array_agg(at), array_agg(parameters)
      from (select *, row_number() over () / ${sql.lit(READINGS_OF_A_JOB)} as part from added where parameters <> '{}') numbered
      group by service_id, part;
      return null;
    end $$`.execute(db)
  // `create trigger` waits for transactions that store readings. Readings committed before it belong to the backlog,
  // later ones have jobs.
  await sql`
    create trigger sensor_reading_summed after insert on sensor_reading referencing new table as added
      for each statement execute function note_readings_to_sum()`.execute(db)
  await sql`insert into sensor_sum_backlog (sensor_id, service_id) select id, service_id from sensor`.execute(db)
}

export const isCompatible = true
