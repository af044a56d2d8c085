import { type Kysely, sql } from 'kysely'

/** Whether rules, notifications and automatic sharing treat the import's rows as new reports. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table import add column is_reported boolean not null default false`.execute(db)
  await sql`alter table aoi add column is_imported_report boolean not null default false`.execute(db)
}

export const isCompatible = true
