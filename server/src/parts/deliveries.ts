import type { WorkerOptions } from '../delivery/worker.ts'
import { startDeliveryWorker } from '../delivery/worker.ts'
import { notificationRules } from '../notification/routes.ts'
import { guardedFetch } from '../outbound/guard.ts'
import { pushChannel } from '../push/channel.ts'
import type { Fetch } from '../push/send.ts'
import { vapidKeys } from '../push/vapid.ts'
import type { Base } from './part.ts'

export type DeliveryOptions = {
  /** In tests: a way to a push service on loopback, which the guard refuses. */
  pushFetch?: Fetch
  timing?: WorkerOptions['timing']
}

type Tools = { onOutcome: NonNullable<WorkerOptions['onOutcome']> }

/** Everything that the server sends on its own: one queue, one worker on each server, and a channel for each way out. */
export const openDeliveries = async (
  { config, database: { db }, isOffline, log }: Base,
  { onOutcome }: Tools,
  { pushFetch = guardedFetch, timing = {} }: DeliveryOptions = {},
) => {
  const keys = await vapidKeys(db, config.vapid, config.publicUrl)
  const { fill, ...pushRules } = notificationRules
  const channels = [pushChannel({ db, keys, fetch: pushFetch, ...pushRules })]
  const worker = startDeliveryWorker({ db, channels, fill, isOffline, log, onOutcome, timing })
  return { vapidPublicKey: keys.publicKey, wake: () => worker.wake(), stop: () => worker.stop() }
}
