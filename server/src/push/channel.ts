import { sql } from 'kysely'
import { databaseTime } from '../db/clock.ts'
import type { Db } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import type { PushSubscriptionKeys } from '../db/schema/people.ts'
import { type Channel, type Delivery, doublingDelays, type Outcome } from '../delivery/channel.ts'
import { failWaiting } from '../delivery/queue.ts'
import { type Fetch, type Payload, send } from './send.ts'
import type { VapidKeys } from './vapid.ts'

export const PUSH = 'push'

export type PushRules = {
  /** The end of the quiet hours of a member with these preferences, if they are now. */
  holdUntil: (preferences: unknown, now: Date) => Date | undefined
  /** The message that replaces several. */
  summarise: (count: number, language: string) => Payload
}

type PushOptions = PushRules & { db: Db; keys: VapidKeys; fetch: Fetch }

/** More messages than this for one device are replaced by one. */
const SEPARATELY = 3

type Device = { subscription: PushSubscriptionKeys | null; language: string; preferences: unknown }

/** A device without a subscription was signed out meanwhile, or its session was not used for too long. */
const deviceOf = async (db: Db, { memberId, address }: Delivery): Promise<Device | undefined> => {
  const { rows } = await sql<Device>`${prepared}
    select d.subscription, coalesce(m.language, d.language, 'en') as language, m.notification_preferences as preferences
    from member m left join (
      push_device d join session s on s.id = d.session_id and s.ended_at is null and s.expires_at > now())
      on d.id = ${address}::uuid and d.member_id = m.id
    where m.id = ${memberId}`.execute(db)
  return rows[0]
}

const noteDelivered = async (db: Db, deviceId: string | null): Promise<void> => {
  await sql`update push_device set last_delivered_at = now() where id = ${deviceId}::uuid`.execute(db)
}

/** Removes a device whose endpoint is gone; what waits for it fails. */
const dropDevice = async (db: Db, deviceId: string, code: string): Promise<void> => {
  await failWaiting(db, PUSH, deviceId, code)
  await sql`delete from push_device where id = ${deviceId}::uuid`.execute(db)
}

/** Messages to the devices of members. The address of a delivery is the id of a device. */
export const pushChannel = ({ db, holdUntil, summarise, ...post }: PushOptions): Channel => ({
  name: PUSH,
  concurrency: 100,
  // About seven hours in all.
  retrySeconds: doublingDelays(30, 3_600, 12),

  send: async (delivery): Promise<Outcome> => {
    const device = await deviceOf(db, delivery)
    const until = holdUntil(device?.preferences, databaseTime())
    if (until) return { result: 'hold', until }
    if (!device?.subscription || !delivery.address) return { result: 'failed', code: 'signedOut' }
    const answer = await send(post, device.subscription, delivery.payload as Payload, delivery.groupKey)
    if (answer.result === 'sent') await noteDelivered(db, delivery.address)
    if (answer.result !== 'gone') return answer
    await dropDevice(db, delivery.address, answer.code)
    return { result: 'failed', code: answer.code }
  },

  summarise: async (deliveries) => {
    const [first] = deliveries
    if (!first || deliveries.length <= SEPARATELY) return undefined
    return summarise(deliveries.length, (await deviceOf(db, first))?.language ?? 'en')
  },
})
