import { runBatch } from '../clock/batch.ts'
import { quarantine } from '../clock/quarantine.ts'
import { databaseTime } from '../db/clock.ts'
import { startDeliveryWorker, type WorkerOptions } from '../delivery/worker.ts'
import { announceEscalations } from '../escalation/actions.ts'
import { ALARM_NOTICE } from '../escalation/notices.ts'
import { inviteComposers } from '../invite/mails.ts'
import { emailChannel } from '../mail/channel.ts'
import { mailComposers } from '../mail/composers.ts'
import { openTransport } from '../mail/transport.ts'
import { reportBrokenChannels } from '../notification/actions.ts'
import { notifications } from '../notification/audience.ts'
import { notificationRules } from '../notification/routes.ts'
import { guardedFetch } from '../outbound/guard.ts'
import { pushChannel } from '../push/channel.ts'
import type { Fetch } from '../push/send.ts'
import { vapidKeys } from '../push/vapid.ts'
import { smsChannel } from '../sms/channel.ts'
import { openGateway } from '../sms/gateway.ts'
import { visitorPush } from '../visitor/devices.ts'
import { reporterComposers } from '../visitor/tell-reporters.ts'
import { callForNotifications } from '../webhook/actions.ts'
import { webhookChannel } from '../webhook/channel.ts'
import type { Fetch as WebhookFetch } from '../webhook/send.ts'
import type { Base } from './part.ts'

export type DeliveryOptions = {
  /** In tests: a way to a push service on loopback, which the guard refuses. */
  pushFetch?: Fetch
  /** In tests: a way to a receiver of webhooks on loopback. */
  webhookFetch?: WebhookFetch
  timing?: WorkerOptions['timing']
}

type Tools = {
  onOutcome: NonNullable<WorkerOptions['onOutcome']>
  /** Call after a commit with live messages. */
  wakeLive: () => void
}

/** Everything that the server sends on its own: one queue, one worker on each server, and a channel for each way out. */
export const openDeliveries = async (
  { config, database: { db }, isOffline, log }: Base,
  { onOutcome, wakeLive }: Tools,
  { pushFetch = guardedFetch, webhookFetch = guardedFetch, timing = {} }: DeliveryOptions = {},
) => {
  const keys = await vapidKeys(db, config.vapid, config.publicUrl)
  const transport = config.mail && openTransport(config.mail)
  const gateway = config.smsGatewayUrl === undefined ? undefined : openGateway(config.smsGatewayUrl)
  const composers = { ...mailComposers, ...inviteComposers, ...reporterComposers }
  const channels = [
    pushChannel({ db, keys, fetch: pushFetch, visitors: visitorPush, ...notificationRules }),
    emailChannel({ db, transport, composers, publicUrl: config.publicUrl }),
    webhookChannel({ db, fetch: webhookFetch, publicUrl: config.publicUrl }),
    smsChannel({ db, gateway, publicUrl: config.publicUrl }),
  ]
  /** Publishes delivery states to members who watch the alarm. */
  const onChanged: WorkerOptions['onChanged'] = async (deliveries) => {
    const serviceIds = deliveries.flatMap(({ kind, serviceId }) =>
      kind === ALARM_NOTICE && serviceId !== null ? [serviceId] : [],
    )
    if (serviceIds.length === 0) return
    await db.transaction().execute((transaction) => announceEscalations(transaction, serviceIds))
    wakeLive()
  }
  const worker = startDeliveryWorker({
    db,
    channels,
    fill: (now) => runBatch(db, 'notifications', notifications(callForNotifications), now),
    isOffline,
    onUnsendable: ({ id, serviceId }, error) =>
      quarantine(db, { job: 'deliveries', table: 'delivery', id, serviceId, error, now: databaseTime() }),
    log,
    onPassedOn: reportBrokenChannels,
    onOutcome,
    onChanged,
    timing,
  })
  return {
    vapidPublicKey: keys.publicKey,
    /** The way to the mail server; undefined where none is configured. */
    transport,
    /** The way to the phone that sends text messages; undefined where none is configured. */
    gateway,
    webhookFetch,
    wake: () => worker.wake(),
    state: () => worker.state(),
    stop: async () => {
      await worker.stop()
      transport?.close()
    },
  }
}
