import { type Kysely, sql } from 'kysely'

/** The last device that got its message of a notification: those of a large audience are enqueued in batches. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table notification add column after_device_id uuid`.execute(db)
}
