import { type Kysely, sql } from 'kysely'
import { ownsFile } from './ownsFile.ts'

/** The photo of a log entry. Servers of the version before write entries without one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table log_entry add column photo_file_id uuid`.execute(db)
  await ownsFile(db, 'log_entry', 'photo_file_id')
}

export const isCompatible = true
