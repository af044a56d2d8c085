import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { JobState } from '../clock/clock.ts'
import { databaseMs, databaseTime } from '../db/clock.ts'
import type { Db } from '../db/database.ts'
import type { Database } from '../db/schema/index.ts'
import { bell } from '../kit/bell.ts'
import { type Channel, type Outcome, SEND_SECONDS } from './channel.ts'
import { openConfirmations } from './confirmations.ts'
import * as queue from './queue.ts'

export type WorkerOptions = {
  db: Kysely<Database>
  channels: readonly Channel[]
  log: { warn: (details: object, text: string) => void }
  /**
   * Enqueues deliveries whose recipients are looked up after a commit. Returns the number of rows processed; 0 if none
   * are left.
   */
  fill?: (now: Date) => Promise<number>
  /** Called with a delivery that its channel could not even try to send. */
  onUnsendable?: (delivery: queue.ClaimedDelivery, error: unknown) => Promise<void>
  /** In offline mode everything stays in the queue. */
  isOffline?: () => Promise<boolean>
  /** Called in the transaction in which deliveries move to another channel because theirs fails. */
  onPassedOn?: (db: Db, passedOn: readonly queue.PassedOn[]) => Promise<void>
  /** Called with each outcome; an attempt that will be repeated is `later`. */
  onOutcome?: (channel: string, result: Outcome['result'] | 'expired', count: number) => void
  /** Called after deliveries were sent, have arrived or failed. */
  onChanged?: (deliveries: readonly queue.DeliveryTopic[]) => Promise<void>
  timing?: Partial<typeof defaults>
}

const defaults = {
  pollMs: 5_000,
  /** Deliveries are collected this long before they are sent, so that related ones can be merged. */
  gatherMs: 200,
  retryFactor: 1,
}

/** Deliveries in flight of one server on one channel. Alarms have a lane of their own and wait for no other delivery. */
type Lane = { channel: Channel; isUrgent: boolean; active: number; receivers: Set<string> }

const laneKey = (channel: string, isUrgent: boolean) => `${channel} ${isUrgent}`

export type DeliveryWorker = ReturnType<typeof startDeliveryWorker>

export const startDeliveryWorker = (options: WorkerOptions) => {
  const { db, channels, log, fill, isOffline, onUnsendable, onPassedOn, onOutcome, onChanged, timing = {} } = options
  const { pollMs, gatherMs, retryFactor } = { ...defaults, ...timing }
  const lanes = new Map(
    channels.flatMap((channel) =>
      [true, false].map((isUrgent): [string, Lane] => [
        laneKey(channel.name, isUrgent),
        { channel, isUrgent, active: 0, receivers: new Set() },
      ]),
    ),
  )
  const sending = new Set<Promise<void>>()
  const work = bell()
  const filling = bell()
  const stopping = new AbortController()

  const retryAt = (delaySeconds: number, afterSeconds = 0): Date => {
    // With jitter, so that deliveries that failed together are not retried together.
    const backOff = delaySeconds * (0.8 + Math.random() * 0.4) * retryFactor
    return new Date(databaseMs() + 1000 * Math.max(backOff, Math.min(afterSeconds, LONGEST_WAIT_SECONDS)))
  }

  /** `isFault`: the channel itself fails, not only this receiver. */
  const fail = (ids: string[], from: 'waiting' | 'sent', code: string, isFault = false): Promise<void> =>
    db.transaction().execute(async (transaction) => {
      const passedOn = await queue.fail(transaction, ids, from, code)
      if (isFault && passedOn.length > 0) await onPassedOn?.(transaction, passedOn)
      if (passedOn.length > 0) work.ring()
    })

  const record = async (channel: Channel, deliveries: queue.ClaimedDelivery[], outcome: Outcome): Promise<void> => {
    onOutcome?.(channel.name, outcome.result, deliveries.length)
    const ids = idsOf(deliveries)
    if (outcome.result === 'hold') return queue.hold(db, ids, outcome.until)
    if (outcome.result === 'later') return recordLater(channel, deliveries, outcome)
    if (outcome.result === 'failed') await fail(ids, 'waiting', outcome.code)
    else
      await queue.settle(db, ids, outcome.result, {
        code: outcome.result === 'delivered' ? outcome.code : null,
        isConfirmed: channel.confirm !== undefined,
      })
    await onChanged?.(deliveries)
  }

  const recordLater = async (
    channel: Channel,
    deliveries: queue.ClaimedDelivery[],
    outcome: Extract<Outcome, { result: 'later' }>,
  ): Promise<void> => {
    const delaySeconds = channel.retrySeconds[(deliveries[0]?.attempts ?? 1) - 1]
    // Another channel now is better than the same channel later.
    const { true: failing = [], false: repeated = [] } = Object.groupBy(deliveries, ({ hasFallback }) =>
      String(hasFallback || delaySeconds === undefined),
    )
    if (repeated.length > 0 && delaySeconds !== undefined)
      await queue.retryLater(db, idsOf(repeated), retryAt(delaySeconds, outcome.afterSeconds), outcome.code)
    if (failing.length === 0) return
    await fail(idsOf(failing), 'waiting', outcome.code, true)
    await onChanged?.(failing)
  }

  /** A delivery that cannot be sent does not keep those behind it waiting. */
  const send = (channel: Channel, delivery: queue.ClaimedDelivery): Promise<Outcome> =>
    channel.send(delivery).catch(async (err: unknown): Promise<Outcome> => {
      log.warn({ err, channel: channel.name, id: delivery.id }, 'a delivery failed unexpectedly')
      await onUnsendable?.(delivery, err)
      return { result: 'later', code: 'unexpected' }
    })

  const sendTo = async (channel: Channel, claimed: queue.ClaimedDelivery[]): Promise<void> => {
    const claimedAtMs = performance.now()
    const expired = claimed.filter(({ isExpired }) => isExpired).map(({ id }) => id)
    if (expired.length > 0) {
      await queue.settle(db, expired, 'expired')
      onOutcome?.(channel.name, 'expired', expired.length)
    }
    const due = claimed.filter(({ isExpired }) => !isExpired)
    const [first] = due
    if (!first) return
    const summary = due.length > 1 ? await channel.summarise?.(due).catch(() => undefined) : undefined
    if (summary !== undefined) {
      return record(channel, due, await channel.send({ ...first, payload: summary, groupKey: null }))
    }
    for (const [index, delivery] of due.entries()) {
      if (performance.now() - claimedAtMs > SEND_SECONDS * 1000) {
        // The lease would expire before the rest is sent.
        await queue.hold(
          db,
          due.slice(index).map(({ id }) => id),
        )
        return
      }
      await record(channel, [delivery], await send(channel, delivery))
    }
  }

  const begin = (lane: Lane, receiver: string, claimed: queue.ClaimedDelivery[]): void => {
    lane.active += claimed.length
    lane.receivers.add(receiver)
    const sent = sendTo(lane.channel, claimed)
      // After an unexpected error the deliveries stay claimed until their lease ends; the others continue.
      .catch((err: unknown) => log.warn({ err, channel: lane.channel.name }, 'a delivery failed unexpectedly'))
      .finally(() => {
        sending.delete(sent)
        lane.active -= claimed.length
        lane.receivers.delete(receiver)
        // Claiming many costs as much as claiming one, so wait until half the lane is free.
        if (lane.active <= lane.channel.concurrency / 2) work.ring()
      })
    sending.add(sent)
  }

  const confirmations = openConfirmations({ db, channels, log, fail, onChanged })

  const round = async (): Promise<void> => {
    if (await isOffline?.()) return
    confirmations.start()
    const free = [...lanes.values()].map(({ channel, isUrgent, active, receivers }) => ({
      ...{ channel: channel.name, isUrgent, free: channel.concurrency - active },
      busyReceivers: [...receivers],
    }))
    const claimed = await queue.claim(db, free)
    for (const [key, ofLane] of Map.groupBy(claimed, ({ channel, isUrgent }) => laneKey(channel, isUrgent))) {
      const lane = lanes.get(key)
      if (!lane) continue
      for (const [receiver, deliveries] of Map.groupBy(ofLane, (delivery) => delivery.receiver))
        begin(lane, receiver, deliveries)
    }
  }

  const isFull = () => [...lanes.values()].some(({ channel, active }) => active >= channel.concurrency)

  const fillRound = async (): Promise<void> => {
    while (!stopping.signal.aborted && ((await fill?.(databaseTime())) ?? 0) > 0) work.ring()
  }

  /** Filling and sending are separate loops, so that a failure of one does not stop the other. */
  const states: JobState[] = []
  const loop = async (name: string, ring: ReturnType<typeof bell>, run: () => Promise<void>): Promise<void> => {
    const state: JobState = { name, rows: 0, failures: 0, problem: null }
    states.push(state)
    while (!stopping.signal.aborted) {
      await run().then(
        () => {
          state.problem = null
        },
        (err: unknown) => {
          if (stopping.signal.aborted) return
          state.failures++
          state.problem = err instanceof Error ? err.message : String(err)
          log.warn({ err, job: name }, 'a job failed')
        },
      )
      const hasBacklog = isFull()
      const isWoken = await ring.wait(pollMs)
      if (isWoken && !hasBacklog) await pause(gatherMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const ended = Promise.all([loop('notifications', filling, fillRound), loop('deliveries', work, round)])

  return {
    state: (): JobState[] => states,

    wake: (): void => {
      filling.ring()
      work.ring()
    },

    async stop(): Promise<void> {
      stopping.abort()
      filling.ring()
      work.ring()
      await ended
      await Promise.all([...sending, confirmations.ended()])
    },
  }
}

const idsOf = (deliveries: readonly { id: string }[]): string[] => deliveries.map(({ id }) => id)

/** Upper limit for a delay that a receiver requests. */
const LONGEST_WAIT_SECONDS = 3_600
