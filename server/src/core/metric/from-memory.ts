import { sql } from 'kysely'
import { AoiKind, type Metric, type MetricCondition, type MetricResult } from '#contract'
import { microseconds, microsecondsOf } from '../../memory/read-rows.ts'
import { isMarked, type RowTest, visitRows } from '../../memory/select.ts'
import type { AoiStore } from '../../memory/store.ts'
import type { RowFilter, Views } from '../../memory/view.ts'
import type { Db } from '../../platform/db/database.ts'
import { ofAoi, type Period } from './conditions.ts'
import { monthBefore, typeWorth } from './from-sql.ts'

type Trend = { end: Date; timeZone: string; months: number }
type Question = Period & { type?: AoiKind | undefined; trend?: Trend | undefined }
type Month = { month: string; startsAt: number }
type Span = { from: number; to: number }

/** Whether columns decide a condition. All other conditions need entries, answers or outlines. */
const isByColumns = ({ type }: MetricCondition) => type === 'BY_PUBLIC_ACTION' || type === 'BY_ROLE'

export const calculateInMemory = async (
  db: Db,
  view: Views,
  metric: Metric,
  { startTime, endTime, type, trend }: Question,
): Promise<Pick<MetricResult, 'value' | 'trend'> | undefined> => {
  if (!metric.conditions.every(isByColumns)) return undefined
  const starts = trend && (await monthStarts(db, trend))
  if (trend && !starts) return undefined
  const found = await view(filterOf(metric, type))
  const [part] = found.parts
  if (found.rows || !part) return undefined
  const within = {
    from: startTime ? microsecondsOf(startTime) : Number.NEGATIVE_INFINITY,
    to: endTime ? microsecondsOf(endTime) : Number.POSITIVE_INFINITY,
  }
  const months = trend && starts ? spansOf(starts, trend.end) : []
  const counts = await countSpans(part.store, part.tests, [within, ...months])
  const values = metric.metricCountType === 'CALCULATE' ? await sumsOf(db, counts) : counts.map(sizeOf)
  const [value = 0, ...byMonth] = values
  return {
    value,
    ...(starts && { trend: byMonth.map((one, index) => ({ month: starts[index]?.month ?? '', value: one })) }),
  }
}

const filterOf = (metric: Metric, kind: AoiKind | undefined): RowFilter => ({
  key: JSON.stringify([metric, kind]),
  serviceIds: [metric.service],
  rows: () => sql`(select * from aoi a where a.deleted_at is null and a.main_id is null and ${ofAoi(metric, sql`a`)})`,
  async tests(db) {
    const creators = await creatorsOf(db, metric)
    return ({ columns, dictionaries }) => [
      ...typesOf(metric).map((ids) => isMarked(columns.eventTypeId, dictionaries.eventTypeId.codesOf(ids))),
      ...(creators ? [isMarked(columns.creatorId, dictionaries.creatorId.codesOf(creators))] : []),
      ...(metric.metricType === 'BY_USERS' && !creators
        ? [isMarked(columns.creatorId, anyOf(dictionaries.creatorId.ids))]
        : []),
      isMarked(
        columns.kind,
        Uint8Array.from(AoiKind.options, (one) => (!kind || one === kind ? 1 : 0)),
      ),
    ]
  },
  isByColumns: true,
  isAnywhere: false,
})

const anyOf = (ids: readonly (string | null)[]) => Uint8Array.from(ids, (id) => (id === null ? 0 : 1))

const typesOf = ({ conditions }: Metric): string[][] =>
  conditions.flatMap((one) =>
    one.type === 'BY_PUBLIC_ACTION' ? [one.publicActionIds.map((id) => id.toLowerCase())] : [],
  )

/** Members with the metric's roles; undefined if the metric names no role. */
const creatorsOf = async (db: Db, { metricType, conditions }: Metric): Promise<string[] | undefined> => {
  const role = conditions.find((one) => one.type === 'BY_ROLE')
  if (metricType !== 'BY_USERS' || !role) return undefined
  const rows = await db.selectFrom('member').select('id').where('roleId', 'in', role.userRoleIds).execute()
  return rows.map(({ id }) => id)
}

const spansOf = (starts: readonly Month[], end: Date): Span[] =>
  starts.slice(0, -1).map(({ startsAt }, index) => {
    const next = starts[index + 1]?.startsAt ?? Number.POSITIVE_INFINITY
    return { from: startsAt, to: Math.min(next - 1, microsecondsOf(end)) }
  })

/**
 * Bounds of the trend's months. Undefined if clocks change at a bound, because a later time may then belong to the
 * previous month.
 */
const monthStarts = async (db: Db, { end, timeZone, months }: Trend): Promise<Month[] | undefined> => {
  const monthAt = (time: string) =>
    sql`date_trunc('month', (m.starts_at + interval ${sql.lit(time)}) at time zone ${timeZone})`
  const { rows } = await sql<Month & { isPlain: boolean }>`
    select to_char(m.month, 'YYYY-MM') as month, ${microseconds(sql`m.starts_at`)} as starts_at,
      ${monthAt('-1 microsecond')} < m.month and ${monthAt('-1 hour')} < m.month
        and ${monthAt('0')} = m.month and ${monthAt('1 hour')} = m.month as is_plain
    from (select month, month at time zone ${timeZone} as starts_at
      from generate_series(${monthBefore(end, timeZone, months - 1)}, ${monthBefore(end, timeZone, -1)}, interval '1 month')
        as month) m
    order by m.month`.execute(db)
  return rows.every(({ isPlain }) => isPlain) ? rows : undefined
}

type TypeCounts = { ids: readonly (string | null)[]; counts: Uint32Array }

const countSpans = async (
  store: AoiStore,
  tests: readonly RowTest[],
  [within, ...months]: readonly [Span, ...Span[]],
): Promise<TypeCounts[]> => {
  const { createdAt, eventTypeId } = store.columns
  const { ids } = store.dictionaries.eventTypeId
  const total = new Uint32Array(ids.length)
  const byMonth = new Uint32Array(ids.length * months.length)
  const starts = Float64Array.from(months, ({ from }) => from)
  const ends = Float64Array.from(months, ({ to }) => to)
  await visitRows(store, tests, (rows) => {
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] as number
      const time = createdAt[row] as number
      const type = eventTypeId[row] as number
      if (time >= within.from && time <= within.to) total[type] = (total[type] as number) + 1
      let month = months.length - 1
      while (month >= 0 && time < (starts[month] as number)) month--
      if (month < 0 || time > (ends[month] as number)) continue
      const cell = month * ids.length + type
      byMonth[cell] = (byMonth[cell] as number) + 1
    }
  })
  const monthCounts = months.map((_, month) => byMonth.subarray(month * ids.length, (month + 1) * ids.length))
  return [total, ...monthCounts].map((counts) => ({ ids, counts }))
}

const sizeOf = ({ counts }: TypeCounts): number => counts.reduce((sum, count) => sum + count, 0)

const sumsOf = async (db: Db, bySpan: readonly TypeCounts[]): Promise<number[]> => {
  const parts = bySpan.flatMap(({ ids, counts }, index) =>
    ids.flatMap((id, code) => (counts[code] ? [{ index, id, count: counts[code] }] : [])),
  )
  const { rows } = await sql<{ index: number; value: number }>`
    select c.index, coalesce(sum(w.worth * c.count), 0)::float8 as value
    from unnest(${parts.map(({ index }) => index)}::int[], ${parts.map(({ id }) => id)}::uuid[],
      ${parts.map(({ count }) => count)}::int[]) as c (index, id, count)
    left join (${typeWorth}) w on w.id = c.id group by c.index`.execute(db)
  const values = new Map(rows.map(({ index, value }) => [index, value]))
  return bySpan.map((_, index) => values.get(index) ?? 0)
}
