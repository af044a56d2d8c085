import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Delays before a row is retried. They double. */
const RETRY_SECONDS = { first: 10, longest: 600 }
const TRANSIENT_RETRY_SECONDS = { first: 1, longest: 60 }
/** Attempts after which a transient fault is reported. */
const TRANSIENT_ATTEMPTS = 5
/** SQLSTATE of conflicts with another transaction, and of timeouts of statements, locks and transactions. */
const TRANSIENT_CODES = '^(40|55P03|57014|25P04)'
/** A row that no job retries within this time after `retry_at` is gone or no longer due. */
const GONE_SECONDS = 120

type BadRow = { job: string; table: string; id: string; serviceId: string | null; error: unknown; now: Date }

/** Short name of the fault for operators, without contents of the row. */
const codeOf = (error: unknown): string => {
  const { code, constraint, name, issues } = (error ?? {}) as Record<string, unknown>
  const [issue] = Array.isArray(issues) ? (issues as { path?: unknown[] }[]) : []
  const words = typeof code === 'string' ? [code, constraint] : [name, issue?.path?.join('.')]
  return words.filter(Boolean).join(' ').slice(0, 100) || 'unknown'
}

/** Whether other transactions or the load may have caused the fault. */
export const isTransient = (error: unknown): boolean => new RegExp(TRANSIENT_CODES).test(codeOf(error))

export const quarantine = async (db: Db, { job, table, id, serviceId, error, now }: BadRow): Promise<void> => {
  const { first, longest } = isTransient(error) ? TRANSIENT_RETRY_SECONDS : RETRY_SECONDS
  await sql`
    insert into quarantine as q (job, row_id, table_name, service_id, code, first_at, last_at, retry_at)
    values (${job}, ${id}, ${table}, ${serviceId}, ${codeOf(error)}, ${now}, ${now},
      ${now}::timestamptz + make_interval(secs => ${sql.lit(first)}))
    on conflict (job, row_id) do update set attempts = q.attempts + 1, code = excluded.code, last_at = excluded.last_at,
      retry_at = excluded.last_at + make_interval(secs => least(${sql.lit(longest)},
        ${sql.lit(first)} * 2 ^ least(q.attempts, 10)))`.execute(db)
}

export const release = async (db: Db, job: string, ids: readonly string[]): Promise<void> => {
  await sql`delete from quarantine where job = ${job} and row_id = any(${ids as string[]}::text[])`.execute(db)
}

/** Releases rows that are gone or no longer due. */
export const releaseGone = async (db: Db, now: Date): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from quarantine where retry_at < ${now}::timestamptz - make_interval(secs => ${sql.lit(GONE_SECONDS)})`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0n)
}

/** Makes all rows due at a start, because a newer version may be able to process them. */
export const retryQuarantined = async (db: Db, now: Date): Promise<void> => {
  await sql`update quarantine set retry_at = ${now} where retry_at > ${now}`.execute(db)
}

export type QuarantinedRow = {
  job: string
  table: string
  rowId: string
  serviceId: string | null
  code: string
  attempts: number
  firstAt: Date
  lastAt: Date
}

export const quarantinedRows = async (db: Db, most: number): Promise<QuarantinedRow[]> =>
  db
    .selectFrom('quarantine')
    .select(['job', 'tableName as table', 'rowId', 'serviceId', 'code', 'attempts', 'firstAt', 'lastAt'])
    .orderBy('firstAt')
    .orderBy('rowId')
    .limit(most)
    .execute()

export const countQuarantined = async (db: Db): Promise<Map<string, number>> => {
  const { rows } = await sql<{ job: string; count: number }>`
    select job, count(*)::int as count from quarantine group by 1`.execute(db)
  return new Map(rows.map(({ job, count }) => [job, count]))
}

const rowKey = sql`(q.job || ' ' || q.row_id)`

export const unreportedRows = (butNot: string) => sql<{
  id: string
}>`select ${rowKey} as id, q.service_id, q.first_at as at
  from quarantine q where q.reported_at is null and q.job <> ${butNot}
    and (q.attempts >= ${sql.lit(TRANSIENT_ATTEMPTS)} or q.code !~ ${sql.lit(TRANSIENT_CODES)})`

export const markRowsReported = async (db: Db, keys: readonly string[], now: Date): Promise<(string | null)[]> => {
  const { rows } = await sql<{ serviceId: string | null }>`
    update quarantine q set reported_at = ${now} where ${rowKey} = any(${keys as string[]}::text[]) and q.reported_at is null
    returning q.service_id`.execute(db)
  return rows.map(({ serviceId }) => serviceId)
}
