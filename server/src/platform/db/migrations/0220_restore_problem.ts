import { type Kysely, sql } from 'kysely'

/** Result of the last restore that was started on the settings page. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // why the restore failed; a failed restore leaves the data unchanged
  await sql`alter table backup_setting add column restore_problem text check (length(restore_problem) <= 500)`.execute(
    db,
  )
}
