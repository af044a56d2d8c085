import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { type Delivery, SEND_SECONDS } from './channel.ts'

/** Lease of a claimed delivery: if its server dies, others may claim it after this time. */
const LEASE_SECONDS = SEND_SECONDS * 2
/** Stands for the missing service of deliveries of the whole server. */
const NO_SERVICE = '00000000-0000-0000-0000-000000000000'
/** Maximum number of rows of a service that are searched for idle receivers. */
const MOST_SEARCHED = 2_000
/** For each slot of a service, at most this number of rows is read to choose receivers and merge messages. */
const ROWS_PER_SLOT = 10

export type ClaimedDelivery = Delivery & {
  channel: string
  isUrgent: boolean
  /**
   * Key of the receiver. It contains the service, so that deliveries of two services to one receiver do not wait for
   * each other.
   */
  receiver: string
  isExpired: boolean
  hasFallback: boolean
}

/** Urgent and other deliveries of a channel have slots of their own. */
type LaneName = { channel: string; isUrgent: boolean }
export type WaitingService = LaneName & { service: string }

export const serviceOf = ({ serviceId }: Delivery): string => serviceId ?? NO_SERVICE

const service = sql`coalesce(d.service_id, ${sql.lit(NO_SERVICE)}::uuid)`
const receiver = sql`coalesce(d.address, d.member_id::text, d.visitor_id::text, d.id::text)`

/** Services with due deliveries. Skips from service to service in the index, so long queues do not slow it down. */
export const waitingServices = async (db: Db, lanes: readonly LaneName[]): Promise<WaitingService[]> => {
  const next = (from: 'lane' | 'found', condition = sql``) => sql`
    select ${service} as service from delivery d
    where d.channel = ${sql.ref(`${from}.channel`)} and d.is_urgent = ${sql.ref(`${from}.is_urgent`)}
      and d.state = 'waiting' ${condition}
    order by ${service} limit 1`
  const { rows } = await sql<WaitingService>`
    with recursive found as (
      select lane.channel, lane.is_urgent, first.service
      from unnest(${lanes.map(({ channel }) => channel)}::text[], ${lanes.map(({ isUrgent }) => isUrgent)}::boolean[])
        as lane (channel, is_urgent)
      cross join lateral (${next('lane')}) first
      union all
      select found.channel, found.is_urgent, next.service from found
      cross join lateral (${next('found', sql`and ${service} > found.service`)}) next)
    select channel, is_urgent, service::text as service from found
    where exists (select from delivery d where d.channel = found.channel and d.is_urgent = found.is_urgent
      and d.state = 'waiting' and ${service} = found.service and d.next_attempt_at <= now())`.execute(db)
  return rows
}

/** `slots`: number of receivers to claim for. `merges`: claim all due deliveries of a receiver, not only the first. */
export type Share = WaitingService & { slots: number; merges: boolean }
export type BusyReceiver = LaneName & { receiver: string }

/** Claims due deliveries for this server, the oldest first. Receivers with a delivery in flight are left out. */
export const claim = async (
  db: Db,
  shares: readonly Share[],
  busyReceivers: readonly BusyReceiver[],
): Promise<ClaimedDelivery[]> => {
  const column = <T>(of: (share: Share) => T) => shares.map(of)
  const busy = busyReceivers.map(({ channel, isUrgent, receiver }) => `${channel} ${isUrgent} ${receiver}`)
  const { rows } = await sql<ClaimedDelivery>`
    with share as (
      select row_number() over () as number, share.*
      from unnest(${column(({ channel }) => channel)}::text[], ${column(({ isUrgent }) => isUrgent)}::boolean[],
        ${column((share) => share.service)}::uuid[], ${column(({ slots }) => slots)}::int[],
        ${column(({ merges }) => merges)}::boolean[]) as share (channel, is_urgent, service, slots, merges)),
    waiting as (
      select share.number, share.slots, share.merges, oldest.*,
        row_number() over (partition by share.number order by oldest.next_attempt_at, oldest.id) as place
      from share cross join lateral (
        select id, next_attempt_at, receiver from (
          select d.id, d.next_attempt_at, share.service::text || ' ' || ${receiver} as receiver from delivery d
          where d.channel = share.channel and d.is_urgent = share.is_urgent and ${service} = share.service
            and d.state = 'waiting' and d.next_attempt_at <= now()
          order by d.next_attempt_at, d.id limit ${sql.lit(MOST_SEARCHED)}) searched
        where share.channel || ' ' || share.is_urgent::text || ' ' || receiver <> all(${busy}::text[])
        order by next_attempt_at, id limit share.slots * ${sql.lit(ROWS_PER_SLOT)}) oldest),
    of_receiver as (
      select *, min(place) over (partition by number, receiver) as first_place from waiting),
    in_turn as (
      select *, dense_rank() over (partition by number order by first_place) as turn from of_receiver),
    due as (
      select d.id from delivery d
      where d.id = any(array(
        select id from in_turn where turn <= slots and (place = first_place or merges)))
        and d.state = 'waiting' and d.next_attempt_at <= now() for update skip locked),
    claimed as (
      update delivery d set attempts = least(d.attempts, 1000) + 1,
        next_attempt_at = now() + make_interval(secs => ${sql.lit(LEASE_SECONDS)})
      from due where d.id = due.id returning d.*)
    select d.id, d.channel, d.is_urgent, d.kind, d.service_id, d.member_id, d.visitor_id, d.address, d.group_key,
      d.subject_id, d.payload, d.attempts, d.created_at, d.fallback <> '{}' as has_fallback,
      ${service}::text || ' ' || ${receiver} as receiver,
      coalesce(d.expires_at <= now(), false) as is_expired
    from claimed d order by d.is_urgent desc, d.created_at, d.id`.execute(db)
  return rows
}
