import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Problem } from '#contract'
import type { Db } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { networkOf } from './origin.ts'

/** At most `most` attempts within `minutes`. Budgets with one name and different windows count the same attempts. */
export type Budget = { name: string; most: number; minutes: number }

/** A pending attempt stops counting after this time, in case its server died. */
const PENDING_SECONDS = 10
/** If pending attempts fill a budget, the next attempt waits for their results, so that a team can sign in at once. */
const WAIT = { times: 40, ms: 250 }

type Charge = { id: string } | { isFull: boolean; retryAfterSeconds: number }

const tryCharge = (db: Db, budgets: readonly Budget[], isPending: boolean): Promise<Charge> => {
  const id = newId()
  const names = [...new Set(budgets.map(({ name }) => name))].sort()
  return db.transaction().execute(async (transaction) => {
    // All attempts lock in the same order, so that they cannot deadlock.
    await sql`select pg_advisory_xact_lock(hashtextextended(name, 110)) from unnest(${names}::text[]) as name`.execute(
      transaction,
    )
    const { rows } = await sql<{ isFull: boolean; retryAfterSeconds: number }>`
      with budget as (
        select * from unnest(${budgets.map(({ name }) => name)}::text[], ${budgets.map(({ most }) => most)}::int[],
          ${budgets.map(({ minutes }) => minutes)}::int[]) as budget (name, most, minutes)),
      used as (
        select count(attempt.at) >= budget.most as is_used_up,
          count(attempt.at) filter (where not attempt.is_pending
            or attempt.at < statement_timestamp() - make_interval(secs => ${PENDING_SECONDS})) >= budget.most as is_full,
          extract(epoch from min(attempt.at) + make_interval(mins => budget.minutes) - statement_timestamp()) as wait
        from budget left join attempt on attempt.budget = budget.name
          and attempt.at > statement_timestamp() - make_interval(mins => budget.minutes)
        group by budget.name, budget.most, budget.minutes),
      charged as (
        insert into attempt (charge_id, budget, is_pending, at, expires_at)
        select ${id}::uuid, name, ${isPending}::boolean, statement_timestamp(),
          statement_timestamp() + make_interval(mins => max(minutes))
        from budget where not exists (select from used where is_used_up) group by name)
      select bool_or(is_full) as is_full, greatest(1, ceil(max(wait)))::int as retry_after_seconds
      from used where is_used_up having count(*) > 0`.execute(transaction)
    return rows[0] ?? { id }
  })
}

const charge = async (db: Db, budgets: readonly Budget[], isPending: boolean): Promise<string> => {
  for (let left = WAIT.times; ; left--) {
    const charged = await tryCharge(db, budgets, isPending)
    if ('id' in charged) return charged.id
    if (charged.isFull || left <= 0) throw new Problem('tooManyAttempts', charged)
    await sleep(WAIT.ms)
  }
}

/**
 * Charges one attempt to all budgets. If one is used up, throws `tooManyAttempts` and charges nothing. Attempts that
 * share a budget take turns on a lock, so concurrent attempts cannot exceed the budget on any number of servers. `db`
 * must be the pool, because a refusal would roll back the charge of a transaction.
 */
export const chargeAttempt = async (db: Db, budgets: readonly Budget[]): Promise<void> => {
  await charge(db, budgets, false)
}

/** Like `chargeAttempt`, but returns false instead of throwing, so that the reply does not reveal the limit. */
export const tryAttempt = async (db: Db, budgets: readonly Budget[]): Promise<boolean> =>
  'id' in (await tryCharge(db, budgets, false))

/**
 * Charges the next attempt that the budget allows, and returns its time: now, or later if the budget is used up. For work
 * that can be scheduled; call it in the transaction that stores the work.
 */
export const takeTurn = async (db: Db, { name, most, minutes }: Budget): Promise<Date> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 110))`.execute(db)
  const { rows } = await sql<{ at: Date }>`
    with turn as (select greatest(statement_timestamp(), (
      select at + make_interval(mins => ${minutes}) from attempt where budget = ${name}
      order by at desc offset ${most - 1} limit 1)) as at)
    insert into attempt (charge_id, budget, is_pending, at, expires_at)
    select ${newId()}::uuid, ${name}, false, at, at + make_interval(mins => ${minutes}) from turn returning at`.execute(
    db,
  )
  return rows[0]?.at ?? new Date()
}

/**
 * Charges a guess before checking it. Beyond the limit, throws without checking. A correct guess (a defined result) is
 * refunded.
 */
export const weighGuess = async <T>(
  db: Db,
  budgets: readonly Budget[],
  weigh: () => Promise<T | undefined>,
): Promise<T | undefined> => {
  const chargeId = await charge(db, budgets, true)
  let right: T | undefined
  try {
    right = await weigh()
    return right
  } finally {
    if (right === undefined)
      await db.updateTable('attempt').set({ isPending: false }).where('chargeId', '=', chargeId).execute()
    else await db.deleteFrom('attempt').where('chargeId', '=', chargeId).execute()
  }
}

export const returnAttempts = async (db: Db, budgetName: string): Promise<void> => {
  await db
    .deleteFrom('attempt')
    .where('chargeId', 'in', (eb) => eb.selectFrom('attempt').select('chargeId').where('budget', '=', budgetName))
    .execute()
}

export const GUESS_MINUTES = 15
/** Number of wrong secrets of one kind that a network may try within GUESS_MINUTES. */
const GUESSES = 10

export const networkBudget = (kind: string, address: string): Budget => ({
  name: `${kind} from ${networkOf(address)}`,
  most: GUESSES,
  minutes: GUESS_MINUTES,
})

export const openByToken = async <T>(
  db: Db,
  { kind, address }: { kind: string; address: string },
  lookUp: () => Promise<T | undefined>,
): Promise<T> => {
  const opened = await weighGuess(db, [networkBudget(kind, address)], lookUp)
  if (opened === undefined) throw new Problem('notFound')
  return opened
}

/** Deletes attempts, which hold addresses and names, once their window has passed. */
export const forgetOldAttempts = async (db: Db): Promise<void> => {
  await db.deleteFrom('attempt').where('expiresAt', '<', sql<Date>`now()`).execute()
}
