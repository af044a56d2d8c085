import { type RawBuilder, sql } from 'kysely'
import type { DeliveryState } from '#contract'
import { deletionOf } from '../clock/batch.ts'
import type { Db } from '../db/database.ts'
import { newId } from '../db/id.ts'
import type { Delivery } from './channel.ts'

export type NewDelivery = {
  /** For a caller that stores the id beside the delivery. */
  id?: string
  channel: string
  kind: string
  payload: object
  serviceId?: string | null
  memberId?: string | null
  visitorId?: string | null
  address?: string | null
  groupKey?: string | null
  subjectId?: string | null
  /** A delivery is skipped if another one with this key was enqueued within the last 30 days. */
  dedupeKey?: string | null
  notBefore?: Date
  expiresAt?: Date | null
  isUrgent?: boolean
  /** Channels to try next, in order, after the first failure. */
  fallback?: string[]
}

/**
 * Stores deliveries in the caller's transaction; they are sent after its commit, at least once each. Returns the ids of
 * the new deliveries, without deliveries that were skipped because of their `dedupeKey`.
 */
export const enqueue = async (db: Db, deliveries: readonly NewDelivery[]): Promise<string[]> => {
  if (deliveries.length === 0) return []
  const rows = await db
    .insertInto('delivery')
    .values(
      deliveries.map(({ payload, notBefore, ...delivery }) => ({
        id: newId(),
        ...delivery,
        payload: JSON.stringify(payload),
        ...(notBefore && { nextAttemptAt: notBefore }),
      })),
    )
    .onConflict((conflict) => conflict.column('dedupeKey').doNothing())
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

type SelectedColumn =
  | 'channel'
  | 'kind'
  | 'service_id'
  | 'member_id'
  | 'address'
  | 'group_key'
  | 'subject_id'
  | 'payload'
  | 'is_urgent'
  | 'dedupe_key'

/** `enqueue` for deliveries made by SQL: `deliveries` is a query with these columns. */
export const enqueueSelected = (
  columns: readonly SelectedColumn[],
  deliveries: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  return sql`insert into delivery (id, created_at, ${names})
    select gen_random_uuid(), clock_timestamp(), ${names} from (${deliveries}) as selected
    on conflict (dedupe_key) do nothing`
}

/** `data`: of a push message; `texts`: of a message that every member channel carries. */
type Texts = { data?: { text?: string }; texts?: Record<string, string> }

const rewritten = ({ data, texts, ...payload }: Texts, rewrite: (text: string) => string): Texts => ({
  ...payload,
  ...(data && { data: { ...data, ...(data.text !== undefined && { text: rewrite(data.text) }) } }),
  ...(texts && { texts: Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, rewrite(text)])) }),
})

/**
 * Changes the texts of deliveries that still have their contents, because they wait or may fall back to another
 * channel.
 */
export const rewriteTexts = async (
  db: Db,
  which: (d: RawBuilder<unknown>) => RawBuilder<unknown>,
  rewrite: (text: string) => string,
): Promise<void> => {
  const { rows } = await sql<{ id: string; payload: Texts }>`
    select d.id, d.payload from delivery d
    where ${which(sql`d`)} and d.state in ('waiting', 'sent') and (d.payload ? 'texts' or d.payload #> '{data,text}' is not null)
    order by d.id for update`.execute(db)
  for (const { id, payload } of rows)
    await db
      .updateTable('delivery')
      .set({ payload: JSON.stringify(rewritten(payload, rewrite)) })
      .where('id', '=', id)
      .execute()
}

type Ending = Exclude<DeliveryState, 'waiting' | 'seen'>

const FIRST_CONFIRM_SECONDS = 10

/**
 * Ends deliveries and erases their contents, since mailed links are secrets. Contents are kept only while a sent
 * delivery may still fall back to another channel (`isConfirmed`).
 */
export const settle = async (
  db: Db,
  ids: string[],
  state: Ending,
  { code = null, isConfirmed = false }: { code?: string | null | undefined; isConfirmed?: boolean } = {},
): Promise<void> => {
  const isSent = state === 'sent' || state === 'delivered'
  const isOpen = state === 'sent' && isConfirmed
  await sql`update delivery set state = ${state}, last_error = left(${code}, 50),
      payload = case when ${isOpen} and fallback <> '{}' then payload else '{}' end,
      fallback = case when ${isOpen} then fallback else '{}' end,
      confirm_at = case when ${isOpen} then now() + make_interval(secs => ${FIRST_CONFIRM_SECONDS}) end,
      sent_at = case when ${isSent} then now() end, delivered_at = case when ${state === 'delivered'} then now() end
    where id = any(${ids}::uuid[]) and state = 'waiting'`.execute(db)
}

export const retryLater = async (db: Db, ids: string[], at: Date, code: string): Promise<void> => {
  await sql`update delivery set next_attempt_at = ${at}, last_error = left(${code}, 50)
    where id = any(${ids}::uuid[]) and state = 'waiting'`.execute(db)
}

export const hold = async (db: Db, ids: string[], until?: Date): Promise<void> => {
  await sql`update delivery set next_attempt_at = coalesce(${until ?? null}::timestamptz, now()), attempts = attempts - 1
    where id = any(${ids}::uuid[]) and state = 'waiting'`.execute(db)
}

/** Makes messages that quiet hours hold back due, after the member changed the hours. Retries keep their time. */
export const releaseHeld = async (db: Db, memberId: string): Promise<void> => {
  await sql`update delivery set next_attempt_at = now()
    where member_id = ${memberId} and state = 'waiting' and attempts = 0`.execute(db)
}

export const sendAgain = async (db: Db, id: string): Promise<void> => {
  await sql`update delivery set state = 'waiting', attempts = 0, next_attempt_at = now(), last_error = null, sent_at = null,
    delivered_at = null, seen_at = null where id = ${id}`.execute(db)
}

export const failWaiting = async (db: Db, channel: string, address: string, code: string): Promise<void> => {
  await sql`update delivery set state = 'failed', last_error = left(${code}, 50), payload = '{}'
    where channel = ${channel} and address = ${address} and state = 'waiting'`.execute(db)
}

export type PassedOn = { serviceId: string | null; channel: string; next: string }

/**
 * Fails the deliveries that are in state `from`. Returns those with a fallback, which continue as new deliveries on the
 * next channel.
 */
export const fail = async (db: Db, ids: string[], from: 'waiting' | 'sent', code: string): Promise<PassedOn[]> => {
  const { rows } = await sql<PassedOn>`
    with failing as (
      select * from delivery where id = any(${ids}::uuid[]) and state = ${from} for update),
    ended as (
      update delivery d set state = 'failed', last_error = left(${code}, 50), payload = '{}', fallback = '{}',
        confirm_at = null
      from failing f where d.id = f.id),
    continued as (
      insert into delivery (id, channel, kind, service_id, member_id, visitor_id, group_key, subject_id, payload,
        expires_at, is_urgent, fallback, origin_id, created_at)
      select gen_random_uuid(), f.fallback[1], f.kind, f.service_id, f.member_id, f.visitor_id, f.group_key, f.subject_id,
        f.payload, f.expires_at, f.is_urgent, f.fallback[2:], coalesce(f.origin_id, f.id), clock_timestamp()
      from failing f where f.fallback <> '{}')
    select f.service_id, f.channel, f.fallback[1] as next from failing f where f.fallback <> '{}'`.execute(db)
  return rows
}

export type DeliveryTopic = Pick<Delivery, 'kind' | 'serviceId'>

const CONFIRMED_AT_ONCE = 20

/** Sent deliveries whose confirmation is to be polled now. Services take turns. */
export const takeUnconfirmed = async (db: Db, channel: string): Promise<(DeliveryTopic & { id: string })[]> => {
  const { rows } = await sql<DeliveryTopic & { id: string; isOver: boolean }>`
    with waiting as (
      select id, row_number() over (partition by service_id order by confirm_at) as turn
      from delivery where channel = ${channel} and confirm_at <= now()),
    due as (
      select id from delivery where confirm_at <= now() and id = any(array(
        select id from waiting order by turn, id limit ${sql.lit(CONFIRMED_AT_ONCE)})) for update skip locked)
    update delivery d set
      -- at growing intervals, for a day
      confirm_at = case when d.sent_at > now() - interval '1 day' then now() + least(greatest(
        (now() - d.sent_at) / 2, make_interval(secs => ${FIRST_CONFIRM_SECONDS})), interval '10 minutes') end,
      payload = case when d.sent_at > now() - interval '1 day' then d.payload else '{}' end
    from due where d.id = due.id returning d.id, d.kind, d.service_id, d.confirm_at is null as is_over`.execute(db)
  return rows.flatMap(({ isOver, ...delivery }) => (isOver ? [] : [delivery]))
}

/** Records what the receiver's side reported: that the delivery arrived, or that a person saw it. */
export const confirmDelivery = async (db: Db, id: string, state: 'delivered' | 'seen'): Promise<void> => {
  await sql`update delivery set state = ${state}, payload = '{}', fallback = '{}', confirm_at = null, sent_at = coalesce(sent_at, now()),
      delivered_at = coalesce(delivered_at, now()), seen_at = case when ${state === 'seen'} then now() end
    where id = ${id} and state <> 'seen'`.execute(db)
}

export const statusOf = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('delivery')
    .select(['id', 'originId', 'channel', 'kind', 'memberId', 'visitorId', 'state', 'attempts', 'lastError'])
    .select(['createdAt', 'sentAt', 'deliveredAt', 'seenAt'])
    .where((eb) =>
      eb.or([
        eb('id', '=', sql<string>`any(${ids as string[]}::uuid[])`),
        eb('originId', '=', sql<string>`any(${ids as string[]}::uuid[])`),
      ]),
    )
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

export type QueueLength = { channel: string; waiting: number; lagSeconds: number }

/** Number of waiting deliveries of each channel, and the delay of the oldest one that is due. */
export const queueLengths = async (db: Db): Promise<QueueLength[]> => {
  const { rows } = await sql<QueueLength>`
    select channel, count(*)::int as waiting,
      greatest(extract(epoch from now() - min(next_attempt_at)), 0)::float8 as lag_seconds
    from delivery where state = 'waiting' group by 1 order by 1`.execute(db)
  return rows
}

const KEPT_DAYS = 30

export const oldDeliveries = deletionOf(
  'delivery',
  sql`created_at`,
  sql`created_at < now() - make_interval(days => ${sql.lit(KEPT_DAYS)})`,
)
