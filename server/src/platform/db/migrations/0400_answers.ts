import { type Kysely, sql } from 'kysely'

/**
 * A photo that a visitor adds to a report is reviewed in the same queue, and becomes an entry of the event. `adds_to`
 * has no foreign key, because the report may itself wait for its review.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table held_report add column adds_to uuid, add column entry_id uuid`.execute(db)
  await sql`create index held_report_adds_to on held_report (adds_to) where adds_to is not null`.execute(db)
}

export const isCompatible = true
