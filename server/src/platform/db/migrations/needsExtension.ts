import { type Kysely, sql } from 'kysely'
import { StartProblem } from '../start-problem.ts'

/**
 * Creates an extension that comes with PostgreSQL. If the database user lacks the right, the error names the statement
 * for an administrator.
 */
export async function needsExtension(db: Kysely<unknown>, name: 'pg_trgm' | 'cube' | 'btree_gist'): Promise<void> {
  try {
    await sql`create extension if not exists ${sql.id(name)}`.execute(db)
  } catch (cause) {
    throw new StartProblem(
      `The database needs the extension ${name} and this user may not create it. ` +
        `Let an administrator run "create extension ${name}" in this database once, then start again.`,
      { cause },
    )
  }
}
