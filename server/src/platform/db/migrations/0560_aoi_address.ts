import type { Kysely } from 'kysely'
import { createIndexConcurrently } from './migration.ts'

/** Addresses are searched. They have an index of their own, so that no stored text has to be rewritten. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(
    db,
    'aoi_address',
    'aoi using gin (lower(address) gin_trgm_ops) where address is not null',
  )
}

export const outsideTransaction = true
export const isCompatible = true
