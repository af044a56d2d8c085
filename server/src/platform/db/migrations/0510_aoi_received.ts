import type { Kysely } from 'kysely'
import { createIndexConcurrently } from './migration.ts'

/** Rules on events poll every few seconds for new reports of their types. This index spares them all other rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(
    db,
    'aoi_received',
    'aoi (event_type_id, state, received_at) where deleted_at is null and event_type_id is not null',
  )
}

export const outsideTransaction = true
export const isCompatible = true
