import { sql } from 'kysely'
import type { Db } from './database.ts'
import { deferred } from './deferred.ts'

/** A timeout for this transaction instead of its pool's. */
export const setStatementTimeout = async (transaction: Db, ms: number): Promise<void> => {
  await sql`${deferred} set local statement_timeout = ${sql.lit(ms)}`.execute(transaction)
}

export const liftStatementTimeout = (transaction: Db): Promise<void> => setStatementTimeout(transaction, 0)
