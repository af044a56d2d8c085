import { type Kysely, sql } from 'kysely'

/** How the last restore from the page ended. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // why it failed; the data is then as it was
  await sql`alter table backup_setting add column restore_problem text check (length(restore_problem) <= 500)`.execute(
    db,
  )
}
