import { sql } from 'kysely'
import { microseconds } from '../../memory/read-rows.ts'
import type { Db } from '../../platform/db/database.ts'

const DAY_US = 86_400_000_000
/** Maximum number of years for which clock changes are looked up. Devices may send dates far away. */
const MOST_YEARS = 100

/** Returns the local day of a time in µs, counted from 1970. */
export type LocalDays = (time: number) => number

/**
 * Returns local days by PostgreSQL's time zone rules, exact to the minute of a clock change. Undefined if there are too
 * many years.
 */
export const localDays = async (
  db: Db,
  timeZone: string,
  [firstYear, lastYear]: readonly [number, number],
): Promise<LocalDays | undefined> => {
  if (lastYear - firstYear > MOST_YEARS) return undefined
  const [first, last] = [Date.UTC(firstYear), Date.UTC(lastYear + 1)].map((ms) => new Date(ms))
  const ahead = (time: string) =>
    sql`((${sql.raw(time)} at time zone ${timeZone}) - (${sql.raw(time)} at time zone 'UTC'))`
  const { rows: clocks } = await sql<{ from: number; ahead: number }>`
    with day as (
      select d from generate_series(${first}::timestamptz, ${last}::timestamptz, interval '24 hours') d
      where ${ahead('d')} <> ${ahead("(d + interval '24 hours')")}),
    moment as (
      select ${first}::timestamptz as m
      union all
      select m from day, generate_series(d + interval '1 minute', d + interval '24 hours', interval '1 minute') m
      where ${ahead('m')} <> ${ahead("(m - interval '1 minute')")})
    select ${microseconds(sql`m`)} as "from", extract(epoch from ${ahead('m')})::float8 * 1000000 as ahead
    from moment order by m desc`.execute(db)
  const starts = Float64Array.from(clocks, ({ from }) => from)
  const offsets = Float64Array.from(clocks, ({ ahead }) => ahead)
  return (time) => {
    let at = 0
    while (at < starts.length - 1 && time < (starts[at] as number)) at++
    return Math.floor((time + (offsets[at] as number)) / DAY_US)
  }
}

export const yearOf = (time: number): number => new Date(time / 1000).getUTCFullYear()

/** Formats a day as `2026-05-10`. */
export const dayName = (day: number): string => new Date((day * DAY_US) / 1000).toISOString().slice(0, 10)
