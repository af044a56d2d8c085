import { type Kysely, sql } from 'kysely'

export type SchemaMigration = {
  up(db: Kysely<unknown>): Promise<void>
  /**
   * Runs `up` outside a transaction, for statements such as `create index concurrently`. It may be interrupted halfway,
   * so it must be repeatable.
   */
  readonly outsideTransaction?: boolean
  /**
   * Declares that servers of the previous version work with the changed schema. Otherwise they refuse to start on it.
   */
  readonly isCompatible?: boolean
}

/**
 * Builds an index of a large table without blocking writes. Only for migrations with `outsideTransaction`. An
 * interrupted build leaves an invalid index, which is rebuilt.
 */
export async function createIndexConcurrently(db: Kysely<unknown>, name: string, definition: string): Promise<void> {
  // A restore runs all migrations in one transaction, on tables that are not visible to others.
  if (db.isTransaction) {
    await sql`create index if not exists ${sql.id(name)} on ${sql.raw(definition)}`.execute(db)
    return
  }
  const { rows } = await sql`
    select from pg_index where indexrelid = to_regclass(${name}) and not indisvalid`.execute(db)
  if (rows.length > 0) await sql`drop index concurrently ${sql.id(name)}`.execute(db)
  await sql`create index concurrently if not exists ${sql.id(name)} on ${sql.raw(definition)}`.execute(db)
}

/** Drops an index without blocking the table. Only for migrations with `outsideTransaction`. */
export async function dropIndexConcurrently(db: Kysely<unknown>, name: string): Promise<void> {
  const how = sql.raw(db.isTransaction ? '' : 'concurrently')
  await sql`drop index ${how} if exists ${sql.id(name)}`.execute(db)
}
