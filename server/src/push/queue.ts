import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import type { PushSubscriptionKeys } from '../db/schema/people.ts'

export type Payload = { data: { action: string; text: string; url?: string } }

/** Inserts messages. `messages` selects a `member_id`, a `device_id`, a `topic` and a `payload` each. */
export const enqueueing = (messages: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into push_message (id, member_id, device_id, topic, payload, created_at)
  select gen_random_uuid(), m.member_id, m.device_id, m.topic, m.payload, clock_timestamp() from (${messages}) as m`

export type DuePush = {
  id: string
  payload: Payload
  topic: string | null
  attempts: number
  createdAt: Date
  deviceId: string | null
  subscription: PushSubscriptionKeys | null
  language: string
  preferences: unknown
}

/** Lease of a claimed message: if its server dies, others may claim it after this time. */
const LEASE_SECONDS = 120

/**
 * Claims due messages for this server. The device is undefined if it was signed out meanwhile, or
 * its session was not used for too long.
 */
export const claim = async (db: Db, limit: number): Promise<DuePush[]> => {
  const { rows } = await sql<DuePush>`${prepared}
    with due as (
      select id from push_message where state = 'waiting' and next_attempt_at <= now()
      order by next_attempt_at, id limit ${limit} for update skip locked),
    taken as (
      update push_message p set attempts = p.attempts + 1,
        next_attempt_at = now() + make_interval(secs => ${LEASE_SECONDS})
      from due where p.id = due.id returning p.*)
    select p.id, p.payload, p.topic, p.attempts, p.created_at, d.id as device_id, d.subscription,
      coalesce(m.language, d.language, 'en') as language, m.notification_preferences as preferences
    from taken p join member m on m.id = p.member_id
    left join (push_device d join session s on s.id = d.session_id and s.ended_at is null and s.expires_at > now())
      on d.id = p.device_id
    order by p.created_at, p.id`.execute(db)
  return rows
}

export const markDelivered = async (db: Db, ids: string[], deviceId: string): Promise<void> => {
  await sql`with done as (
      update push_message set state = 'delivered', delivered_at = now(), last_problem = null where id = any(${ids}))
    update push_device set last_delivered_at = now() where id = ${deviceId}`.execute(db)
}

export const markFailed = async (db: Db, ids: string[], problem: string): Promise<void> => {
  await db
    .updateTable('pushMessage')
    .set({ state: 'failed', lastProblem: problem.slice(0, 500) })
    .where('id', 'in', ids)
    .execute()
}

export const tryLater = async (db: Db, ids: string[], at: Date, problem: string): Promise<void> => {
  await db
    .updateTable('pushMessage')
    .set({ nextAttemptAt: at, lastProblem: problem.slice(0, 500) })
    .where('id', 'in', ids)
    .execute()
}

/** Postpones messages without counting an attempt. */
export const hold = async (db: Db, ids: string[], until: Date): Promise<void> => {
  await db
    .updateTable('pushMessage')
    .set({ nextAttemptAt: until, attempts: sql<number>`attempts - 1` })
    .where('id', 'in', ids)
    .execute()
}

/** Removes a device whose endpoint is gone; its waiting messages fail. */
export const dropDevice = async (db: Db, deviceId: string, problem: string): Promise<void> => {
  await db
    .updateTable('pushMessage')
    .set({ state: 'failed', lastProblem: problem.slice(0, 500) })
    .where('deviceId', '=', deviceId)
    .where('state', '=', 'waiting')
    .execute()
  await db.deleteFrom('pushDevice').where('id', '=', deviceId).execute()
}

const KEPT_DAYS = 30

export const forgetOldMessages = async (db: Db): Promise<void> => {
  await db
    .deleteFrom('pushMessage')
    .where('createdAt', '<', sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`)
    .execute()
}
