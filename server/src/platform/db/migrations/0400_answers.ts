import { type Kysely, sql } from 'kysely'

/**
 * A photo that a visitor adds to its report passes the review like a report: it lies in the same queue, refers to the report
 * that it adds to, and becomes an entry of that event. `adds_to` has no foreign key: the report may still wait itself.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table held_report add column adds_to uuid, add column entry_id uuid`.execute(db)
  await sql`create index held_report_adds_to on held_report (adds_to) where adds_to is not null`.execute(db)
}

export const isCompatible = true
