import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import { Problem } from '#contract'
import type { Db } from '../db/database.ts'
import * as visitors from './queries.ts'

/**
 * A line may be shared by a whole town (mobile networks, a school): what many people send over an hour passes, what no
 * people send within a minute does not. Whoever the cookie knows is counted by itself alone.
 */
const SENT_PER_MINUTE = 30
const SENT_PER_HOUR = 600
/** Things the page never sends: tokens that nothing answers to, the field that nobody sees. */
const FAILED_PER_QUARTER_HOUR = 120
const SENT_PER_LINK_AND_MINUTE = 300
const PER_VISITOR = { count: 20, minutes: 10 }
/** More than this on one link, and those who can replace it are told; once an hour. */
const ALERT = { count: 100, minutes: 10 }

/** IPv6 hands out whole networks: who has one address has 2^64. */
export const lineOf = (address: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped || !isIPv6(address)) return mapped ?? address
  const plain = new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1)
  const [head = '', tail] = plain.split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':'))
  const [before, after] = [groups(head), groups(tail ?? '')]
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0')
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`
}

const tooMany = (retryAfterSeconds: number) => new Problem('tooManyAttempts', { retryAfterSeconds })

/** Remembers what the page would never send, and answers what to throw: not found, or too much of it. */
export const refused = async (db: Db, address: string, problem = new Problem('notFound')): Promise<Problem> => {
  const line = lineOf(address)
  const { count } = await db
    .selectFrom('visitorAttempt')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('line', '=', line)
    .where('kind', '=', 'failed')
    .where('at', '>', sql<Date>`now() - interval '15 minutes'`)
    .executeTakeFirstOrThrow()
  if (count >= FAILED_PER_QUARTER_HOUR) return tooMany(900)
  await db.insertInto('visitorAttempt').values({ line, kind: 'failed' }).execute()
  return problem
}

type Attempt = { address: string; link: visitors.Link; visitorId: string | undefined }

/** Counts what is about to be sent, also when it is refused later: reading a photo costs whatever it shows. */
export const guardSending = async (db: Db, { address, link, visitorId }: Attempt): Promise<void> => {
  const line = lineOf(address)
  const { rows } = await sql<{ minute: number; hour: number; failed: number; onLink: number }>`
    select count(*) filter (where kind = 'sent' and at > now() - interval '1 minute')::int as minute,
      count(*) filter (where kind = 'sent')::int as hour,
      count(*) filter (where kind = 'failed' and at > now() - interval '15 minutes')::int as failed,
      (select count(*)::int from visitor_attempt where public_link_id = ${link.id}
        and at > now() - interval '1 minute') as on_link
    from visitor_attempt where line = ${line} and at > now() - interval '1 hour'`.execute(db)
  const now = rows[0]
  if (visitorId) await guardVisitor(db, visitorId)
  else if (now) {
    if (now.failed >= FAILED_PER_QUARTER_HOUR) throw tooMany(900)
    if (now.minute >= SENT_PER_MINUTE || now.onLink >= SENT_PER_LINK_AND_MINUTE) throw tooMany(60)
    if (now.hour >= SENT_PER_HOUR) throw tooMany(600)
  }
  await db.insertInto('visitorAttempt').values({ line, kind: 'sent', publicLinkId: link.id }).execute()
}

export const guardVisitor = async (db: Db, visitorId: string): Promise<void> => {
  const { count, minutes } = PER_VISITOR
  if ((await visitors.sentLately(db, visitorId, minutes)) >= count) throw tooMany(minutes * 60)
}

/** How many came through the link of late, if that is worth an alert now; then it is not again for an hour. */
export const busyNow = async (db: Db, linkId: string): Promise<number | undefined> => {
  const { rows } = await sql<{ count: number }>`
    with lately as (select count(*)::int as count from visitor_attempt
      where public_link_id = ${linkId} and at > now() - make_interval(mins => ${ALERT.minutes}))
    update public_link set alerted_at = now() from lately
    where public_link.id = ${linkId} and lately.count >= ${ALERT.count}
      and (alerted_at is null or alerted_at < now() - interval '1 hour')
    returning lately.count`.execute(db)
  return rows[0]?.count
}

/** Whose address it was is of no use after the longest window. */
export const forgetOldAttempts = async (db: Db): Promise<void> => {
  await db.deleteFrom('visitorAttempt').where('at', '<', sql<Date>`now() - interval '1 hour'`).execute()
}

const SEARCHES_PER_MINUTE = 240
const MINUTE_MS = 60_000

/** Looking for addresses writes nothing, so it is counted in memory: each process by itself. */
export const searchLimit = (now: () => number = Date.now) => {
  let counts = new Map<string, number>()
  let since = now()
  return (address: string): void => {
    if (now() - since > MINUTE_MS) {
      counts = new Map()
      since = now()
    }
    const line = lineOf(address)
    const count = (counts.get(line) ?? 0) + 1
    counts.set(line, count)
    if (count > SEARCHES_PER_MINUTE) throw tooMany(60)
  }
}
