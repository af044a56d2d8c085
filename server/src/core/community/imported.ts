import { sql } from 'kysely'
import type { LngLat } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { lngLat, type Point } from '../../platform/db/point.ts'
import { publish } from '../../platform/outbox/outbox.ts'

export type StoredGroup = {
  id: string
  name: string
  communityId: string
  descriptionHtml: string
  address: string
  position: LngLat | null
}

/** The groups of a service, with the fields that an import compares. */
export const storedGroups = async (db: Db, serviceId: string): Promise<StoredGroup[]> => {
  const { rows } = await sql<Omit<StoredGroup, 'position'> & { position: Point | null }>`
    select g.id, g.name, g.community_id, g.description_html, g.address, g.position
    from community_group g join community c on c.id = g.community_id where c.service_id = ${serviceId}`.execute(db)
  return rows.map(({ position, ...group }) => ({ ...group, position: position && lngLat(position) }))
}

/** When groups last changed, as text because a Date would lose microseconds. */
export const changedAt = async (db: Db, ids: readonly string[]): Promise<Map<string, string>> => {
  const { rows } = await sql<{ id: string; at: string }>`
    select id, updated_at::text as at from community_group where id = any(${ids as string[]}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, at }) => [id, at]))
}

/** Whether a group has members, criteria or AOIs. */
export const isUsed = async (db: Db, id: string): Promise<boolean> => {
  const { rows } = await sql<{ isUsed: boolean }>`select exists (select from group_member where group_id = ${id})
    or exists (select from criterion where group_id = ${id})
    or exists (select from aoi_group where group_id = ${id}) as is_used`.execute(db)
  return rows[0]?.isUsed === true
}

export const publishGroups = (db: Db, serviceId: string): Promise<void> =>
  publish(db, { message: { type: 'COMMUNITY_UPDATED', serviceId }, serviceId })
