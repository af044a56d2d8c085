import { type Kysely, sql } from 'kysely'

/** Whether the number that wrote STOP has its country code: such numbers are compared as a whole. Unknown for older ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sms_stop add column is_international boolean not null default false`.execute(db)
}

export const isCompatible = true
