import { memberChannels, type Webhook, webhookOffTexts } from '#contract'
import { databaseMs } from '../../platform/db/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Channel, Outcome } from '../../platform/delivery/channel.ts'
import { failWaiting } from '../../platform/delivery/queue.ts'
import { adminsOf, messageMembers } from '../notification/actions.ts'
import { WEBHOOK } from './actions.ts'
import { bodyOf } from './contents.ts'
import * as webhooks from './queries.ts'
import { callWebhook, type Fetch } from './send.ts'

type Options = { db: Db; fetch: Fetch; publicUrl: string }

const PAUSE_MS = 30_000

const HOUR = 3600

/**
 * Records a failed call. Switching the webhook off ends its waiting calls and notifies the Admins in the same
 * transaction.
 */
const recordFailure = async (db: Db, { _id, url, serviceId }: Webhook, isGone: boolean): Promise<void> => {
  if (!(await webhooks.noteFailure(db, _id, isGone))) return
  await failWaiting(db, WEBHOOK, _id, 'switchedOff')
  await messageMembers(db, await adminsOf(db, serviceId), {
    kind: 'webhookOff',
    message: {
      action: 'WEBHOOK_OFF',
      texts: webhookOffTexts(new URL(url).host),
      path: '/?panel=servicesettings',
    },
    channels: memberChannels,
  })
}

/**
 * Sends events to other systems. The address of a delivery is the id of a webhook, and its contents are read when it is
 * sent.
 */
export const webhookChannel = ({ db, fetch, publicUrl }: Options): Channel => {
  const pausedUntil = new Map<string, number>()
  return {
    name: WEBHOOK,
    concurrency: 32,
    retrySeconds: [5, 300, HOUR / 2, 2 * HOUR, 5 * HOUR, 8 * HOUR, 10 * HOUR],

    send: async (delivery): Promise<Outcome> => {
      const webhook = delivery.address ? await webhooks.byId(db, delivery.address) : undefined
      if (!webhook?.isEnabled) return { result: 'failed', code: 'switchedOff' }
      const pausedMs = pausedUntil.get(webhook._id) ?? 0
      if (pausedMs > databaseMs()) return { result: 'hold', until: new Date(pausedMs) }
      pausedUntil.delete(webhook._id)
      const body = await bodyOf(db, { ...delivery, webhookId: webhook._id }, publicUrl)
      if (!body) return { result: 'failed', code: 'deleted' }
      const { outcome, isGone = false } = await callWebhook({ db, fetch }, webhook, { id: delivery.id, body })
      if (outcome.code === 'unreachable') pausedUntil.set(webhook._id, databaseMs() + PAUSE_MS)
      if (outcome.result === 'delivered') await webhooks.noteSuccess(db, webhook._id)
      else await db.transaction().execute((transaction) => recordFailure(transaction, webhook, isGone))
      return outcome
    },
  }
}
