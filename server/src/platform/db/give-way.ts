import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'

/**
 * Lock timeout of a migration. Requests of servers of the previous version queue behind it. It is below PostgreSQL's
 * `deadlock_timeout` of 1 s, so that a deadlock ends the migration and never a request.
 */
const PATIENCE = '500ms'
const RETRY_MS = 100
/** Time limit for retries. A backup may lock every table for minutes. */
const GIVE_UP_MS = 600_000

/** Whether PostgreSQL rolled back the transaction because of locks of others: `lock_timeout` or a deadlock. */
const isInTheWay = (error: unknown): boolean => ['55P03', '40P01'].includes((error as { code?: string })?.code ?? '')

/**
 * Runs `work` in a transaction with a short lock timeout. If it times out, it is rolled back and retried after a pause
 * that lets others proceed.
 */
export async function givingWay<Schema>(
  db: Kysely<Schema>,
  work: (transaction: Transaction<Schema>) => Promise<void>,
): Promise<void> {
  const deadline = performance.now() + GIVE_UP_MS
  for (;;) {
    try {
      await db.transaction().execute(async (transaction) => {
        await sql`set local lock_timeout = ${sql.lit(PATIENCE)}`.execute(transaction)
        await work(transaction)
      })
      return
    } catch (error) {
      if (!isInTheWay(error) || performance.now() > deadline) throw error
      await pause(RETRY_MS)
    }
  }
}
