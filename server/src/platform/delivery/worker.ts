import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { JobState } from '../clock/clock.ts'
import { databaseMs, databaseTime } from '../db/clock.ts'
import type { Db } from '../db/database.ts'
import type { Database } from '../db/schema/index.ts'
import { bell } from '../kit/bell.ts'
import { openFairSlots } from '../kit/fair-slots.ts'
import { type Channel, type Outcome, SEND_SECONDS } from './channel.ts'
import {
  type BusyReceiver,
  type ClaimedDelivery,
  claim,
  type Share,
  serviceOf,
  type WaitingService,
  waitingServices,
} from './claim.ts'
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
  /** Called with a delivery for which the channel's `send` threw. */
  onUnsendable?: (delivery: ClaimedDelivery, error: unknown) => Promise<void>
  /** In offline mode everything stays in the queue. */
  isOffline?: () => Promise<boolean>
  /** Called in the transaction that moves deliveries to another channel because their own channel fails. */
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

/**
 * Deliveries of this server in flight on one channel. Urgent deliveries have a lane of their own and wait for no others.
 * Services share the slots of a lane; a receiver takes one slot.
 */
type Lane = {
  channel: Channel
  isUrgent: boolean
  slots: ReturnType<typeof openFairSlots>
  receivers: Set<string>
}

const laneKey = (channel: string, isUrgent: boolean) => `${channel} ${isUrgent}`

export type DeliveryWorker = ReturnType<typeof startDeliveryWorker>

export const startDeliveryWorker = (options: WorkerOptions) => {
  const { db, channels, log, fill, isOffline, onUnsendable, onPassedOn, onOutcome, onChanged, timing = {} } = options
  const { pollMs, gatherMs, retryFactor } = { ...defaults, ...timing }
  const lanes = new Map(
    channels.flatMap((channel) =>
      [true, false].map((isUrgent): [string, Lane] => [
        laneKey(channel.name, isUrgent),
        { channel, isUrgent, slots: openFairSlots(channel.concurrency), receivers: new Set() },
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

  /** `isFault`: the channel itself failed, not only the receiver. */
  const fail = (ids: string[], from: 'waiting' | 'sent', code: string, isFault = false): Promise<void> =>
    db.transaction().execute(async (transaction) => {
      const passedOn = await queue.fail(transaction, ids, from, code)
      if (isFault && passedOn.length > 0) await onPassedOn?.(transaction, passedOn)
      if (passedOn.length > 0) work.ring()
    })

  const record = async (channel: Channel, deliveries: ClaimedDelivery[], outcome: Outcome): Promise<void> => {
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
    deliveries: ClaimedDelivery[],
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

  /** Turns an exception into a retry, so that the delivery does not delay those behind it. */
  const send = (channel: Channel, delivery: ClaimedDelivery): Promise<Outcome> =>
    channel.send(delivery).catch(async (err: unknown): Promise<Outcome> => {
      log.warn({ err, channel: channel.name, id: delivery.id }, 'a delivery failed unexpectedly')
      await onUnsendable?.(delivery, err)
      return { result: 'later', code: 'unexpected' }
    })

  /** Undefined: send the deliveries separately. If one of them broke the summary, it then fails alone. */
  const sendSummary = async (channel: Channel, due: readonly ClaimedDelivery[]): Promise<Outcome | undefined> => {
    const [first] = due
    if (!first || due.length === 1) return undefined
    try {
      const payload = await channel.summarise?.(due)
      return payload === undefined ? undefined : await channel.send({ ...first, payload, groupKey: null })
    } catch (err) {
      log.warn({ err, channel: channel.name, id: first.id }, 'a summary of deliveries failed unexpectedly')
      return undefined
    }
  }

  const sendTo = async (channel: Channel, claimed: ClaimedDelivery[]): Promise<void> => {
    const claimedAtMs = performance.now()
    const expired = claimed.filter(({ isExpired }) => isExpired).map(({ id }) => id)
    if (expired.length > 0) {
      await queue.settle(db, expired, 'expired')
      onOutcome?.(channel.name, 'expired', expired.length)
    }
    const due = claimed.filter(({ isExpired }) => !isExpired)
    const [first] = due
    if (!first) return
    const outcome = await sendSummary(channel, due)
    if (outcome) return record(channel, due, outcome)
    for (const [index, delivery] of due.entries()) {
      // The first delivery is sent even if the lease is nearly over. Being postponed counts as no attempt, so otherwise
      // the deliveries could wait forever.
      if (index > 0 && performance.now() - claimedAtMs > SEND_SECONDS * 1000) {
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

  const begin = (lane: Lane, receiver: string, claimed: ClaimedDelivery[]): void => {
    const { channel, slots, receivers } = lane
    const service = claimed[0] ? serviceOf(claimed[0]) : ''
    slots.take(service)
    receivers.add(receiver)
    const sent = sendTo(channel, claimed)
      // After an unexpected error the deliveries stay claimed until their lease ends; the others continue.
      .catch((err: unknown) => log.warn({ err, channel: channel.name }, 'a delivery failed unexpectedly'))
      .finally(() => {
        sending.delete(sent)
        const wasFull = slots.free() === 0
        slots.release(service)
        receivers.delete(receiver)
        // Claiming many costs as much as claiming one, so wait until half the slots that the service may take are free.
        if (wasFull || slots.usedBy(service) <= channel.concurrency / 4) work.ring()
      })
    sending.add(sent)
  }

  const confirmations = openConfirmations({ db, channels, log, fail, onChanged })

  const busyReceivers = (): BusyReceiver[] =>
    [...lanes.values()].flatMap(({ channel, isUrgent, receivers }) =>
      [...receivers].map((receiver) => ({ channel: channel.name, isUrgent, receiver })),
    )

  /** Whether more deliveries probably wait than the last round could claim. */
  let hasBacklog = false

  const round = async (): Promise<void> => {
    if (await isOffline?.()) return
    confirmations.start()
    const free = [...lanes.values()].filter(({ slots }) => slots.free() > 0)
    const waiting = await waitingServices(
      db,
      free.map(({ channel, isUrgent }) => ({ channel: channel.name, isUrgent })),
    )
    const shares = free.flatMap((lane) => sharesOf(lane, waiting))
    const claimed = shares.length > 0 ? await claim(db, shares, busyReceivers()) : []
    for (const [key, ofLane] of Map.groupBy(claimed, ({ channel, isUrgent }) => laneKey(channel, isUrgent))) {
      const lane = lanes.get(key)
      if (!lane) continue
      for (const [receiver, deliveries] of Map.groupBy(ofLane, (delivery) => delivery.receiver))
        begin(lane, receiver, deliveries)
    }
    const taken = Map.groupBy(
      claimed,
      (delivery) => `${laneKey(delivery.channel, delivery.isUrgent)} ${serviceOf(delivery)}`,
    )
    hasBacklog = shares.some(({ channel, isUrgent, service, slots }) => {
      const own = taken.get(`${laneKey(channel, isUrgent)} ${service}`) ?? []
      return new Set(own.map(({ receiver }) => receiver)).size === slots
    })
  }

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

const sharesOf = ({ channel, isUrgent, slots }: Lane, waiting: readonly WaitingService[]): Share[] => {
  const services = waiting.flatMap((one) =>
    one.channel === channel.name && one.isUrgent === isUrgent ? [one.service] : [],
  )
  return [...slots.share(services)].map(([service, share]) => ({
    channel: channel.name,
    isUrgent,
    service,
    slots: share,
    merges: channel.summarise !== undefined,
  }))
}

const idsOf = (deliveries: readonly { id: string }[]): string[] => deliveries.map(({ id }) => id)

/** Upper limit for a delay that a receiver requests. */
const LONGEST_WAIT_SECONDS = 3_600
