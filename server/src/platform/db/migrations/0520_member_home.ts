import type { Kysely } from 'kysely'
import { createIndexConcurrently } from './migration.ts'

/** Whoever opens the map gets the regions with how many members live in each: of a region all members of the service were looked at. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(
    db,
    'member_home',
    'member using gist (home_location) include (service_id) where deleted_at is null and home_location is not null',
  )
}

export const outsideTransaction = true
export const isCompatible = true
