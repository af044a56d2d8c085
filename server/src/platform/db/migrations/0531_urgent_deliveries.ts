import type { Kysely } from 'kysely'
import { createIndexConcurrently } from './migration.ts'

/** Alarms are claimed before other deliveries of their channel. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(
    db,
    'delivery_turn',
    `delivery (channel, is_urgent, next_attempt_at, id) where state = 'waiting'`,
  )
}

export const outsideTransaction = true
export const isCompatible = true
