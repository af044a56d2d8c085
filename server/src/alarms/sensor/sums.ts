import { type Kysely, sql, type Transaction } from 'kysely'
import { retryConflicts } from '../../platform/db/retry.ts'
import type { Database } from '../../platform/db/schema/index.ts'

/** Lets one server add at a time; a second would only wait. */
const SUMS_LOCK = 7_015
const AT_ONCE = 500_000

/**
 * Adds readings to the sums of their hours and days (UTC): those of jobs, and all readings of the given sensors, whose
 * jobs are then deleted. A single statement, so that all its reads share one snapshot. Returns the number of readings
 * in jobs.
 */
const add = async (db: Transaction<Database>, most: number, sensorIds: readonly string[] = []): Promise<number> => {
  const { rows } = await sql<{ readings: number }>`
    with job as (
      delete from sensor_sum_job where id in (
        select id from (
          select id, sum(readings) over (order by created_at, id) - readings as before from sensor_sum_job) waiting
        where before < ${most})
      returning service_id, readings, sensor_ids, times, parameters
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
    select coalesce(sum(readings), 0) as readings from job`.execute(db)
  return rows[0]?.readings ?? 0
}

const addTo = (table: 'sensor_hour' | 'sensor_day', from: 'hour' | 'day') => sql`
  insert into ${sql.table(table)} as kept (sensor_id, service_id, parameter, at, count, total, lowest, highest)
  select sensor_id, service_id, parameter, at, count, total, lowest, highest from ${sql.table(from)}
  on conflict (sensor_id, parameter, at) do update set count = kept.count + excluded.count,
    total = kept.total + excluded.total, lowest = least(kept.lowest, excluded.lowest),
    highest = greatest(kept.highest, excluded.highest)`

/** Runs in a transaction if no other server is adding; otherwise returns undefined. */
const inTurn = <T>(db: Kysely<Database>, work: (db: Transaction<Database>) => Promise<T>): Promise<T | undefined> =>
  retryConflicts(() =>
    db.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ isMine: boolean }>`
        select pg_try_advisory_xact_lock(${sql.lit(SUMS_LOCK)}) as is_mine`.execute(transaction)
      return rows[0]?.isMine ? work(transaction) : undefined
    }),
  )

/** Brings the sums up to date with the stored readings. Each reading is added once, however late it came. */
export const sumReadings = async (db: Kysely<Database>): Promise<void> => {
  while (((await inTurn(db, (transaction) => add(transaction, AT_ONCE))) ?? 0) >= AT_ONCE);
  const backlog = await db.selectFrom('sensorSumBacklog').select('sensorId').execute()
  for (const { sensorId } of backlog)
    await inTurn(db, (transaction) => add(transaction, Number.MAX_SAFE_INTEGER, [sensorId]))
}
