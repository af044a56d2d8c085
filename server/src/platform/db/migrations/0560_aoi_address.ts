import type { Kysely } from 'kysely'
import { createIndexConcurrently } from './migration.ts'

/** Makes addresses searchable by a separate index, so that `search_text` of existing rows need not be rewritten. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(
    db,
    'aoi_address',
    'aoi using gin (lower(address) gin_trgm_ops) where address is not null',
  )
}

export const outsideTransaction = true
export const isCompatible = true
