import { sql } from 'kysely'
import type { LngLat } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { publish } from '../../platform/outbox/outbox.ts'
import { placeInRegions } from '../aoi/region.ts'
import * as regions from './queries.ts'

type Rings = readonly (readonly LngLat[])[]

export const outlinesOf = async (db: Db, ids: readonly string[]): Promise<Map<string, LngLat[][]>> => {
  const { rows } = await sql<{ id: string; coordinates: LngLat[][] }>`
    select id, coordinates from region where id = any(${ids as string[]}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, coordinates }) => [id, coordinates]))
}

/** When regions last changed, as text because a Date would lose microseconds. */
export const changedAt = async (db: Db, ids: readonly string[]): Promise<Map<string, string>> => {
  const { rows } = await sql<{ id: string; at: string }>`
    select id, updated_at::text as at from region where id = any(${ids as string[]}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, at }) => [id, at]))
}

/** Whether a metric or a local map refers to a region, or the author of an AOI chose it. */
export const isUsed = async (db: Db, serviceId: string, id: string): Promise<boolean> => {
  const { rows } = await sql<{ isUsed: boolean }>`select
    exists (select from aoi where region_id = ${id} and is_region_chosen and deleted_at is null)
      or exists (select from local_map where region_id = ${id}) as is_used`.execute(db)
  return rows[0]?.isUsed === true || (await regions.usesOf(db, { _id: id, serviceId })).length > 0
}

/** Assigns AOIs to changed regions and publishes the change. */
export const publishRegions = async (db: Db, serviceId: string, rings: Rings): Promise<void> => {
  if (rings.length === 0) return
  await placeInRegions(db, serviceId, regions.boundsOf(rings.flat()))
  await publish(db, { message: { type: 'SERVICE_UPDATED', serviceId }, serviceId })
}
