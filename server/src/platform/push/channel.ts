import { sql } from 'kysely'
import { languageOr, MemberMessage } from '#contract'
import { databaseTime } from '../db/clock.ts'
import type { Db } from '../db/database.ts'
import type { PushSubscriptionKeys } from '../db/schema/people.ts'
import { type Channel, type Delivery, doublingDelays, type Outcome, readMessage } from '../delivery/channel.ts'
import { failWaiting } from '../delivery/queue.ts'
import { type Fetch, type Payload, send, type VapidKeys } from './send.ts'

export const PUSH = 'push'

export type PushRules = {
  /** End of the member's quiet hours if they hold the message back now. */
  holdUntil: (preferences: unknown, now: Date, isUrgent: boolean) => Date | undefined
  summarise: (count: number, language: string) => Payload
}

export type VisitorPush = {
  messagesOf: (db: Db, delivery: Delivery) => Promise<{ subscription: PushSubscriptionKeys; payload: Payload }[]>
  forget: (db: Db, visitorId: string, endpoint: string) => Promise<void>
}

type PushOptions = PushRules & { db: Db; keys: VapidKeys; fetch: Fetch; visitors: VisitorPush }

/** If more messages than this are due for one device, a summary replaces them. */
const SEPARATELY = 3

type Device = {
  id: string | null
  subscription: PushSubscriptionKeys | null
  language: string
  preferences: unknown
}

const devicesOf = async (db: Db, { memberId, address }: Delivery): Promise<Device[]> => {
  const { rows } = await sql<Device>`
    select d.id, d.subscription, m.notification_preferences as preferences,
      coalesce(m.language, d.language, (select s.main_language from service s where s.id = m.service_id)) as language
    from member m left join (
      push_device d join session s on s.id = d.session_id and s.ended_at is null and s.expires_at > now())
      on (${address}::uuid is null or d.id = ${address}::uuid) and d.member_id = m.id
    where m.id = ${memberId}`.execute(db)
  return rows
}

const noteDelivered = async (db: Db, deviceId: string | null): Promise<void> => {
  await sql`update push_device set last_delivered_at = now() where id = ${deviceId}::uuid`.execute(db)
}

/** Removes a device whose endpoint is gone. Deliveries that wait for the device fail. */
const dropDevice = async (db: Db, deviceId: string, code: string): Promise<void> => {
  await failWaiting(db, PUSH, deviceId, code)
  await sql`delete from push_device where id = ${deviceId}::uuid`.execute(db)
}

const payloadIn = (language: string, message: MemberMessage): Payload => {
  const { action, texts, path, devicePath = path, tag, button } = message
  const spoken = languageOr(language)
  return {
    data: {
      action,
      text: texts[spoken],
      url: devicePath,
      language: spoken,
      ...(tag !== undefined && { tag }),
      ...(button && { notice: button.notice, button: button.labels[spoken] }),
    },
  }
}

const bestOf = (outcomes: readonly Outcome[]): Outcome =>
  outcomes.find(({ result }) => result === 'sent') ??
  outcomes.find(({ result }) => result === 'later') ??
  outcomes[0] ?? { result: 'failed', code: 'signedOut' }

const sendToMember = async ({ db, holdUntil, ...post }: PushOptions, delivery: Delivery): Promise<Outcome> => {
  const devices = await devicesOf(db, delivery)
  const message = await readMessage(db, delivery.payload)
  const until = holdUntil(devices[0]?.preferences, databaseTime(), message?.isUrgent ?? false)
  if (until) return { result: 'hold', until }
  const sendTo = async ({ id, subscription, language }: Device): Promise<Outcome> => {
    if (!id || !subscription) return { result: 'failed', code: 'signedOut' }
    const payload = message ? payloadIn(language, message) : (delivery.payload as Payload)
    const answer = await send(post, subscription, payload, delivery.groupKey)
    if (answer.result === 'sent') await noteDelivered(db, id)
    if (answer.result !== 'gone') return answer
    await dropDevice(db, id, answer.code)
    return { result: 'failed', code: answer.code }
  }
  return bestOf(await Promise.all(devices.map(sendTo)))
}

const sendToVisitor = async (
  { db, visitors, ...post }: PushOptions,
  delivery: Delivery,
  visitorId: string,
): Promise<Outcome> => {
  const messages = await visitors.messagesOf(db, delivery)
  const outcomes = messages.map(async ({ subscription, payload }): Promise<Outcome> => {
    const answer = await send(post, subscription, payload, null)
    if (answer.result !== 'gone') return answer
    await visitors.forget(db, visitorId, subscription.endpoint)
    return { result: 'failed', code: answer.code }
  })
  return bestOf(await Promise.all(outcomes))
}

/**
 * Push messages to members and visitors. The address of a delivery is the id of a member's device; a delivery without
 * address goes to all devices of the receiver.
 */
export const pushChannel = (options: PushOptions): Channel => ({
  name: PUSH,
  concurrency: 200,
  // Retries take about five hours in total.
  retrySeconds: doublingDelays(30, 3_600, 12),

  send: (delivery) =>
    delivery.visitorId ? sendToVisitor(options, delivery, delivery.visitorId) : sendToMember(options, delivery),

  summarise: async (deliveries) => {
    const [first] = deliveries
    if (!first || first.visitorId || deliveries.length <= SEPARATELY) return undefined
    const messages = deliveries.map(({ payload }) => MemberMessage.safeParse(payload).data)
    if (messages.some((message) => message?.button ?? message?.tokenLink?.buttonLabels)) return undefined
    return options.summarise(deliveries.length, (await devicesOf(options.db, first))[0]?.language ?? '')
  },
})
