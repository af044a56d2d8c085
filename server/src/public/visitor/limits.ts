import { sql } from 'kysely'
import { Problem } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { type Budget, chargeAttempt, networkBudget } from '../../platform/http/attempts.ts'
import { networkOf } from '../../platform/http/origin.ts'
import { hashToken } from '../../platform/secret/tokens.ts'
import type * as visitors from './queries.ts'

/**
 * Reports per network. A whole town may share a network, so the limits stop floods within a minute and allow many
 * reports in an hour. Visitors with a cookie are counted individually.
 */
const SENT_PER_MINUTE = 30
const SENT_PER_HOUR = 600
const SENT_PER_LINK_AND_MINUTE = 300
const SENT_BY_VISITOR = { most: 20, minutes: 10 }
/** From this rate on, the members who can replace the link are alerted, once an hour. */
const ALERT = { count: 100, minutes: 10 }
/** Limit of a budget that counts reports for the alert and never refuses. */
const UNLIMITED = 2_000_000_000

const tooMany = (retryAfterSeconds: number) => new Problem('tooManyAttempts', { retryAfterSeconds })

/**
 * Counts a request that no page sends, and returns the problem to throw. Throws `tooManyAttempts` above the limit.
 * Requests of valid links are not counted here, because these links are printed on posters.
 */
export const chargeMisuse = async (db: Db, address: string, problem = new Problem('notFound')): Promise<Problem> => {
  await chargeAttempt(db, [networkBudget('public link', address)])
  return problem
}

const linkBudget = (linkId: string) => `sent through ${linkId}`

/** The budget's name contains the hash of the follow token, which exists before the visitor is stored. */
const visitorBudget = (follow: string): Budget => ({
  name: `sent by ${hashToken(follow).toString('base64url')}`,
  ...SENT_BY_VISITOR,
})

type VisitorAttempt = { address: string; link: visitors.Link; follow: string; isKnown: boolean }

/** Charges a form before it is read, because reading a photo is expensive even if it is refused. */
export const guardSending = async (db: Db, { address, link, follow, isKnown }: VisitorAttempt): Promise<void> => {
  const linkCount = { name: linkBudget(link.id), most: UNLIMITED, minutes: ALERT.minutes }
  if (isKnown) return chargeAttempt(db, [visitorBudget(follow), linkCount])
  const network = `sent from ${networkOf(address)}`
  return chargeAttempt(db, [
    visitorBudget(follow),
    { name: network, most: SENT_PER_MINUTE, minutes: 1 },
    { name: network, most: SENT_PER_HOUR, minutes: 60 },
    { name: linkBudget(link.id), most: SENT_PER_LINK_AND_MINUTE, minutes: 1 },
    linkCount,
  ])
}

type FollowAttempt = { follow: string; address: string }

/** Many follow addresses may share a network, so its limit only stops floods. */
const ANSWERS_PER_NETWORK = { most: 300, minutes: 10 }
const PHOTOS_BY_VISITOR = { most: 10, minutes: 60 }

const answerBudgets = ({ follow, address }: FollowAttempt): Budget[] => [
  visitorBudget(follow),
  { name: `answers from ${networkOf(address)}`, ...ANSWERS_PER_NETWORK },
]

export const guardAnswer = (db: Db, attempt: FollowAttempt): Promise<void> => chargeAttempt(db, answerBudgets(attempt))

export const guardPhoto = (db: Db, attempt: FollowAttempt): Promise<void> => {
  const name = `photos by ${hashToken(attempt.follow).toString('base64url')}`
  return chargeAttempt(db, [...answerBudgets(attempt), { name, ...PHOTOS_BY_VISITOR }])
}

/** The recent number of reports through the link, if an alert is due. The next alert is then due in an hour. */
export const busyNow = async (db: Db, linkId: string): Promise<number | undefined> => {
  const { rows } = await sql<{ count: number }>`
    with lately as (select count(*)::int as count from attempt
      where budget = ${linkBudget(linkId)} and at > now() - make_interval(mins => ${ALERT.minutes}))
    update public_link set alerted_at = now() from lately
    where public_link.id = ${linkId} and lately.count >= ${ALERT.count}
      and (alerted_at is null or alerted_at < now() - interval '1 hour')
    returning lately.count`.execute(db)
  return rows[0]?.count
}

const SEARCHES_PER_MINUTE = 240
const MINUTE_MS = 60_000

/** Limits searches per network. Counts in the memory of this process, so that searches write nothing. */
export const searchLimit = (now: () => number = Date.now) => {
  let counts = new Map<string, number>()
  let since = now()
  return (address: string): void => {
    if (now() - since > MINUTE_MS) {
      counts = new Map()
      since = now()
    }
    const network = networkOf(address)
    const count = (counts.get(network) ?? 0) + 1
    counts.set(network, count)
    if (count > SEARCHES_PER_MINUTE) throw tooMany(60)
  }
}
