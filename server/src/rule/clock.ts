import type { Kysely } from 'kysely'
import { databaseTime } from '../db/clock.ts'
import type { Db } from '../db/database.ts'
import { retryConflicts } from '../db/retry.ts'
import type { Database } from '../db/schema/index.ts'
import { evaluateDue } from './actions.ts'
import { followAlarms } from './alarm-events.ts'
import { announceAlarms } from './alarms.ts'
import { evaluateEventRules } from './event-rules.ts'
import { keepListening } from './facts.ts'
import { followMutes } from './mutes.ts'
import { watchSensors } from './states.ts'

const TICK_MS = 1000
/** What nobody waits for is looked at every so many ticks. */
const SLOW_TICKS = 5

type Tools = {
  db: Kysely<Database>
  wake: () => void
  log: { warn: (detail: object, text: string) => void }
  clock?: () => Date
  /** What else is due by the clock, of other features; each is called in a transaction of its own. */
  followers?: readonly Work[]
}

/** `isMore`: there may be more to do. */
type Work = (db: Db, now: Date) => Promise<{ isMore: boolean; count: number }>

/** Looks each second what is due by the clock: waits of rules, the events of alarms, rules on events, mutes that end. */
export const openRuleClock = ({ db, wake, log, clock = databaseTime, followers = [] }: Tools) => {
  let isTicking = false
  let ticks = 0
  const inTransaction = <T>(work: (db: Db) => Promise<T>): Promise<T> =>
    retryConflicts(() => db.transaction().execute(work))

  /** Works in transactions of its own until nothing is left. Returns how much was done. */
  const workOff = async (work: (db: Db) => Promise<{ isMore: boolean; count: number }>): Promise<number> => {
    let done = 0
    while (true) {
      const { isMore, count } = await inTransaction(work)
      done += count
      if (!isMore) return done
    }
  }

  /** Does everything that is due at a time; `isWhole` includes what nobody waits for. Returns how much was done. */
  const look = async (now: Date, isWhole = true): Promise<number> => {
    let done = 0
    await keepListening(db, now)
    if (isWhole) {
      await watchSensors(db, now)
      done += await inTransaction(async (transaction) => {
        const serviceIds = await followMutes(transaction, now)
        await announceAlarms(transaction, serviceIds)
        return serviceIds.length
      })
      done += await inTransaction((transaction) => evaluateEventRules(transaction, now))
    }
    done += await workOff((transaction) => evaluateDue(transaction, now))
    for (const follow of [followAlarms, ...followers]) done += await workOff((transaction) => follow(transaction, now))
    return done
  }

  const tick = async () => {
    if (isTicking) return
    isTicking = true
    try {
      if ((await look(clock(), ticks++ % SLOW_TICKS === 0)) > 0) wake()
    } finally {
      isTicking = false
    }
  }
  const timer = setInterval(
    () => void tick().catch((err: unknown) => log.warn({ err }, 'rules: not evaluated')),
    TICK_MS,
  )
  timer.unref()
  return { look, stop: () => clearInterval(timer) }
}
