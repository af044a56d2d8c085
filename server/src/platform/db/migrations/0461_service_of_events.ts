import type { Kysely } from 'kysely'
import { type Child, carryService } from './serviceOfParent.ts'

/** Adds the `service_id` of the AOI, also to rows written by members of other services. */
export const children: readonly Child[] = [
  { table: 'aoi_answer', parent: 'aoi' },
  { table: 'aoi_group', parent: 'aoi' },
  { table: 'aoi_local_map', parent: 'aoi' },
  { table: 'aoi_read', parent: 'aoi' },
  { table: 'aoi_sensor', parent: 'aoi' },
  { table: 'log_entry', parent: 'aoi' },
  { table: 'notification', parent: 'aoi' },
  { table: 'public_text', parent: 'aoi' },
  { table: 'share', parent: 'aoi' },
  { table: 'subscriber', parent: 'aoi' },
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const child of children) await carryService(db, child)
}

export const outsideTransaction = true
export const isCompatible = true
