import { sql } from 'kysely'
import type { Db } from './database.ts'

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
