import { sql, type Transaction } from 'kysely'
import type { Db } from './database.ts'
import type { Database } from './schema/index.ts'

const isConflict = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001')

/** Runs a transaction up to `attempts` times while PostgreSQL rolls it back because of a conflict with another one. */
export const retryConflicts = async <T>(run: () => Promise<T>, { attempts = 3 } = {}): Promise<T> => {
  for (let left = attempts - 1; ; left--) {
    try {
      return await run()
    } catch (error) {
      if (left <= 0 || !isConflict(error)) throw error
    }
  }
}

/**
 * Runs several reads in one snapshot, for replies whose numbers must agree. If `db` is a transaction, `work` runs in
 * it.
 */
export const inSnapshot = <T>(db: Db, work: (snapshot: Transaction<Database>) => Promise<T>): Promise<T> =>
  db.isTransaction
    ? work(db as Transaction<Database>)
    : db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)

/** Replaces the pool's timeouts of statements and locks for this transaction. */
export const setTimeouts = async (transaction: Db, ms: number): Promise<void> => {
  const text = String(ms)
  await sql`select set_config('statement_timeout', ${text}, true), set_config('lock_timeout', ${text}, true)`.execute(
    transaction,
  )
}

export const liftStatementTimeout = async (transaction: Db): Promise<void> => {
  await sql`set local statement_timeout = 0`.execute(transaction)
}

class TransactionTimeout extends Error {
  /** SQLSTATE of `transaction_timeout`, which PostgreSQL has since version 17. */
  readonly code = '25P04'
}

/** Rejects statements that begin after this time. The statement that runs then ends by its own timeout. */
export const withTimeLimit = (transaction: Transaction<Database>, ms: number): Transaction<Database> => {
  const endsAtMs = performance.now() + ms
  return transaction.withPlugin({
    transformQuery: ({ node }) => {
      if (performance.now() > endsAtMs) throw new TransactionTimeout(`the transaction took longer than ${ms} ms`)
      return node
    },
    transformResult: async ({ result }) => result,
  })
}
