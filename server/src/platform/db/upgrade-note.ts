import { type Kysely, sql } from 'kysely'
import type { Db } from './database.ts'
import type { Database } from './schema/index.ts'

/**
 * The table of the last upgrade, beside the list of migrations and like it made by none of them: data of every earlier
 * version can be upgraded, and the note must be there when the first step fails.
 */
export const UPGRADE_NOTE = 'upgrade_note'

export type UpgradeNote = {
  /** The backup of the data as it was before. */
  backup: string
  /** The sum over that backup's contents: it is the one that was made here. */
  sha256: string
  /** The migrations that the data had before. */
  migrations: string[]
  begunAt: Date
  isEnded: boolean
  /** Whether some of its steps were applied and others not. */
  isHalfDone: boolean
  /** Whether anybody but the upgrade itself may have written to the database since its last attempt. */
  isWrittenSince: boolean
  /** Whether anybody may have written since its first attempt: the backup has not all of the data then. */
  isBackupBehind: boolean
}

/**
 * Rows that were ever written to the tables beside the note, by PostgreSQL's own count. Its cleaning does not count as
 * writing; after a crash it counts from the start, which is then taken for somebody's writing.
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

/** Notes the backup; that of an upgrade that never ended stays, unless this one holds the same version's data. */
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
    -- how many rows had been written when it ended or failed
    stopped_writes numeric,
    -- somebody wrote between two attempts
    is_written boolean not null default false)`.execute(db)
  await sql`
    insert into upgrade_note (backup, sha256, migrations) values (${backup}, ${sha256}, ${migrations}::text[])
    on conflict (only_row) do update set backup = excluded.backup, sha256 = excluded.sha256,
      migrations = excluded.migrations, begun_at = now(), ended_at = null, stopped_writes = null, is_written = false
    where upgrade_note.ended_at is not null or upgrade_note.migrations = excluded.migrations`.execute(db)
}

/** Somebody wrote between two attempts. */
export async function noteWritten(db: Kysely<Database>): Promise<void> {
  await sql`update upgrade_note set is_written = true`.execute(db)
}

export async function noteUpgradeStopped(db: Kysely<Database>, { isEnded }: { isEnded: boolean }): Promise<void> {
  if (!(await isThere(db))) return
  // Includes this connection's own writes at once.
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
