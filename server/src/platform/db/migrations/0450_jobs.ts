import { type Kysely, sql } from 'kysely'

/** The last backup that was verified, and the last result of each background job on any server. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table backup_setting add column last_good_name text, add column last_good_at timestamptz`.execute(db)
  await sql`
    create table job (
      name text primary key,
      last_at timestamptz not null,
      -- errors of the last run
      problems text[] not null
    )`.execute(db)
}

export const isCompatible = true
