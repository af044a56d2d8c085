import { sql } from 'kysely'
import type { Db } from './database.ts'
import { deferred } from './deferred.ts'

export const liftStatementTimeout = async (transaction: Db): Promise<void> => {
  await sql`${deferred} set local statement_timeout = 0`.execute(transaction)
}
