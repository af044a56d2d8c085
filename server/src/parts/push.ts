import { pushRules } from '../notification/routes.ts'
import { guardedFetch } from '../outbound/guard.ts'
import { type PusherOptions, startPusher } from '../push/pusher.ts'
import { vapidKeys } from '../push/vapid.ts'
import type { Base } from './part.ts'

export type PushOptions = Partial<Pick<PusherOptions, 'fetch' | 'timing'>>

/** Messages to the devices of members. */
export const openPush = async ({ config, database: { db }, isOffline, log }: Base, options: PushOptions = {}) => {
  const keys = await vapidKeys(db, config.vapid, config.publicUrl)
  const pusher = startPusher({ db, keys, fetch: guardedFetch, isOffline, log, ...pushRules, ...options })
  return { publicKey: keys.publicKey, wake: () => pusher.wake(), stop: () => pusher.stop() }
}
