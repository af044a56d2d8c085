import { sql } from 'kysely'
import { startHousekeeping } from '../../server/src/parts/housekeeping.ts'
import { type OpenDatabase, openDatabase } from '../../server/src/platform/db/database.ts'
import { openStore } from '../../server/src/platform/files/local.ts'
import { openMapHosts } from '../../server/src/platform/http/map-hosts.ts'
import { pruneOutbox } from '../../server/src/platform/outbox/pruning.ts'
import { readConfig } from '../../server/src/start/config.ts'
import { databaseUrl } from './database.ts'

/** Longer than the retention of any data that expires. The months of the audit have tests of their own. */
const PASSED = '420 days'

const tablesOf = async ({ db }: OpenDatabase): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and not c.relispartition order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

export const countRows = async (folder: string): Promise<Map<string, number>> => {
  const database = openDatabase({ connectionString: databaseUrl(folder) }, { max: 1 })
  const counts = new Map<string, number>()
  for (const table of await tablesOf(database)) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
      database.db,
    )
    counts.set(table, rows[0]?.count ?? 0)
  }
  await database.close()
  return counts
}

/**
 * Moves all times into the past by more than a year, except in the tables of `records`. Then runs the housekeeping that
 * servers run every ten minutes.
 */
export const letTimePass = async (folder: string, records: ReadonlySet<string>): Promise<void> => {
  const database = openDatabase({ connectionString: databaseUrl(folder) }, { max: 3 })
  const { db, pool } = database
  for (const table of (await tablesOf(database)).filter((name) => !records.has(name))) {
    const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = ${table} and data_type like 'timestamp%'
        and is_generated = 'NEVER'`.execute(db)
    const earlier = rows.map(({ name }) => sql`${sql.ref(name)} = ${sql.ref(name)} - ${PASSED}::interval`)
    if (earlier.length > 0) await sql`update ${sql.table(table)} set ${sql.join(earlier)}`.execute(db)
  }
  const config = readConfig({ COHESION_DATA: folder })
  const isOffline = async () => true
  const log = console as unknown as Parameters<typeof startHousekeeping>[0]['log']
  const base = { config, database, log, isOffline, mustBeOnline: async () => {} }
  const housekeeping = startHousekeeping(
    base,
    await openStore(config),
    openMapHosts({ styleUrl: undefined, isOffline }),
  )
  await housekeeping.round()
  await housekeeping.stop()
  await pruneOutbox(pool)
  await database.close()
}
