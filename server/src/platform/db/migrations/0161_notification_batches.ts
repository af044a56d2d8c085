import { type Kysely, sql } from 'kysely'

/** Id of the last device for which the notification is enqueued. Large audiences are processed in batches. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table notification add column after_device_id uuid`.execute(db)
}
