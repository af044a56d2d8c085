import { sql } from 'kysely'
import type { AoiKind, Metric, MetricCondition, MetricResult } from '#contract'
import type { Span } from '../../memory/count-index/columns.ts'
import type { CountIndex } from '../../memory/count-index/count-index.ts'
import type { CountById } from '../../memory/count-index/tallies.ts'
import { microsecondsOf, microsecondsSince2000 } from '../../memory/live-view/read-table.ts'
import type { Db } from '../../platform/db/database.ts'
import { actionOf, type Period } from './conditions.ts'
import { monthBefore, typeWorth } from './from-sql.ts'
import type { MetricIndex } from './metric-index.ts'
import { sumOfWorths, type WorthCount } from './worth.ts'

type Trend = { end: Date; timeZone: string; months: number }
type Question = Period & { type?: AoiKind | undefined; trend?: Trend | undefined }
type Month = { month: string; startsAt: number }

/** AOIs by class, and the metrics that classes cannot decide. */
export type CountingMemory = { countIndex: Pick<CountIndex, 'byType'>; metricIndex: Pick<MetricIndex, 'count'> }

/** What the classes of AOIs decide; the rest asks for entries, answers or outlines. */
const isByClass = ({ type }: MetricCondition) => type === 'BY_PUBLIC_ACTION' || type === 'BY_ROLE'

/**
 * The value of a metric, and of its months. Undefined if only the database can tell. Months are those of PostgreSQL, and sums are
 * exact: all is as without memory.
 */
export const calculateInMemory = async (
  db: Db,
  { countIndex, metricIndex }: CountingMemory,
  metric: Metric,
  { startTime, endTime, type, trend }: Question,
): Promise<Pick<MetricResult, 'value' | 'trend'> | undefined> => {
  const starts = trend && (await monthStarts(db, trend))
  if (trend && !starts) return undefined
  const within = {
    from: startTime ? microsecondsOf(startTime) : Number.NEGATIVE_INFINITY,
    to: endTime ? microsecondsOf(endTime) : Number.POSITIVE_INFINITY,
  }
  const asked = { kind: type, spans: [within, ...(trend && starts ? spansOf(starts, trend.end) : [])] }
  const values = metric.conditions.every(isByClass)
    ? await countByClass(db, countIndex, metric, asked)
    : await countOfMetric(db, metricIndex, metric, asked)
  if (!values) return undefined
  const [value = 0, ...months] = values
  return {
    value,
    ...(starts && { trend: months.map((one, index) => ({ month: starts[index]?.month ?? '', value: one })) }),
  }
}

type Counting = { kind: AoiKind | undefined; spans: readonly Span[] }

const countByClass = async (db: Db, countIndex: CountingMemory['countIndex'], metric: Metric, asked: Counting) => {
  const conditions = { typeIds: typesOf(metric), creatorIds: await creatorsOf(db, metric) }
  const counts = await countIndex.byType(metric.service, { ...asked, ...conditions })
  return counts && valuesOfTypes(db, metric, counts)
}

const countOfMetric = async (db: Db, metricIndex: CountingMemory['metricIndex'], metric: Metric, asked: Counting) => {
  const counts = await metricIndex.count(metric, asked)
  return counts && valuesOf(db, metric, counts)
}

/** The months; the last one ends with the period. */
const spansOf = (starts: readonly Month[], end: Date): Span[] =>
  starts.slice(0, -1).map(({ startsAt }, index) => {
    const next = starts[index + 1]?.startsAt ?? Number.POSITIVE_INFINITY
    return { from: startsAt, to: Math.min(next - 1, microsecondsOf(end)) }
  })

/** Those that every condition on types names. */
const typesOf = ({ conditions }: Metric): string[] | undefined => {
  const lists = conditions.flatMap((one) =>
    one.type === 'BY_PUBLIC_ACTION' ? [one.publicActionIds.map((id) => id.toLowerCase())] : [],
  )
  const [first, ...others] = lists
  return first?.filter((id) => others.every((ids) => ids.includes(id)))
}

const creatorsOf = async (db: Db, { metricType, conditions }: Metric): Promise<string[] | 'any' | undefined> => {
  if (metricType !== 'BY_USERS') return undefined
  const role = conditions.find((one) => one.type === 'BY_ROLE')
  if (!role) return 'any'
  const rows = await db.selectFrom('member').select('id').where('roleId', 'in', role.userRoleIds).execute()
  return rows.map(({ id }) => id)
}

/**
 * Where each month of the trend begins, and where the last one ends. Undefined if clocks are changed around one of these
 * moments: then a moment after it may still belong to the month before.
 */
const monthStarts = async (db: Db, { end, timeZone, months }: Trend): Promise<Month[] | undefined> => {
  const monthAt = (time: string) =>
    sql`date_trunc('month', (m.starts_at + interval ${sql.lit(time)}) at time zone ${timeZone})`
  const { rows } = await sql<Month & { isPlain: boolean }>`
    select to_char(m.month, 'YYYY-MM') as month, ${microsecondsSince2000(sql`m.starts_at`)} as starts_at,
      ${monthAt('-1 microsecond')} < m.month and ${monthAt('-1 hour')} < m.month
        and ${monthAt('0')} = m.month and ${monthAt('1 hour')} = m.month as is_plain
    from (select month, month at time zone ${timeZone} as starts_at
      from generate_series(${monthBefore(end, timeZone, months - 1)}, ${monthBefore(end, timeZone, -1)}, interval '1 month')
        as month) m
    order by m.month`.execute(db)
  return rows.every(({ isPlain }) => isPlain) ? rows : undefined
}

/** How many there are, or what reports of these types are worth together. */
const valuesOfTypes = async (db: Db, metric: Metric, counts: readonly CountById[]): Promise<number[]> =>
  metric.metricCountType === 'CALCULATE'
    ? sumsOfTypes(db, counts)
    : counts.map((byType) => byType.values().reduce((sum, count) => sum + count, 0))

/** The same of what a metric counts by itself: entries are worth a number, reports as much as their type. */
const valuesOf = async (db: Db, metric: Metric, counts: readonly WorthCount[][]): Promise<number[]> => {
  if (metric.metricCountType !== 'CALCULATE')
    return counts.map((some) => some.reduce((sum, { count }) => sum + count, 0))
  return actionOf(metric) ? counts.map(sumOfWorths) : sumsOfTypes(db, counts.map(countsByType))
}

const countsByType = (counts: readonly WorthCount[]): CountById => {
  const byType: CountById = new Map()
  for (const { worth, count } of counts) byType.set(worth.text || null, (byType.get(worth.text || null) ?? 0) + count)
  return byType
}

const sumsOfTypes = async (db: Db, counts: readonly CountById[]): Promise<number[]> => {
  const parts = counts.flatMap((byType, index) => [...byType].map(([id, count]) => ({ index, id, count })))
  const { rows } = await sql<{ index: number; value: number }>`
    select c.index, coalesce(sum(w.worth * c.count), 0)::float8 as value
    from unnest(${parts.map(({ index }) => index)}::int[], ${parts.map(({ id }) => id)}::uuid[],
      ${parts.map(({ count }) => count)}::int[]) as c (index, id, count)
    left join (${typeWorth}) w on w.id = c.id group by c.index`.execute(db)
  const values = new Map(rows.map(({ index, value }) => [index, value]))
  return counts.map((_, index) => values.get(index) ?? 0)
}
