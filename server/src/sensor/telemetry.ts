import { sql } from 'kysely'
import type { Telemetry, TelemetryPeriod } from '#contract'
import type { Db } from '../db/database.ts'

/** Length and step of each period: about a hundred points. */
const periods: Record<TelemetryPeriod, { seconds: number; stepSeconds: number }> = {
  hour: { seconds: 3_600, stepSeconds: 60 },
  day: { seconds: 86_400, stepSeconds: 900 },
  week: { seconds: 604_800, stepSeconds: 7_200 },
  month: { seconds: 2_678_400, stepSeconds: 28_800 },
}

const iso = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Average, lowest and highest value of each step, calculated by PostgreSQL. Steps without a reading are left out. */
export const telemetry = async (
  db: Db,
  sensorId: string,
  { period, parameter }: { period: TelemetryPeriod; parameter?: string | undefined },
  now: Date,
): Promise<Telemetry> => {
  const { seconds, stepSeconds } = periods[period]
  const from = new Date(now.getTime() - seconds * 1000)
  const { rows } = await sql<Telemetry['series'][number]>`
    with step as (
      select value.key as parameter,
        date_bin(make_interval(secs => ${stepSeconds}), r.at, timestamptz 'epoch') as at,
        avg((value.value #>> '{}')::float8) as average, min((value.value #>> '{}')::float8) as minimum,
        max((value.value #>> '{}')::float8) as maximum
      from sensor_reading r cross join lateral jsonb_each(r.parameters) as value
      where r.sensor_id = ${sensorId} and r.at > ${from} and r.at <= ${now}
        ${parameter === undefined ? sql`` : sql`and value.key = ${parameter}`}
      group by 1, 2)
    select parameter, json_agg(json_build_object('at', ${iso('at')}, 'average', average, 'minimum', minimum,
      'maximum', maximum) order by at) as points
    from step group by parameter order by parameter`.execute(db)
  return { from: from.toISOString(), to: now.toISOString(), stepSeconds, series: rows }
}
