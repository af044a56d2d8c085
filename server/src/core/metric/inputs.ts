import { sql } from 'kysely'
import type { Metric } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { regionsOf, rolesOf } from './conditions.ts'

/**
 * Key of a metric's inputs besides AOIs: outlines of regions, roles of members, values of types. Changes of these send
 * no AOI message.
 */
export const inputsKey = async (db: Db, metric: Metric): Promise<string> => {
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
