import type { Kysely } from 'kysely'
import { createIndexConcurrently } from './migration.ts'

/**
 * The map shows the number of members who live in each region. This index avoids a scan of the service's members for
 * each region.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(
    db,
    'member_home',
    'member using gist (home_location) include (service_id) where deleted_at is null and home_location is not null',
  )
}

export const outsideTransaction = true
export const isCompatible = true
