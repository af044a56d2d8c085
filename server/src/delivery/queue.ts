import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { eraseInBatches } from '../db/erase.ts'
import { newId } from '../db/id.ts'
import { prepared } from '../db/prepared.ts'
import type { DeliveryState } from '../db/schema/delivery.ts'
import { type Delivery, SEND_SECONDS } from './channel.ts'

export type NewDelivery = {
  channel: string
  kind: string
  payload: object
  /** Whose it is; without it, the server's own. */
  serviceId?: string | null
  memberId?: string | null
  visitorId?: string | null
  address?: string | null
  groupKey?: string | null
  /** A delivery whose key is in the queue, or was within its 30 days, is not enqueued again. */
  dedupeKey?: string | null
  notBefore?: Date
  /** After this time it is not sent any more. */
  expiresAt?: Date | null
}

/**
 * Stores deliveries in the caller's transaction; they are sent after its commit, at least once each. Returns the ids of
 * those that were not there yet.
 */
export const enqueue = async (db: Db, deliveries: readonly NewDelivery[]): Promise<string[]> => {
  if (deliveries.length === 0) return []
  const rows = await db
    .insertInto('delivery')
    .values(
      deliveries.map(({ payload, notBefore, ...delivery }) => ({
        ...delivery,
        id: newId(),
        payload: JSON.stringify(payload),
        ...(notBefore && { nextAttemptAt: notBefore }),
      })),
    )
    .onConflict((conflict) => conflict.column('dedupeKey').doNothing())
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * The same for deliveries that SQL makes: `deliveries` selects a `channel`, `kind`, `service_id`, `member_id`, `address`,
 * `group_key` and `payload` each.
 */
export const enqueueSelected = (deliveries: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into delivery (id, channel, kind, service_id, member_id, address, group_key, payload, created_at)
  select gen_random_uuid(), d.channel, d.kind, d.service_id, d.member_id, d.address, d.group_key, d.payload,
    clock_timestamp() from (${deliveries}) as d`

/** Lease of a claimed delivery: if its server dies, others may claim it after this time. */
export const LEASE_SECONDS = SEND_SECONDS * 2

export type ClaimedDelivery = Delivery & { channel: string; receiver: string; isExpired: boolean }

/**
 * Claims due deliveries for this server, up to a number for each channel. Receivers in `busy` are left out: what this
 * server is sending them comes first.
 */
export const claim = async (
  db: Db,
  lanes: readonly { channel: string; free: number }[],
  busy: readonly string[],
): Promise<ClaimedDelivery[]> => {
  const { rows } = await sql<ClaimedDelivery>`${prepared}
    with due as (
      select waiting.id from unnest(${lanes.map(({ channel }) => channel)}::text[], ${lanes.map(({ free }) => free)}::int[])
        as lane(channel, free)
      cross join lateral (
        select d.id from delivery d
        where d.channel = lane.channel and d.state = 'waiting' and d.next_attempt_at <= now()
          and coalesce(d.address, d.member_id::text, d.visitor_id::text, d.id::text) <> all(${busy as string[]}::text[])
        order by d.next_attempt_at, d.id limit lane.free for update skip locked) waiting),
    claimed as (
      update delivery d set attempts = d.attempts + 1,
        next_attempt_at = now() + make_interval(secs => ${LEASE_SECONDS})
      from due where d.id = due.id returning d.*)
    select id, channel, kind, service_id, member_id, visitor_id, address, group_key, payload, attempts, created_at,
      coalesce(address, member_id::text, visitor_id::text, id::text) as receiver,
      coalesce(expires_at <= now(), false) as is_expired
    from claimed order by created_at, id`.execute(db)
  return rows
}

type Ending = Exclude<DeliveryState, 'waiting' | 'seen'>

/** Ends deliveries. Their contents go: nothing needs them any more, and mailed links are secrets. */
export const settle = async (db: Db, ids: string[], state: Ending, code: string | null = null): Promise<void> => {
  const isSent = state === 'sent' || state === 'delivered'
  await sql`update delivery set state = ${state}, last_error = left(${code}, 50), payload = '{}',
      sent_at = case when ${isSent} then now() end, delivered_at = case when ${state === 'delivered'} then now() end
    where id = any(${ids}::uuid[]) and state = 'waiting'`.execute(db)
}

export const retryLater = async (db: Db, ids: string[], at: Date, code: string): Promise<void> => {
  await sql`update delivery set next_attempt_at = ${at}, last_error = left(${code}, 50)
    where id = any(${ids}::uuid[]) and state = 'waiting'`.execute(db)
}

/** Postpones deliveries without counting the attempt; without a time, to be claimed again at once. */
export const hold = async (db: Db, ids: string[], until?: Date): Promise<void> => {
  await sql`update delivery set next_attempt_at = coalesce(${until ?? null}::timestamptz, now()), attempts = attempts - 1
    where id = any(${ids}::uuid[]) and state = 'waiting'`.execute(db)
}

/** Ends everything that waits for an address which is gone. */
export const failWaiting = async (db: Db, channel: string, address: string, code: string): Promise<void> => {
  await sql`update delivery set state = 'failed', last_error = left(${code}, 50), payload = '{}'
    where channel = ${channel} and address = ${address} and state = 'waiting'`.execute(db)
}

/** Notes what the receiver's side reported of a delivery: that it arrived, or that a person has seen it. */
export const confirmDelivery = async (db: Db, id: string, state: 'delivered' | 'seen'): Promise<void> => {
  await sql`update delivery set state = ${state}, payload = '{}', sent_at = coalesce(sent_at, now()),
      delivered_at = coalesce(delivered_at, now()), seen_at = case when ${state === 'seen'} then now() end
    where id = ${id} and state <> 'seen'`.execute(db)
}

/** What became of deliveries, by their ids; those that were swept are missing. */
export const statusOf = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('delivery')
    .select(['id', 'channel', 'kind', 'memberId', 'visitorId', 'state', 'attempts', 'lastError'])
    .select(['createdAt', 'sentAt', 'deliveredAt', 'seenAt'])
    .where('id', '=', sql<string>`any(${ids as string[]}::uuid[])`)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

export type QueueLength = { channel: string; waiting: number; lagSeconds: number }

/** How many deliveries of each channel wait, and how late the oldest one that is due is. */
export const queueLengths = async (db: Db): Promise<QueueLength[]> => {
  const { rows } = await sql<QueueLength>`
    select channel, count(*)::int as waiting,
      greatest(extract(epoch from now() - min(next_attempt_at)), 0)::float8 as lag_seconds
    from delivery where state = 'waiting' group by 1 order by 1`.execute(db)
  return rows
}

const KEPT_DAYS = 30

/** Deletes what was enqueued 30 days ago, in whatever state. */
export const forgetOldDeliveries = (db: Db): Promise<number> =>
  eraseInBatches(db, 'delivery', sql`created_at < now() - make_interval(days => ${KEPT_DAYS})`)
