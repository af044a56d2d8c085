import type { Kysely } from 'kysely'
import { createIndexConcurrently, dropIndexConcurrently } from './migration.ts'

/** Indexes of columns that 0320 and 0350 added to large tables, built concurrently. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(db, 'aoi_main', 'aoi (main_id) where main_id is not null')
  await createIndexConcurrently(db, 'aoi_merged_into', 'aoi (merged_into_id) where merged_into_id is not null')
  // The condition allows counters to be read from this index alone.
  const counted = 'where deleted_at is null and main_id is null'
  await createIndexConcurrently(db, 'aoi_counted', `aoi (service_id, kind, state, created_at desc, id desc) ${counted}`)
  await dropIndexConcurrently(db, 'aoi_newest_by_state')
  const withPhoto = 'log_entry (photo_file_id) where photo_file_id is not null'
  await createIndexConcurrently(db, 'log_entry_photo_file_id', withPhoto)
}

export const outsideTransaction = true
export const isCompatible = true
