import { type Kysely, type RawBuilder, sql } from 'kysely'
import { outageOf } from '../db/availability.ts'
import type { Db } from '../db/database.ts'
import { retryConflicts } from '../db/retry.ts'
import type { Database } from '../db/schema/index.ts'
import type { Job } from './clock.ts'
import { quarantine, release } from './quarantine.ts'

export type Batch = {
  table: string
  /** SQL that selects `id`, `service_id` and `at` of the rows that are due at a time. It casts no stored value. */
  due: (now: Date) => RawBuilder<unknown>
  /**
   * Locks and processes these rows, in a transaction of its own. Returns their number, without rows that another server
   * holds or has processed meanwhile.
   */
  process: (db: Db, ids: string[], now: Date) => Promise<number>
  atOnce?: number
}

/** Processes one row in several transactions of its own. Repeating it after a failure must be harmless. */
export type SingleRows = Pick<Batch, 'table' | 'due'> & {
  processOne: (db: Kysely<Database>, id: string) => Promise<void>
}

const AT_ONCE = 500
const BACKLOG = 20_000

type DueRow = { id: string; serviceId: string | null }

/** The oldest rows that are due. Services take turns, so that one with many rows does not keep the others waiting. */
const dueRows = async (db: Db, job: string, { due }: Pick<Batch, 'due'>, now: Date): Promise<DueRow[]> => {
  const { rows } = await sql<DueRow>`
    select id, service_id from (
      select d.id::text as id, d.service_id, d.at from (${due(now)}) d
      where not exists (select from quarantine q where q.job = ${job} and q.row_id = d.id::text and q.retry_at > ${now})
      order by d.at limit ${sql.lit(BACKLOG)}) backlog
    order by row_number() over (partition by service_id order by at), at`.execute(db)
  return rows
}

/** Splits rows by service, or the rows of one service into halves. */
const split = (rows: readonly DueRow[]): DueRow[][] => {
  const services = Map.groupBy(rows, ({ serviceId }) => serviceId)
  if (services.size > 1) return [...services.values()]
  const middle = Math.ceil(rows.length / 2)
  return [rows.slice(0, middle), rows.slice(middle)]
}

/** Whether the rows caused the error, and not the database or its schema. */
const isFaultOfRows = (error: unknown): boolean => {
  const outage = outageOf(error)
  const { code = '' } = (error ?? {}) as { code?: unknown }
  return (outage === undefined || outage === 'slow') && !/^(40|42|55P03)/.test(String(code))
}

/**
 * Processes the rows that are due. A batch that fails is split until the bad rows stand alone in transactions of their
 * own; these are quarantined and retried later. Returns the number of rows processed.
 */
export const runBatch = async (db: Kysely<Database>, job: string, batch: Batch, now: Date): Promise<number> => {
  const inTransaction = (ids: string[]): Promise<number> =>
    retryConflicts(() =>
      db.transaction().execute(async (transaction) => {
        const count = await batch.process(transaction, ids, now)
        await release(transaction, job, ids)
        return count
      }),
    )
  const { atOnce = AT_ONCE } = batch
  const rows = await dueRows(db, job, batch, now)
  const parts = Array.from({ length: Math.ceil(rows.length / atOnce) }, (_, index) =>
    rows.slice(index * atOnce, (index + 1) * atOnce),
  )
  let total = 0
  // The list grows during the loop, so the halves of a bad batch come after all other rows.
  for (const part of parts) {
    try {
      total += await inTransaction(part.map(({ id }) => id))
    } catch (error) {
      if (!isFaultOfRows(error)) throw error
      const [first] = part
      if (part.length > 1) parts.push(...split(part))
      else if (first) await quarantine(db, { job, table: batch.table, ...first, error, now })
    }
  }
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

/** Deletes rows. `at`: when a row became due; `condition`: of its table's columns. */
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

export const batchJob = (db: Kysely<Database>, name: string, batch: Batch, more: Pick<Job, 'everyMs'> = {}): Job => ({
  name,
  run: (now) => runBatch(db, name, batch, now),
  ...more,
})
