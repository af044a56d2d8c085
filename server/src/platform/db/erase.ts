import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'

const AT_ONCE = 500

const KEPT_DELETED_DAYS = 30
export const isLongAgo = (column: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} < now() - make_interval(days => ${KEPT_DELETED_DAYS})`

/**
 * Deletes matching rows in batches, each in its own transaction, so that locks are short. Concurrent servers delete
 * different rows. Returns the number of deleted rows.
 */
export const eraseInBatches = async (db: Db, table: string, condition: RawBuilder<unknown>): Promise<number> => {
  let erased = 0
  while (true) {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${condition} limit ${sql.lit(AT_ONCE)} for update skip locked))`.execute(
      db,
    )
    const count = Number(numAffectedRows)
    erased += count
    if (count < AT_ONCE) return erased
  }
}
