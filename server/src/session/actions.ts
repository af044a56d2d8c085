import { sql } from 'kysely'
import { Problem } from '#contract'
import type { Db } from '../db/database.ts'
import { hashToken, newToken } from '../secret/tokens.ts'

const WINDOW_MINUTES = 15
/** Wrong passwords for one account from one address before that pair has to wait. */
const PER_ACCOUNT_AND_ADDRESS = 8
/** Generous: a whole control room may share one address. */
const PER_ADDRESS = 60

const count = async (db: Db, address: string, username?: string): Promise<number> => {
  let query = db
    .selectFrom('signInFailure')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('address', '=', address)
    .where('failedAt', '>', sql<Date>`now() - make_interval(mins => ${WINDOW_MINUTES})`)
  if (username !== undefined) query = query.where('username', '=', username)
  return (await query.executeTakeFirstOrThrow()).count
}

/** Refuses when too many attempts failed. A device on which this account signed in before is let through. */
export const guardAttempts = async (
  db: Db,
  attempt: { username: string; address: string; isKnownDevice: boolean },
): Promise<void> => {
  if (attempt.isKnownDevice) return
  const username = attempt.username.toLowerCase()
  const isTooMuch =
    (await count(db, attempt.address, username)) >= PER_ACCOUNT_AND_ADDRESS ||
    (await count(db, attempt.address)) >= PER_ADDRESS
  if (isTooMuch) throw new Problem('tooManyAttempts', { retryAfterSeconds: WINDOW_MINUTES * 60 })
}

export const recordFailure = async (db: Db, username: string, address: string): Promise<void> => {
  await db.insertInto('signInFailure').values({ username: username.toLowerCase(), address }).execute()
}

export const clearFailures = async (db: Db, username: string, address: string): Promise<void> => {
  await db
    .deleteFrom('signInFailure')
    .where('username', '=', username.toLowerCase())
    .where('address', '=', address)
    .execute()
}

export const forgetOldFailures = async (db: Db): Promise<void> => {
  await db
    .deleteFrom('signInFailure')
    .where('failedAt', '<', sql<Date>`now() - make_interval(mins => ${WINDOW_MINUTES})`)
    .execute()
}

export const DEVICE_COOKIE = 'cohesion-device'
export const DEVICE_DAYS = 400

export const isKnownDevice = async (db: Db, memberId: string | undefined, device: string | undefined) => {
  if (!memberId || !device) return false
  const row = await db
    .selectFrom('knownDevice')
    .select('memberId')
    .where('memberId', '=', memberId)
    .where('tokenHash', '=', hashToken(device))
    .executeTakeFirst()
  return row !== undefined
}

/** Remembers the device; one that is known to others keeps its token. */
export const rememberDevice = async (db: Db, memberId: string, device: string | undefined): Promise<string> => {
  const token = device && /^[\w-]{43}$/.test(device) ? device : newToken()
  await db
    .insertInto('knownDevice')
    .values({ memberId, tokenHash: hashToken(token) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return token
}
