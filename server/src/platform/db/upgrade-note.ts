import { type Kysely, sql } from 'kysely'
import type { Db } from './database.ts'
import type { Database } from './schema/index.ts'

/**
 * Table with a note of the last upgrade. No migration creates it, because it must exist before the first pending
 * migration, whichever version the data has.
 */
export const UPGRADE_NOTE = 'upgrade_note'

export type UpgradeNote = {
  backup: string
  sha256: string
  migrations: string[]
  begunAt: Date
  isEnded: boolean
  isHalfDone: boolean
  /** Whether others may have written to the database since the last attempt. */
  isWrittenSince: boolean
  /** Whether others may have written since the first attempt, so that the backup lacks data. */
  isBackupBehind: boolean
}

/**
 * Number of rows written to other tables, by PostgreSQL's statistics. A crash resets them, which then counts as a write
 * by others.
 */
const writes = sql`(select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0) from pg_stat_user_tables
  where schemaname = current_schema() and relname <> 'upgrade_note')`

export async function readUpgradeNote(db: Kysely<Database>): Promise<UpgradeNote | undefined> {
  if (!(await isThere(db))) return undefined
  const { rows } = await sql<UpgradeNote>`
    select backup, sha256, migrations, begun_at, ended_at is not null as is_ended,
      ended_at is null and applied @> migrations and not migrations @> applied as is_half_done,
      is_written_since, is_written_since or is_written or ended_at is not null as is_backup_behind
    from upgrade_note,
      lateral (select coalesce(not current_setting('track_counts')::boolean or ${writes} <> stopped_writes, true)
        as is_written_since) as now,
      (select coalesce(array_agg(name::text), '{}') as applied from kysely_migration) as schema`.execute(db)
  return rows[0]
}

/**
 * Records the backup of an upgrade. An unfinished upgrade keeps its first backup, unless the new one has data of the same
 * version.
 */
export async function noteUpgrade(
  db: Kysely<Database>,
  { backup, sha256, migrations }: Pick<UpgradeNote, 'backup' | 'sha256' | 'migrations'>,
): Promise<void> {
  await sql`create table if not exists upgrade_note (
    only_row boolean primary key default true check (only_row),
    backup text not null,
    sha256 text not null,
    migrations text[] not null,
    begun_at timestamptz not null default now(),
    ended_at timestamptz,
    -- value of the statistics (writes) when the upgrade ended or failed
    stopped_writes numeric,
    -- whether data was written between two attempts
    is_written boolean not null default false)`.execute(db)
  await sql`
    insert into upgrade_note (backup, sha256, migrations) values (${backup}, ${sha256}, ${migrations}::text[])
    on conflict (only_row) do update set backup = excluded.backup, sha256 = excluded.sha256,
      migrations = excluded.migrations, begun_at = now(), ended_at = null, stopped_writes = null, is_written = false
    where upgrade_note.ended_at is not null or upgrade_note.migrations = excluded.migrations`.execute(db)
}

export async function noteWritten(db: Kysely<Database>): Promise<void> {
  await sql`update upgrade_note set is_written = true`.execute(db)
}

export async function noteUpgradeStopped(db: Kysely<Database>, { isEnded }: { isEnded: boolean }): Promise<void> {
  if (!(await isThere(db))) return
  // Makes the statistics include this connection's own writes.
  await sql`select pg_stat_force_next_flush()`.execute(db)
  await sql`
    update upgrade_note set stopped_writes = ${writes},
      ended_at = case when ${isEnded}::boolean then now() end
    where ended_at is null`.execute(db)
}

async function isThere(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass('upgrade_note') is not null and to_regclass('kysely_migration') is not null as is_there`.execute(
    db,
  )
  return rows[0]?.isThere ?? false
}
