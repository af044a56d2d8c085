import { type Kysely, sql } from 'kysely'

/** Schedule of automatic backups, number of backups to keep, and result of the last attempt. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table backup_setting (
      only_row boolean primary key default true check (only_row),
      is_nightly boolean not null default true,
      -- in the server's time zone
      time text not null default '02:30' check (time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
      keep integer not null default 7 check (keep between 1 and 365),
      begun_at timestamptz not null default now(),
      -- error of the last attempt
      problem text check (length(problem) <= 500)
    )`.execute(db)
  await sql`insert into backup_setting default values`.execute(db)
}
