import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Db } from './database.ts'
import { givingWay } from './give-way.ts'
import { migrations } from './migrations/list.ts'
import type { SchemaMigration } from './migrations/migration.ts'
import type { Database } from './schema/index.ts'
import { StartProblem } from './start-problem.ts'

const MIGRATION_LOCK = 7_000_001
const LOCK_RETRY_MS = 100
type Around = (step: { name: string; number: number; count: number }, run: () => Promise<void>) => Promise<void>

/**
 * Migrates the database to this version, in the order of names. Each migration and its record are one transaction, so a
 * failure keeps earlier migrations and the next start continues. Servers that start at the same time take turns. Returns
 * the names of the applied migrations.
 */
export async function migrateToLatest(
  db: Kysely<Database>,
  list: Record<string, SchemaMigration> = migrations,
  around: Around = (_, run) => run(),
): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    await takeLock(connection)
    try {
      return await applyPending(connection, list, around)
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(MIGRATION_LOCK)})`.execute(connection)
    }
  })
}

/**
 * Like `migrateToLatest`, but in the caller's transaction, so indexes are not built concurrently. The caller must hold
 * the lock (`lockMigrations`).
 */
export async function migrateInTransaction(
  transaction: Transaction<Database>,
  list: Record<string, SchemaMigration>,
): Promise<string[]> {
  return applyPending(transaction, list, (_, run) => run())
}

async function applyPending(db: Db, list: Record<string, SchemaMigration>, around: Around): Promise<string[]> {
  const applied = await appliedMigrations(db)
  if ([...applied].some(([name, isCompatible]) => !(name in list) && !isCompatible))
    throw new StartProblem('The database belongs to a newer version of Cohesion. Start that version.')
  const pending = Object.entries(list)
    .filter(([name]) => !applied.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [index, [name, migration]] of pending.entries())
    await around({ name, number: index + 1, count: pending.length }, () => apply(db, name, migration))
  return pending.map(([name]) => name)
}

export async function pendingUpgrade(
  db: Kysely<Database>,
  list: Record<string, SchemaMigration> = migrations,
): Promise<string[]> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass('kysely_migration') is not null as is_there`.execute(db)
  if (!rows[0]?.isThere) return []
  const applied = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const names = new Set(applied.rows.map(({ name }) => name))
  return names.size === 0 ? [] : Object.keys(list).filter((name) => !names.has(name))
}

/** Whether a newer version changed the schema without declaring that older versions work on it. */
export async function isTooNew(
  db: Kysely<Database>,
  list: Record<string, SchemaMigration> = migrations,
): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass('kysely_migration') is not null as is_there`.execute(db)
  if (!rows[0]?.isThere) return false
  // Reads the column through jsonb, because versions before 1.0 made the table without it.
  const applied = await sql<{ name: string; isCompatible: boolean }>`
    select name, coalesce((to_jsonb(m) ->> 'is_compatible')::boolean, false) as is_compatible
    from kysely_migration m`.execute(db)
  return applied.rows.some(({ name, isCompatible }) => !(name in list) && !isCompatible)
}

/** Keeps other servers and restores from changing the schema until the connection ends. */
export async function lockMigrations(db: Kysely<Database>): Promise<void> {
  await takeLock(db)
}

/** Polls instead of waiting, because a concurrent index build would wait for the waiting statement: a deadlock. */
async function takeLock(db: Db): Promise<void> {
  while (true) {
    const { rows } = await sql<{ isMine: boolean }>`
      select pg_try_advisory_lock(${sql.lit(MIGRATION_LOCK)}) as is_mine`.execute(db)
    if (rows[0]?.isMine) return
    await pause(LOCK_RETRY_MS)
  }
}

/** Applied migrations, and whether older versions may run on them. The table is compatible with Kysely's migrator. */
async function appliedMigrations(db: Db): Promise<Map<string, boolean>> {
  await sql`create table if not exists kysely_migration (
    name varchar(255) primary key, "timestamp" varchar(255) not null)`.execute(db)
  // Not `add column if not exists`, which waits for all readers of the table even if the column exists.
  const { rows: columns } = await sql`
    select from pg_attribute where attrelid = 'kysely_migration'::regclass and attname = 'is_compatible'`.execute(db)
  if (columns.length === 0)
    await sql`alter table kysely_migration add column is_compatible boolean not null default false`.execute(db)
  const { rows } = await sql<{ name: string; isCompatible: boolean }>`
    select name, is_compatible from kysely_migration`.execute(db)
  return new Map(rows.map(({ name, isCompatible }) => [name, isCompatible]))
}

async function apply(db: Db, name: string, migration: SchemaMigration): Promise<void> {
  const record = (to: Db) =>
    sql`
      insert into kysely_migration (name, "timestamp", is_compatible)
      values (${name}, ${new Date().toISOString()}, ${migration.isCompatible ?? false})`.execute(to)
  try {
    if (migration.outsideTransaction || db.isTransaction) {
      await migration.up(db as Kysely<unknown>)
      await record(db)
    } else {
      await givingWay(db, async (transaction) => {
        await migration.up(transaction as unknown as Kysely<unknown>)
        await record(transaction)
      })
    }
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause)
    throw new StartProblem(`migration ${name} failed (earlier migrations are applied): ${problem}`, { cause })
  }
}
