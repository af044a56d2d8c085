import { type Kysely, sql } from 'kysely'

/** One step of the schema. */
export type SchemaMigration = {
  up(db: Kysely<unknown>): Promise<void>
  /**
   * For what PostgreSQL refuses inside a transaction, as `createIndexConcurrently`. It may be cut off half done, so it
   * must be one that can be run again.
   */
  readonly outsideTransaction?: boolean
  /**
   * Declares that servers of the version before work on the changed schema as well: it only adds what they do not look
   * at. They then start on it; without it they refuse, as on anything newer that they do not know.
   */
  readonly isCompatible?: boolean
}

/**
 * Builds an index while the table is written to, for large tables. Only in a migration that says `outsideTransaction`. A
 * build that was cut off leaves an invalid index behind, which is built anew.
 */
export async function createIndexConcurrently(db: Kysely<unknown>, name: string, definition: string): Promise<void> {
  // A restore runs all migrations in its one transaction, on tables that nobody else sees.
  if (db.isTransaction) {
    await sql`create index if not exists ${sql.id(name)} on ${sql.raw(definition)}`.execute(db)
    return
  }
  const { rows } = await sql`
    select from pg_index where indexrelid = to_regclass(${name}) and not indisvalid`.execute(db)
  if (rows.length > 0) await sql`drop index concurrently ${sql.id(name)}`.execute(db)
  await sql`create index concurrently if not exists ${sql.id(name)} on ${sql.raw(definition)}`.execute(db)
}

/** Removes an index while its table is used. Only in a migration that says `outsideTransaction`. */
export async function dropIndexConcurrently(db: Kysely<unknown>, name: string): Promise<void> {
  const how = sql.raw(db.isTransaction ? '' : 'concurrently')
  await sql`drop index ${how} if exists ${sql.id(name)}`.execute(db)
}
