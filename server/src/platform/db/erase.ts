import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'

const AT_ONCE = 500

const KEPT_DELETED_DAYS = 30
export const isLongAgo = (column: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} < now() - make_interval(days => ${KEPT_DELETED_DAYS})`

/**
 * Deletes matching rows in batches, each in its own transaction, so that locks are short. Concurrent servers take
 * different rows. `onErased` runs in the batch's transaction.
 */
export const eraseInBatches = async (
  db: Db,
  table: string,
  condition: RawBuilder<unknown>,
  onErased?: (db: Db, ids: string[]) => Promise<void>,
): Promise<number> => {
  const key = sql.ref(onErased ? 'id' : 'ctid')
  let erased = 0
  while (true) {
    const count = await db.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ key: string }>`
        delete from ${sql.table(table)} where ctid = any(array(
          select ctid from ${sql.table(table)} where ${condition} limit ${sql.lit(AT_ONCE)} for update skip locked))
        returning ${key}::text as key`.execute(transaction)
      const ids = rows.map((row) => row.key)
      if (ids.length > 0) await onErased?.(transaction, ids)
      return rows.length
    })
    erased += count
    if (count < AT_ONCE) return erased
  }
}
