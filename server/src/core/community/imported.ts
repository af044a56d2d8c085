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
  /** As text, because a Date would lose microseconds. */
  changedAt: string
}

/** The groups of a service as an import compares them. */
export const storedGroups = async (db: Db, serviceId: string): Promise<StoredGroup[]> => {
  const { rows } = await sql<Omit<StoredGroup, 'position'> & { position: Point | null }>`
    select g.id, g.name, g.community_id, g.description_html, g.address, g.position, g.updated_at::text as changed_at
    from community_group g join community c on c.id = g.community_id where c.service_id = ${serviceId}`.execute(db)
  return rows.map(({ position, ...group }) => ({ ...group, position: position && lngLat(position) }))
}

/** Whether people have begun to work with a group. */
export const isUsed = async (db: Db, id: string): Promise<boolean> => {
  const { rows } = await sql<{ isUsed: boolean }>`select exists (select from group_member where group_id = ${id})
    or exists (select from criterion where group_id = ${id})
    or exists (select from aoi_group where group_id = ${id}) as is_used`.execute(db)
  return rows[0]?.isUsed === true
}

export const publishGroups = (db: Db, serviceId: string): Promise<void> =>
  publish(db, { message: { type: 'COMMUNITY_UPDATED', serviceId }, serviceId })
