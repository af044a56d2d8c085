import { type Kysely, type RawBuilder, sql } from 'kysely'
import { outageOf } from '../db/availability.ts'
import type { Db } from '../db/database.ts'
import type { Database } from '../db/schema/index.ts'
import { setTimeouts, withTimeLimit } from '../db/transaction.ts'
import type { Job } from './clock.ts'
import { isTransient, quarantine, release } from './quarantine.ts'
import { openTurns, type Turns } from './turns.ts'

/** SQL that is false for a row that is quarantined until later. */
type IsReady = (id: RawBuilder<unknown>) => RawBuilder<boolean>

export type Batch = {
  table: string
  /**
   * SQL that selects `id`, `service_id` and `at` of rows that are due at `now`, without casts of stored values. One service
   * may have millions of rows: a query that limits the rows of each service must leave out those that are not ready.
   */
  due: (now: Date, isReady: IsReady) => RawBuilder<unknown>
  /**
   * Locks and processes these rows, all of one service. Returns the number processed, without rows that another server
   * holds or has processed meanwhile.
   */
  process: (db: Db, ids: string[], now: Date, serviceId: string | null) => Promise<number>
  atOnce?: number
  /** Rows in the first transaction of a service. More than the default only if a few statements process all of them. */
  first?: number
}

/** Processes one row in several transactions of its own. Repeating it after a failure must be harmless. */
export type SingleRows = Pick<Batch, 'table' | 'due'> & {
  processOne: (db: Kysely<Database>, id: string) => Promise<void>
}

const AT_ONCE = 500
const FIRST = 20
const BACKLOG = 20_000
/** A run ends after this time; the next run reads the due rows again. */
const BUDGET_MS = 1_000
/** Time limit of a transaction, in budgets of a run. A row that fails alone is quarantined, so it has more time. */
const MOST_BUDGETS = { several: 2, alone: 5 }
/**
 * Timeout of the statement that reads the due rows of all services. It exceeds the pool's timeout, because without this
 * statement no service's rows are processed.
 */
const READ_TIMEOUT_MS = 60_000

type DueRow = { id: string; serviceId: string | null }

/** Due rows. Services alternate, each with its oldest rows first, so that the limit does not favour a backlog. */
const dueRows = (db: Kysely<Database>, job: string, { due }: Pick<Batch, 'due'>, now: Date): Promise<DueRow[]> =>
  db.transaction().execute(async (transaction) => {
    const isReady: IsReady = (id) => sql`not exists (
      select from quarantine q where q.job = ${job} and q.row_id = ${id}::text and q.retry_at > ${now})`
    await setTimeouts(transaction, READ_TIMEOUT_MS)
    const { rows } = await sql<DueRow>`
      select id, service_id from (
        select d.id::text as id, d.service_id, d.at, row_number() over (partition by d.service_id order by d.at) as turn
        from (${due(now, isReady)}) d where ${isReady(sql`d.id`)}) waiting
      order by turn, at limit ${sql.lit(BACKLOG)}`.execute(transaction)
    return rows
  })

/** Whether one row or its service caused the error, and not the database or its schema. */
const isFaultOfRows = (error: unknown): boolean => {
  if (isTransient(error)) return true
  const { code = '' } = (error ?? {}) as { code?: unknown }
  return outageOf(error) === undefined && !String(code).startsWith('42')
}

type RunOptions = { budgetMs?: number; turns?: Turns }

/**
 * Processes the rows that are due. Services take turns, each in a transaction of its own. After a failure a service
 * continues row by row until the bad row fails alone, which is quarantined and retried later. Returns the number of rows
 * processed.
 */
export const runBatch = async (
  db: Kysely<Database>,
  job: string,
  { table, process, atOnce = AT_ONCE, first = FIRST, due }: Batch,
  now: Date,
  { budgetMs = Number.POSITIVE_INFINITY, turns = openTurns() }: RunOptions = {},
): Promise<number> => {
  const inTransaction = (part: readonly DueRow[]): Promise<number> =>
    db.transaction().execute(async (transaction) => {
      const budgets = MOST_BUDGETS[part.length === 1 ? 'alone' : 'several']
      const limited = withTimeLimit(transaction, Math.max(BUDGET_MS, budgetMs) * budgets)
      const ids = part.map(({ id }) => id)
      const count = await process(limited, ids, now, part[0]?.serviceId ?? null)
      await release(limited, job, ids)
      return count
    })
  const rows = await dueRows(db, job, { due }, now)
  let total = 0
  await turns.take(db, rows, { atOnce, first, budgetMs }, async (part) => {
    try {
      total += await inTransaction(part)
      return true
    } catch (error) {
      if (!isFaultOfRows(error)) throw error
      const [first] = part
      if (part.length === 1 && first) await quarantine(db, { job, table, ...first, error, now })
      return false
    }
  })
  return total
}

/** Processes the rows that are due one by one. A bad row is quarantined. Returns the number of rows processed. */
export const runSingleRows = async (
  db: Kysely<Database>,
  job: string,
  rows: SingleRows,
  now: Date,
): Promise<number> => {
  let total = 0
  for (const row of await dueRows(db, job, rows, now)) {
    try {
      await rows.processOne(db, row.id)
      await release(db, job, [row.id])
      total++
    } catch (error) {
      if (!isFaultOfRows(error)) throw error
      await quarantine(db, { job, table: rows.table, ...row, error, now })
    }
  }
  return total
}

/**
 * Takes a service for this server until the transaction ends; false if another server has it. Servers of version 1.1 lock
 * all services at once, which the shared lock respects.
 */
export const takeService = async (db: Db, lock: number, serviceId: string | null): Promise<boolean> => {
  const { rows } = await sql<{ isMine: boolean }>`
    select pg_try_advisory_xact_lock_shared(${sql.lit(lock)})
      and pg_try_advisory_xact_lock(${sql.lit(lock)}, hashtext(${serviceId}::text)) as is_mine`.execute(db)
  return rows[0]?.isMine === true
}

/** Deletes rows that satisfy `condition`. `at`: SQL of the time since when a row is due. */
export const deletionOf = (table: string, at: RawBuilder<Date>, condition: RawBuilder<unknown>): Batch => ({
  table,
  due: () => sql`select id, service_id, ${at} as at from ${sql.table(table)} where ${condition}`,
  process: async (db, ids) => {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where id = any(array(
        select id from ${sql.table(table)} where id = any(${ids}::uuid[]) and (${condition}) for update skip locked))`.execute(
      db,
    )
    return Number(numAffectedRows)
  },
})

type JobOptions = Pick<Job, 'everyMs'> & { budgetMs?: number }

export const batchJob = (
  db: Kysely<Database>,
  name: string,
  batch: Batch,
  { budgetMs = BUDGET_MS, ...more }: JobOptions = {},
): Job => {
  const turns = openTurns()
  return {
    name,
    run: (now) => runBatch(db, name, batch, now, { budgetMs, turns }),
    isUnfinished: turns.isUnfinished,
    ...more,
  }
}
