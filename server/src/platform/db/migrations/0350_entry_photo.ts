import { type Kysely, sql } from 'kysely'
import { fileTriggers } from './fileTriggers.ts'

/**
 * The photo of a log entry. Servers of the previous version write entries without one. Adding a column together with
 * its foreign key checks no rows. Migration 0391 builds the index concurrently.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table log_entry add column photo_file_id uuid references file`.execute(db)
  await fileTriggers(db, 'log_entry', 'photo_file_id')
}

export const isCompatible = true
