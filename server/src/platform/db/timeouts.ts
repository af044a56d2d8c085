import { sql } from 'kysely'
import type { Db } from './database.ts'
import { deferred } from './deferred.ts'

/** Replaces the pool's timeouts of statements and locks for this transaction. */
export const setTimeouts = async (transaction: Db, ms: number): Promise<void> => {
  await sql`${deferred} set local statement_timeout = ${sql.lit(ms)}`.execute(transaction)
  await sql`${deferred} set local lock_timeout = ${sql.lit(ms)}`.execute(transaction)
}

export const liftStatementTimeout = async (transaction: Db): Promise<void> => {
  await sql`${deferred} set local statement_timeout = 0`.execute(transaction)
}
