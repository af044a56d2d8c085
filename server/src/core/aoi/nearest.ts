import { type RawBuilder, sql } from 'kysely'
import { type Actor, type AoiListQuery, kindOf, type LngLat } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { type Filter, filterCondition } from './filter.ts'

/** Distance of `aoi a` from a point as a chord of the unit sphere, which sorts like the surface distance. */
export const distanceFrom = ([lng, lat]: LngLat): RawBuilder<unknown> =>
  sql`on_globe(a.place) <-> on_globe(point(${lng}::float8, ${lat}::float8))`

/** The ids of a page of the nearest AOIs. Each visible service is read in the order of its index. */
export const nearestIds = async (
  db: Db,
  actor: Actor,
  query: Filter<AoiListQuery> & { near: LngLat },
  within: RawBuilder<unknown>,
): Promise<string[]> => {
  const ids: string[] = []
  for (const serviceId of actor.visibleServiceIds) {
    const { rows } = await sql<{ id: string }>`
      select a.id from aoi a join member me on me.id = ${actor.id}
      where a.service_id = ${serviceId} and a.kind = ${kindOf(query)} and ${filterCondition(query, actor)} and ${within}
      order by ${distanceFrom(query.near)}, a.id limit ${query.limit + 1}`.execute(db)
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}
