import { type Kysely, sql } from 'kysely'

/** Which backup was last read back and found whole, and how the jobs that run by themselves ended on any server. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table backup_setting add column last_good_name text, add column last_good_at timestamptz`.execute(db)
  await sql`
    create table job (
      name text primary key,
      last_at timestamptz not null,
      -- what failed in the last run
      problems text[] not null
    )`.execute(db)
}

export const isCompatible = true
