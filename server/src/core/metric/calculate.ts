import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Metric, MetricResult } from '#contract'
import type { Memory } from '../../memory/memory.ts'
import type { Views } from '../../memory/view.ts'
import { databaseTime } from '../../platform/db/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { regionsOf, rolesOf } from './conditions.ts'
import { calculateInMemory } from './from-memory.ts'
import { type Calculation, calculateInSql, MONTHS } from './from-sql.ts'

type Result = Omit<MetricResult, '_id' | 'unit'>

const MOST_RESULTS = 1_000
/** Cache lifetime: trends end with the current month, and entries may have future times. */
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
    const key = JSON.stringify([metric, query, revision, await readOutsideKey(db, metric)])
    const known = cache.get(key)
    if (known) return known
    const result = calculate(db, metric, query)
    cache.set(key, result)
    result.catch(() => cache.delete(key))
    return result
  }
}

/**
 * Key of a metric's other inputs, about which no AOI message is sent: outlines of regions, roles of members, values of
 * types.
 */
const readOutsideKey = async (db: Db, metric: Metric): Promise<string> => {
  const regions = sql`(select string_agg(r.id::text || extract(epoch from r.updated_at), ',' order by r.id) from region r
    where r.id = any(${regionsOf(metric)}::uuid[]))`
  const members = sql`(select string_agg(m.id::text, ',' order by m.id) from member m
    where m.role_id = any(${rolesOf(metric)}::uuid[]))`
  const types = sql`(select string_agg(concat(t.id, t.unit, t.value), ',' order by t.id) from event_type t
    where t.service_id = ${metric.service})`
  const { rows } = await sql<{ key: string }>`
    select md5(concat_ws(';', coalesce(${regions}, ''), coalesce(${members}, ''), ${types})) as key`.execute(db)
  return rows[0]?.key ?? ''
}
