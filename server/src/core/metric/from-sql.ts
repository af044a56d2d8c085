import { type RawBuilder, sql } from 'kysely'
import type { AoiKind, Metric, MetricResult } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { actionOf, ofAoi, ofEntry, type Period, withinPeriod } from './conditions.ts'

const MOST_AOIS = 1000
export const MONTHS = 12

export type Calculation = Period & { type?: AoiKind | undefined; getAois: boolean; trend: boolean; timeZone: string }

const entryWorth = sql`case when e.unit = 'Text' then 1 else coalesce(e.value_number, 0) end`
/** The value of a report by event type, parsed once per type. */
export const typeWorth = sql`select t.id, case when t.unit = 'Text' then 1
    when btrim(t.value) ~ '^[+-]?(\\d+(\\.\\d*)?|\\.\\d+)(e[+-]?\\d{1,3})?$' then btrim(t.value)::numeric else 0 end as worth
  from event_type t`

const countedAt = (metric: Metric) => (actionOf(metric) ? sql`e.happened_at` : sql`a.created_at`)

/**
 * Rows that a metric counts: log entries if it names an action, otherwise AOIs. Entries of merged reports count for the
 * main event.
 */
const countedFrom = (metric: Metric): RawBuilder<unknown> =>
  actionOf(metric)
    ? sql`log_entry e join aoi o on o.id = e.aoi_id join aoi a on a.id = coalesce(o.main_id, o.id)`
    : sql`aoi a`

const isCounted = (metric: Metric, period: Period): RawBuilder<unknown> => {
  const action = actionOf(metric)
  return sql`a.deleted_at is null and a.main_id is null and ${ofAoi(metric, sql`a`)}
    and ${action ? ofEntry(metric, action, period, sql`e`) : withinPeriod(sql`a.created_at`, period)}`
}

const selectCounted = (metric: Metric, period: Period, kind: AoiKind | undefined): RawBuilder<unknown> => {
  const isSum = metric.metricCountType === 'CALCULATE'
  const worth = actionOf(metric) ? entryWorth : sql`coalesce(w.worth, 0)`
  const types = isSum && !actionOf(metric) ? sql`left join type_worth w on w.id = a.event_type_id` : sql``
  return sql`select a.id, a.created_at, ${countedAt(metric)} as at, ${isSum ? worth : sql`1`} as worth
    from ${countedFrom(metric)} ${types} where ${isCounted(metric, period)} ${kind ? sql`and a.kind = ${kind}` : sql``}`
}

export const monthBefore = (end: Date, timeZone: string, months: number) =>
  sql`(date_trunc('month', ${end}::timestamptz at time zone ${timeZone}) - make_interval(months => ${months}))`

export const calculateInSql = async (
  db: Db,
  metric: Metric,
  { startTime, endTime, end, type, getAois, trend, timeZone }: Calculation & { end: Date },
): Promise<Omit<MetricResult, '_id' | 'unit'>> => {
  const value =
    metric.metricCountType === 'CALCULATE'
      ? sql`coalesce(sum(worth), 0)::float8`
      : actionOf(metric)
        ? sql`count(distinct id)::float8`
        : sql`count(*)::float8`
  const months = sql`(select json_agg(json_build_object('month', to_char(month, 'YYYY-MM'), 'value', coalesce(value, 0))
      order by month)
    from generate_series(${monthBefore(end, timeZone, MONTHS - 1)}, ${monthBefore(end, timeZone, 0)}, interval '1 month')
      as month
    left join (select date_trunc('month', at at time zone ${timeZone}) as month, ${value} as value
      from (${selectCounted(metric, { endTime: end }, type)} and ${countedAt(metric)}
        >= ${monthBefore(end, timeZone, MONTHS - 1)} at time zone ${timeZone}) recent
      group by 1) by_month using (month))`
  const aois = sql`(select coalesce(array_agg(id order by created_at desc, id desc), '{}') from (
      select id, created_at from counted group by id, created_at order by created_at desc, id desc
      limit ${sql.lit(MOST_AOIS)}) newest)`
  const { rows } = await sql<{ value: number; aois?: string[]; trend?: MetricResult['trend'] }>`
    with type_worth as materialized (${typeWorth}), counted as (${selectCounted(metric, { startTime, endTime }, type)})
    select (select ${value} from counted) as value
      ${getAois ? sql`, ${aois} as aois` : sql``} ${trend ? sql`, ${months} as trend` : sql``}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a select without a table returns one row')
  return row
}
