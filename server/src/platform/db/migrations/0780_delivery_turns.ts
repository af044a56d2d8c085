import type { Kysely } from 'kysely'
import { createIndexConcurrently } from './migration.ts'

/** Index for queues in which services take turns within a channel. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(
    db,
    'delivery_service_turn',
    `delivery (channel, is_urgent, coalesce(service_id, '00000000-0000-0000-0000-000000000000'::uuid), next_attempt_at, id)
      where state = 'waiting'`,
  )
}

export const outsideTransaction = true
export const isCompatible = true
