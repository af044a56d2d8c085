import type { Transaction } from 'kysely'
import type { Db } from './database.ts'
import type { Database } from './schema/index.ts'

/**
 * Runs several reads in one snapshot, for replies whose numbers must agree. If `db` is a transaction, `work` runs in
 * it.
 */
export const inSnapshot = <T>(db: Db, work: (snapshot: Transaction<Database>) => Promise<T>): Promise<T> =>
  db.isTransaction
    ? work(db as Transaction<Database>)
    : db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)
