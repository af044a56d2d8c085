import type { Kysely } from 'kysely'
import { createIndexConcurrently } from './migration.ts'

/**
 * A reader who comes back is served from the messages of its own services, whatever the others wrote meanwhile. What is
 * for members, sessions and everyone is little beside them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(db, 'outbox_of_service', 'outbox (service_id, position)')
  const isForOthers = "(service_id is null or member_ids <> '{}') and not body ? 'control'"
  await createIndexConcurrently(db, 'outbox_for_others', `outbox (position) where ${isForOthers}`)
}

export const outsideTransaction = true
export const isCompatible = true
