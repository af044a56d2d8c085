import type { Kysely } from 'kysely'
import { createIndexConcurrently } from './migration.ts'

/** Loading a service into memory reads its rows by number, which is roughly their order on disk. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const listed = 'where deleted_at is null and main_id is null'
  await createIndexConcurrently(db, 'aoi_by_number', `aoi (service_id, number) ${listed}`)
}

export const outsideTransaction = true
export const isCompatible = true
