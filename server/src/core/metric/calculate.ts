import { LRUCache } from 'lru-cache'
import type { Metric, MetricResult } from '#contract'
import type { Memory } from '../../memory/memory.ts'
import type { Views } from '../../memory/view.ts'
import { databaseTime } from '../../platform/db/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { inputsKey } from './conditions.ts'
import { calculateInMemory } from './from-memory.ts'
import { type Calculation, calculateInSql, MONTHS } from './from-sql.ts'

type Result = Omit<MetricResult, '_id' | 'unit'>

const MOST_RESULTS = 1_000
/**
 * Cache lifetime. Results change with time, because trends end with the current month and entries may have future
 * times.
 */
const KEPT_MS = 60_000

export type Metrics = (db: Db, metric: Metric, query: Calculation) => Promise<Result>

/** Metrics of types and roles are counted in memory, all others by PostgreSQL. Results are cached per revision of the service. */
export const openMetrics = (memory: Memory, view: Views): Metrics => {
  const cache = new LRUCache<string, Promise<Result>>({ max: MOST_RESULTS, ttl: KEPT_MS })

  const calculate: Metrics = async (db, metric, query) => {
    const end = query.endTime ?? databaseTime()
    const trend = query.trend ? { end, timeZone: query.timeZone, months: MONTHS } : undefined
    const counted = query.getAois ? undefined : await calculateInMemory(db, view, metric, { ...query, trend })
    return counted ?? calculateInSql(db, metric, { ...query, end })
  }

  return async (db, metric, query) => {
    await memory.catchUp()
    const revision = memory.revisionOf([metric.service])
    const key = JSON.stringify([metric, query, revision, await inputsKey(db, metric)])
    const known = cache.get(key)
    if (known) return known
    const result = calculate(db, metric, query)
    cache.set(key, result)
    result.catch(() => cache.delete(key))
    return result
  }
}
