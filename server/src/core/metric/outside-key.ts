import { type RawBuilder, sql } from 'kysely'
import type { Metric } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { regionsOf, rolesOf } from './conditions.ts'

/**
 * What a metric depends on besides AOIs and their entries: outlines of regions, and who has which role. Equal keys mean that they
 * are the same. No message names the AOIs that these move.
 */
export const outsideKeyOf = (metric: Metric): RawBuilder<string> => {
  const regions = sql`(select string_agg(r.id::text || extract(epoch from r.updated_at), ',' order by r.id) from region r
    where r.id = any(${regionsOf(metric)}::uuid[]))`
  const members = sql`(select string_agg(m.id::text, ',' order by m.id) from member m
    where m.role_id = any(${rolesOf(metric)}::uuid[]))`
  return sql<string>`md5(concat(${regions}, ';', ${members}))`
}

export const readOutsideKey = async (db: Db, metric: Metric): Promise<string> => {
  const { rows } = await sql<{ key: string }>`select ${outsideKeyOf(metric)} as key`.execute(db)
  return rows[0]?.key ?? ''
}

/** All that a metric says of what it counts. */
export const definitionOf = ({ service, metricType, metricCountType, conditions }: Metric): string =>
  JSON.stringify([service, metricType, metricCountType, conditions])
