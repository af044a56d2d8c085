import { type Kysely, sql } from 'kysely'
import { deletionOf } from '../../platform/clock/batch.ts'
import type { Database } from '../../platform/db/schema/index.ts'

/**
 * Readings are kept for a quarter, the log of a sensor with its recordings for more than a year, hourly sums for three
 * years, and daily sums as long as the sensor.
 */
const READINGS_DAYS = 92
const LOG_DAYS = 400
const HOURS_DAYS = 1_100
const AT_ONCE = 10_000
/** Lets one server prune at a time; a second would only wait. */
const PRUNING_LOCK = 7_011

type Pruned = 'sensor_reading' | 'sensor_hour'

const slice = async (db: Kysely<Database>, table: Pruned, column: string, before: Date) =>
  db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ isMine: boolean }>`
      select pg_try_advisory_xact_lock(${sql.lit(PRUNING_LOCK)}) as is_mine`.execute(transaction)
    if (!rows[0]?.isMine) return 0
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${sql.ref(column)} < ${before} limit ${sql.lit(AT_ONCE)}))`.execute(
      transaction,
    )
    return Number(numAffectedRows ?? 0)
  })

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000)

/**
 * Whether some readings were stored before sums existed and are not summed yet. No reading is deleted until they are.
 */
const hasBacklog = async (db: Kysely<Database>): Promise<boolean> =>
  (await db.selectFrom('sensorSumBacklog').select('sensorId').limit(1).executeTakeFirst()) !== undefined

export const oldSensorLog = deletionOf(
  'sensor_log',
  sql`at`,
  sql`at < now() - make_interval(days => ${sql.lit(LOG_DAYS)})`,
)

/** Deletes old rows in batches, so that new readings do not wait. Returns the number of deleted rows. */
export const pruneHistory = async (db: Kysely<Database>, now: Date): Promise<number> => {
  let pruned = 0
  for (const [table, column, days] of [
    ['sensor_reading', 'received_at', READINGS_DAYS],
    ['sensor_hour', 'at', HOURS_DAYS],
  ] as const) {
    if (table === 'sensor_reading' && (await hasBacklog(db))) continue
    while (true) {
      const count = await slice(db, table, column, daysBefore(now, days))
      pruned += count
      if (count < AT_ONCE) break
    }
  }
  return pruned
}
