import { type RawBuilder, sql } from 'kysely'
import { type Actor, type AoiListQuery, kindOf, type LngLat } from '#contract'
import type { Db } from '../db/database.ts'
import { type Filter, matches } from './filter.ts'

/** How far `aoi a` is from a place over the round earth, as an angle in radians. */
export const distanceFrom = ([lng, lat]: LngLat): RawBuilder<unknown> =>
  sql`2 * asin(least(1, sqrt(power(sind((a.place[1] - ${lat}::float8) / 2), 2) + cosd(${lat}::float8) *
    cosd(a.place[1]) * power(sind((a.place[0] - ${lng}::float8) / 2), 2))))`

const RADIAN = 180 / Math.PI

/**
 * Whatever is within this angle of a place is within so many degrees of it on a flat map, where a degree is a degree
 * in either direction. Over a pole, and over the 180th meridian, nothing is said of the flat map.
 */
export const flatReach = ([lng, lat]: LngLat, angle: number): number => {
  const [north, turn] = [angle * RADIAN, Math.sin(angle) / Math.cos(lat / RADIAN)]
  if (Math.abs(lat) + north >= 90 || turn >= 1) return Number.POSITIVE_INFINITY
  const east = Math.asin(turn) * RADIAN
  return Math.abs(lng) + east > 180 ? Number.POSITIVE_INFINITY : Math.hypot(north, east)
}

/** How many pages' worth are looked at in the order of the flat map, before everything is. */
const TRIES = [2, 8] as const
/** What rounding may hide. */
const ROUNDING = 1 + 1e-9

type Candidate = { id: string; angle: number; farthest: number; count: number }

/**
 * The ids of a page of the nearest, from each visible service. The index knows the order of a flat map only, so some
 * more than a page are taken in that order, and sorted by their real distance: the page is right when nothing beyond
 * those can be nearer than its last row.
 */
export const nearestIds = async (
  db: Db,
  actor: Actor,
  query: Filter<AoiListQuery> & { near: LngLat },
  within: RawBuilder<unknown>,
): Promise<string[]> => {
  const rows = query.limit + 1
  const [lng, lat] = query.near
  const flat = sql`a.place <-> point(${lng}::float8, ${lat}::float8)`
  const inOrder = async (serviceId: string, most: number | undefined) => {
    const { rows: nearest } = await sql<Candidate>`
      select id, angle, max(flat) over () as farthest, (count(*) over ())::int as count from (
        select a.id, ${distanceFrom(query.near)} as angle, ${flat} as flat
        from aoi a join member me on me.id = ${actor.id}
        where a.service_id = ${serviceId} and a.kind = ${kindOf(query)} and ${matches(query, actor)} and ${within}
        ${most ? sql`order by ${flat} limit ${most}` : sql``}) near
      order by angle, id limit ${rows}`.execute(db)
    return nearest
  }
  const ofService = async (serviceId: string): Promise<Candidate[]> => {
    for (const pages of TRIES) {
      const most = pages * rows
      const nearest = await inOrder(serviceId, most)
      const [first, last] = [nearest[0], nearest[rows - 1]]
      if (!first || first.count < most) return nearest
      if (last && flatReach(query.near, last.angle) * ROUNDING < first.farthest) return nearest
    }
    return inOrder(serviceId, undefined)
  }
  const ids: string[] = []
  for (const serviceId of actor.visibleServiceIds) ids.push(...(await ofService(serviceId)).map(({ id }) => id))
  return ids
}
