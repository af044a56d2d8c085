import type { Kysely } from 'kysely'
import { createIndexConcurrently } from './migration.ts'

/**
 * Indexes for the oldest due rows of each service, and for the mutes in effect. The indexes of due rows by time alone
 * remain for servers of the version before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(
    db,
    'rule_state_service_due',
    'rule_state (service_id, due_at) where due_at is not null',
  )
  await createIndexConcurrently(
    db,
    'alarm_service_event_due',
    'alarm (service_id, event_due_at) where event_due_at is not null',
  )
  await createIndexConcurrently(db, 'mute_until', 'mute (until)')
}

export const outsideTransaction = true
export const isCompatible = true
