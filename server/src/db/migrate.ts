import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrations } from './migrations/list.ts'
import type { Database } from './schema/index.ts'
import { StartProblem } from './start-problem.ts'

/**
 * Brings the database to this version, in one transaction. Servers that start at once on one database wait for each
 * other on the migrator's advisory lock. Answers the names of what was run.
 */
export async function migrateToLatest(db: Kysely<Database>): Promise<string[]> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    // The migrator orders what has run by the clock, and a clock may have been set back in between.
    allowUnorderedMigrations: true,
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw clearer(error)
  return results.map((result) => result.migrationName)
}

function clearer(error: unknown): unknown {
  const isNewer = error instanceof Error && error.message.startsWith('corrupted migrations: previously executed')
  return isNewer ? new StartProblem('The database belongs to a newer version of Cohesion. Start that version.') : error
}
