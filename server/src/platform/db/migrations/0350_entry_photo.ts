import { type Kysely, sql } from 'kysely'
import { fileTriggers } from './fileTriggers.ts'

/**
 * The photo of a log entry. Servers of the version before write entries without one. A column that is added with its
 * reference has nothing to check; its index is built by 0391, while the table is used.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table log_entry add column photo_file_id uuid references file`.execute(db)
  await fileTriggers(db, 'log_entry', 'photo_file_id')
}

export const isCompatible = true
