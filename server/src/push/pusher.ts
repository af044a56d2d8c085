import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { databaseMs, databaseTime } from '../db/clock.ts'
import type { Db } from '../db/database.ts'
import type { Database } from '../db/schema/index.ts'
import { bell } from '../kit/bell.ts'
import * as queue from './queue.ts'
import { type Fetch, send } from './send.ts'
import type { VapidKeys } from './vapid.ts'

export type PusherOptions = {
  db: Kysely<Database>
  keys: VapidKeys
  fetch: Fetch
  log: { warn: (details: object, text: string) => void }
  /** Enqueues the messages of new notifications, in a transaction. Returns whether there may be more. */
  fill?: (db: Db) => Promise<boolean>
  /** In offline mode everything stays in the queue. */
  isOffline?: () => Promise<boolean>
  /** The end of the quiet hours of a member with these preferences, if they are now. */
  holdUntil: (preferences: unknown, now: Date) => Date | undefined
  /** The message that replaces several. */
  summarise: (payloads: readonly queue.Payload[], language: string) => queue.Payload
  timing?: Partial<typeof defaults>
}

const defaults = {
  pollMs: 5_000,
  /** How long messages are collected before they are sent, so that related ones become one. */
  gatherMs: 200,
  firstRetryMs: 30_000,
}
const LONGEST_RETRY_MS = 3_600_000
/** With the delays above, about a day. */
const ATTEMPTS = 12
const AT_ONCE = 100
/** More messages than this for one device are replaced by one. */
const SEPARATELY = 3

export type Pusher = ReturnType<typeof startPusher>

/** Sends the messages of the queue. Several servers may do so on one database. */
export const startPusher = ({
  db,
  log,
  fill,
  isOffline,
  holdUntil,
  summarise,
  timing = {},
  ...post
}: PusherOptions) => {
  const { pollMs, gatherMs, firstRetryMs } = { ...defaults, ...timing }
  const work = bell()
  const stopping = new AbortController()

  const retryAt = (attempts: number, afterSeconds: number | undefined) => {
    const backOff = Math.min(firstRetryMs * 2 ** (attempts - 1), LONGEST_RETRY_MS)
    const asked = Math.min((afterSeconds ?? 0) * 1000, LONGEST_RETRY_MS)
    // With jitter, so that messages that failed together are not retried together.
    return new Date(databaseMs() + Math.max(backOff * (0.8 + Math.random() * 0.4), asked))
  }

  const deliver = async (messages: queue.DuePush[], payload: queue.Payload, topic: string | null) => {
    const [first] = messages
    const ids = messages.map(({ id }) => id)
    if (!first) return
    if (!first.deviceId || !first.subscription) return queue.markFailed(db, ids, 'the device was signed out')
    const outcome = await send(post, first.subscription, payload, topic)
    if (outcome.result === 'delivered') return queue.markDelivered(db, ids, first.deviceId)
    if (outcome.result === 'gone') return queue.dropDevice(db, first.deviceId, outcome.problem)
    if (outcome.result === 'refused' || first.attempts >= ATTEMPTS) return queue.markFailed(db, ids, outcome.problem)
    return queue.tryLater(db, ids, retryAt(first.attempts, outcome.afterSeconds), outcome.problem)
  }

  const deliverTo = async (messages: queue.DuePush[]) => {
    const [first] = messages
    if (!first) return
    const quiet = holdUntil(first.preferences, databaseTime())
    const ids = messages.map(({ id }) => id)
    if (quiet) return queue.hold(db, ids, quiet)
    const payloads = messages.map(({ payload }) => payload)
    if (messages.length > SEPARATELY) return deliver(messages, summarise(payloads, first.language), null)
    for (const message of messages) await deliver([message], message.payload, message.topic)
  }

  const round = async (): Promise<boolean> => {
    const isMore = fill ? await db.transaction().execute(fill) : false
    if (await isOffline?.()) return isMore
    const due = await queue.claim(db, AT_ONCE)
    const byDevice = Map.groupBy(due, ({ deviceId, id }) => deviceId ?? id)
    // After an unexpected error the message stays claimed until its lease ends; the others continue.
    await Promise.all(
      [...byDevice.values()].map((messages) =>
        deliverTo(messages).catch((err: unknown) => log.warn({ err }, 'push: a delivery failed')),
      ),
    )
    return isMore || due.length === AT_ONCE
  }

  const run = async () => {
    while (!stopping.signal.aborted) {
      const isMore = await round().catch((err: unknown) => {
        if (!stopping.signal.aborted) log.warn({ err }, 'push: the queue could not be read')
        return false
      })
      if (isMore) continue
      const isWoken = await work.wait(pollMs)
      if (isWoken) await pause(gatherMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const ended = run()

  return {
    /** Call after a commit that may have enqueued something. */
    wake: (): void => work.ring(),

    async stop(): Promise<void> {
      stopping.abort()
      work.ring()
      await ended
    },
  }
}
