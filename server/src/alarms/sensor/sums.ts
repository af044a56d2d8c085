import { type Kysely, sql } from 'kysely'
import { type Batch, runBatch } from '../../platform/clock/batch.ts'
import { databaseTime } from '../../platform/db/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Database } from '../../platform/db/schema/index.ts'

/** Lets one server add to sums at a time; a second would only wait for locked rows. */
const SUMS_LOCK = 7_015
/** Maximum number of jobs per transaction. A job has at most 2,000 readings. */
const JOBS_AT_ONCE = 250

/**
 * Adds to the hourly and daily sums (UTC) the readings of jobs and all stored readings of the given sensors. Jobs that
 * name these sensors are deleted, because the stored readings include theirs. Uses a single statement, so that all
 * reads share one snapshot. Returns the number of jobs.
 */
const add = async (db: Db, jobIds: readonly string[], sensorIds: readonly string[] = []): Promise<number> => {
  await sql`select pg_advisory_xact_lock(${sql.lit(SUMS_LOCK)})`.execute(db)
  const { rows } = await sql<{ jobs: number }>`
    with job as (
      delete from sensor_sum_job
      where id = any(${jobIds as string[]}::uuid[]) or sensor_ids && ${sensorIds as string[]}::uuid[]
      returning service_id, sensor_ids, times, parameters
    ), begun as (
      delete from sensor_sum_backlog where sensor_id = any(${sensorIds as string[]}::uuid[])
    ), reading as (
      select job.service_id, noted.* from job
      cross join lateral unnest(job.sensor_ids, job.times, job.parameters) as noted (sensor_id, at, parameters)
      where noted.sensor_id not in (select sensor_id from sensor_sum_backlog)
      union all
      select service_id, sensor_id, at, parameters from sensor_reading
      where sensor_id = any(${sensorIds as string[]}::uuid[])
    ), hour as (
      select s.id as sensor_id, s.service_id, measured.key as parameter, date_bin(interval '1 hour', r.at, timestamptz 'epoch') as at,
        count(*) as count, sum(measured.value::numeric) as total, min(measured.value::numeric) as lowest,
        max(measured.value::numeric) as highest
      from reading r join sensor s on s.id = r.sensor_id and s.service_id = r.service_id
      cross join lateral jsonb_each(case jsonb_typeof(r.parameters) when 'object' then r.parameters else '{}' end) as measured
      where jsonb_typeof(measured.value) = 'number'
      group by 1, 2, 3, 4
    ), day as (
      select sensor_id, service_id, parameter, date_bin(interval '1 day', at, timestamptz 'epoch') as at,
        sum(count) as count, sum(total) as total, min(lowest) as lowest, max(highest) as highest
      from hour group by 1, 2, 3, 4
    ), hours as (${addTo('sensor_hour', 'hour')}), days as (${addTo('sensor_day', 'day')})
    select count(*)::int as jobs from job`.execute(db)
  return rows[0]?.jobs ?? 0
}

const addTo = (table: 'sensor_hour' | 'sensor_day', from: 'hour' | 'day') => sql`
  insert into ${sql.table(table)} as kept (sensor_id, service_id, parameter, at, count, total, lowest, highest)
  select sensor_id, service_id, parameter, at, count, total, lowest, highest from ${sql.table(from)}
  on conflict (sensor_id, parameter, at) do update set count = kept.count + excluded.count,
    total = kept.total + excluded.total, lowest = least(kept.lowest, excluded.lowest),
    highest = greatest(kept.highest, excluded.highest)`

/** Adds each reading once, however late it arrives. */
export const readingsToSum: Batch = {
  table: 'sensor_sum_job',
  due: () => sql`select id, service_id, created_at as at from sensor_sum_job`,
  process: (db, ids) => add(db, ids),
  atOnce: JOBS_AT_ONCE,
}

/** Sensors with readings that an earlier version stored without sums. */
export const sensorsToSum: Batch = {
  table: 'sensor_sum_backlog',
  due: (now) => sql`select sensor_id as id, service_id, ${now}::timestamptz as at from sensor_sum_backlog`,
  process: async (db, ids) => {
    await add(db, [], ids)
    return ids.length
  },
  atOnce: 1,
}

export const sumReadings = async (db: Kysely<Database>): Promise<void> => {
  await runBatch(db, 'sums of readings', readingsToSum, databaseTime())
  await runBatch(db, 'sums of old readings', sensorsToSum, databaseTime())
}
