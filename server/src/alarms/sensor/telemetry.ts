import { sql } from 'kysely'
import type { Telemetry, TelemetryPeriod } from '#contract'
import type { Db } from '../../platform/db/database.ts'

const HOUR = 3_600
const DAY = 86_400

const periods: Record<
  TelemetryPeriod,
  { seconds: number; stepSeconds: number; source: 'readings' | 'hours' | 'days' }
> = {
  hour: { seconds: HOUR, stepSeconds: 60, source: 'readings' },
  day: { seconds: DAY, stepSeconds: 900, source: 'readings' },
  week: { seconds: 7 * DAY, stepSeconds: 2 * HOUR, source: 'hours' },
  month: { seconds: 31 * DAY, stepSeconds: 8 * HOUR, source: 'hours' },
  year: { seconds: 366 * DAY, stepSeconds: 3 * DAY, source: 'days' },
  fiveYears: { seconds: 1_827 * DAY, stepSeconds: 14 * DAY, source: 'days' },
}

const iso = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const lastBegun = (time: number, seconds: number): Date => new Date(time - (time % (seconds * 1000)))

/**
 * Splits a period by source: daily sums, then hourly sums, then readings, because the last hour or two may not be
 * summed yet.
 */
const parts = (source: 'readings' | 'hours' | 'days', from: Date, now: Date) => {
  if (source === 'readings') return { hoursFrom: from, readingsFrom: from }
  const readingsFrom = lastBegun(now.getTime() - HOUR * 1000, HOUR)
  return { hoursFrom: source === 'hours' ? from : lastBegun(readingsFrom.getTime(), DAY), readingsFrom }
}

const isInBacklog = async (db: Db, sensorId: string): Promise<boolean> =>
  (await db.selectFrom('sensorSumBacklog').select('sensorId').where('sensorId', '=', sensorId).executeTakeFirst()) !==
  undefined

/** Average, lowest and highest value of each step, calculated by PostgreSQL. Steps without a reading are left out. */
export const telemetry = async (
  db: Db,
  sensorId: string,
  { period, parameter }: { period: TelemetryPeriod; parameter?: string | undefined },
  now: Date,
): Promise<Telemetry> => {
  const { seconds, stepSeconds, source } = periods[period]
  const from = new Date(now.getTime() - seconds * 1000)
  const hasSums = source !== 'readings' && !(await isInBacklog(db, sensorId))
  const { hoursFrom, readingsFrom } = parts(hasSums ? source : 'readings', from, now)
  const summed = (table: 'sensor_hour' | 'sensor_day', after: Date, before: Date) => sql`
    select parameter, at, count, total, lowest, highest from ${sql.table(table)}
    where sensor_id = ${sensorId} and at >= ${after} and at < ${before}
      ${parameter === undefined ? sql`` : sql`and parameter = ${parameter}`}`
  const { rows } = await sql<Telemetry['series'][number]>`
    with part as (
      ${summed('sensor_day', from, hoursFrom)}
      union all ${summed('sensor_hour', hoursFrom, readingsFrom)}
      union all
      select value.key, r.at, 1, value.value::numeric, value.value::numeric, value.value::numeric
      from sensor_reading r cross join lateral jsonb_each(r.parameters) as value
      where r.sensor_id = ${sensorId} and r.at >= ${readingsFrom} and r.at <= ${now}
        ${parameter === undefined ? sql`` : sql`and value.key = ${parameter}`}
    ), step as (
      select parameter, date_bin(make_interval(secs => ${stepSeconds}), at, timestamptz 'epoch') as at,
        (sum(total) / sum(count))::float8 as average, min(lowest)::float8 as minimum, max(highest)::float8 as maximum
      from part group by 1, 2)
    select parameter, json_agg(json_build_object('at', ${iso('at')}, 'average', average, 'minimum', minimum,
      'maximum', maximum) order by at) as points
    from step group by parameter order by parameter`.execute(db)
  return { from: from.toISOString(), to: now.toISOString(), stepSeconds, series: rows }
}
