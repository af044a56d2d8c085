import type { Pool } from 'pg'

/** Smaller differences are ignored, because a busy network makes the measurement that inexact. */
const TOLERATED_MS = 1_000
const MEASURE_EVERY_MS = 10_000

let aheadMs = 0

/**
 * Milliseconds since 1970 by the clock of the database, which all its servers share. Use it for stored times and
 * whatever is compared with them. If servers used their own clocks, they would count each other's sensors as silent and
 * order each other's entries wrongly.
 */
export const databaseMs = (): number => Date.now() + aheadMs

export const databaseTime = (): Date => new Date(databaseMs())

/** How far the database's clock is ahead of this machine's; undefined if the round trip was too slow. */
const measure = async (pool: Pool): Promise<number | undefined> => {
  const asked = Date.now()
  const { rows } = await pool.query<{ ms: number }>('select extract(epoch from clock_timestamp()) * 1000 as ms')
  const answered = Date.now()
  if (answered - asked > TOLERATED_MS) return undefined
  const difference = Math.round((rows[0]?.ms ?? answered) - (asked + answered) / 2)
  return Math.abs(difference) < TOLERATED_MS ? 0 : difference
}

type Log = { warn: (details: object, text: string) => void }

/** Measures the clock of the database now and every 10 s. All databases of this process share one offset. */
export const followDatabaseClock = async (pool: Pool, log: Log) => {
  const follow = async () => {
    const before = aheadMs
    aheadMs = (await measure(pool)) ?? aheadMs
    if (aheadMs !== 0 && before === 0)
      log.warn({ seconds: -aheadMs / 1000 }, 'the clock of this machine is ahead of the database’s, whose time is used')
  }
  await follow()
  const timer = setInterval(
    () => void follow().catch((err: unknown) => log.warn({ err }, 'the clock of the database could not be read')),
    MEASURE_EVERY_MS,
  ).unref()
  return { stop: () => clearInterval(timer) }
}
