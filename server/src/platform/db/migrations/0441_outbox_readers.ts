import type { Kysely } from 'kysely'
import { createIndexConcurrently } from './migration.ts'

/**
 * Indexes for a client that reconnects: one for the messages of its services, and one for the much rarer messages to
 * members, sessions and everyone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(db, 'outbox_of_service', 'outbox (service_id, position)')
  const isForOthers = "(service_id is null or member_ids <> '{}') and not body ? 'control'"
  await createIndexConcurrently(db, 'outbox_for_others', `outbox (position) where ${isForOthers}`)
}

export const outsideTransaction = true
export const isCompatible = true
