import type { Metric, MetricResult } from '#contract'
import { databaseTime } from '../../platform/db/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { type CountingMemory, calculateInMemory } from './from-memory.ts'
import { type Calculation, calculateInSql, MONTHS } from './from-sql.ts'

/** The value, the AOIs and the trend; months without anything are 0. Counted in memory where that can tell. */
export const calculate = async (
  db: Db,
  memory: CountingMemory,
  metric: Metric,
  query: Calculation,
): Promise<Omit<MetricResult, '_id' | 'unit'>> => {
  const end = query.endTime ?? databaseTime()
  const trend = query.trend ? { end, timeZone: query.timeZone, months: MONTHS } : undefined
  const counted = query.getAois ? undefined : await calculateInMemory(db, memory, metric, { ...query, trend })
  return counted ?? calculateInSql(db, metric, { ...query, end })
}
