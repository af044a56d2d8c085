import { type Kysely, sql } from 'kysely'

/** When backups are made by themselves, how many stay, and how the last attempt ended. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table backup_setting (
      only_row boolean primary key default true check (only_row),
      is_nightly boolean not null default true,
      -- hours and minutes on the server's clock
      time text not null default '02:30' check (time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
      keep integer not null default 7 check (keep between 1 and 365),
      begun_at timestamptz not null default now(),
      -- why the last attempt failed
      problem text check (length(problem) <= 500)
    )`.execute(db)
  await sql`insert into backup_setting default values`.execute(db)
}
