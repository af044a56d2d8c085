import { sql } from 'kysely'
import type { Span } from '../../memory/count-index/columns.ts'
import { EPOCH_2000_US, microsecondsSince2000 } from '../../memory/live-view/read-table.ts'
import type { Db } from '../../platform/db/database.ts'
import { partitionPoint } from '../../platform/kit/binary-search.ts'

export const DAY_US = 86_400_000_000

/** How far the clocks of a time zone are ahead of UTC from each of these moments on, in µs; the first is before all that is asked. */
export type ZoneOffsets = { starts: Float64Array; offsets: Float64Array }

/** Wrong dates of devices would make the search below long. */
const MAX_DAYS = 366 * 100

/** By PostgreSQL's rules, which decide in which day and month an event is elsewhere, too. Undefined if the span is too long. */
export const zoneOffsets = async (db: Db, timeZone: string, { from, to }: Span): Promise<ZoneOffsets | undefined> => {
  if ((to - from) / DAY_US > MAX_DAYS) return undefined
  const [first, last] = [dateOf(from - 2 * DAY_US), dateOf(to + 2 * DAY_US)]
  const ahead = (time: string) =>
    sql`((${sql.raw(time)} at time zone ${timeZone}) - (${sql.raw(time)} at time zone 'UTC'))`
  /** Where clocks are changed within a step of the level above: once at most, in a day. */
  const narrowed = (name: string, above: string, steps: string, step: string) => sql`${sql.raw(name)} as (
    select s as at from ${sql.raw(above)} u, generate_series(u.at, u.at + interval ${sql.lit(steps)}, interval ${sql.lit(step)}) s
    where ${ahead('s')} <> ${ahead(`(s + interval '${step}')`)})`
  const { rows } = await sql<{ start: number; offset: number }>`
    with day as (
      select d as at from generate_series(${first}::timestamptz, ${last}::timestamptz, interval '24 hours') d
      where ${ahead('d')} <> ${ahead(`(d + interval '24 hours')`)}),
    ${narrowed('hour', 'day', '23 hours', '1 hour')},
    ${narrowed('minute', 'hour', '59 minutes', '1 minute')},
    ${narrowed('second', 'minute', '59 seconds', '1 second')},
    moment as (select ${first}::timestamptz as at union all select at + interval '1 second' from second)
    select ${microsecondsSince2000(sql`m.at`)} as start,
      (extract(epoch from ${ahead('m.at')}) * 1000000)::bigint as "offset"
    from moment m order by m.at`.execute(db)
  return {
    starts: Float64Array.from(rows, ({ start }) => start),
    offsets: Float64Array.from(rows, ({ offset }) => offset),
  }
}

const dateOf = (time: number) => new Date((time + EPOCH_2000_US) / 1000)

/** A day by some clocks, counted from the first of 2000: from its beginning, or that of these clocks, until another begins. */
export type LocalDay = { day: number; from: number; until: number }

/** The day of a moment by these clocks. */
export const localDay = ({ starts, offsets }: ZoneOffsets, time: number): LocalDay => {
  const index = Math.max(0, partitionPoint(0, starts.length, (at) => (starts[at] as number) <= time) - 1)
  const offset = offsets[index] as number
  const day = Math.floor((time + offset) / DAY_US)
  return {
    day,
    from: Math.max(day * DAY_US - offset, starts[index] as number),
    until: Math.min((day + 1) * DAY_US - offset, starts[index + 1] ?? Number.POSITIVE_INFINITY),
  }
}

/** As `2026-05-10`. */
export const dayName = (day: number): string =>
  new Date((day * DAY_US + EPOCH_2000_US) / 1000).toISOString().slice(0, 10)
