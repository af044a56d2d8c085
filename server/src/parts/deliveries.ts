import { ALARM_NOTICE } from '../alarms/escalation/notices.ts'
import { announceAlarms } from '../alarms/rule/alarms.ts'
import { reportBrokenChannels } from '../messaging/notification/actions.ts'
import { notifications } from '../messaging/notification/audience.ts'
import { notificationRules } from '../messaging/notification/routes.ts'
import { smsChannel } from '../messaging/sms/channel.ts'
import { openGateway } from '../messaging/sms/gateway.ts'
import { callForNotifications } from '../messaging/webhook/actions.ts'
import { webhookChannel } from '../messaging/webhook/channel.ts'
import type { Fetch as WebhookFetch } from '../messaging/webhook/send.ts'
import { inviteComposers } from '../people/invite/mails.ts'
import { emailChannel } from '../people/mail/channel.ts'
import { mailComposers } from '../people/mail/composers.ts'
import { openTransport } from '../people/mail/transport.ts'
import { batchJob } from '../platform/clock/batch.ts'
import { quarantine } from '../platform/clock/quarantine.ts'
import { databaseTime } from '../platform/db/clock.ts'
import { startDeliveryWorker, type WorkerOptions } from '../platform/delivery/worker.ts'
import { guardedFetch } from '../platform/outbound/guard.ts'
import { pushChannel } from '../platform/push/channel.ts'
import { type Fetch, vapidKeys } from '../platform/push/send.ts'
import { visitorPush } from '../public/visitor/devices.ts'
import { visitorTexts } from '../public/visitor/questions.ts'
import { reporterComposers } from '../public/visitor/tell-reporters.ts'
import type { Base } from './part.ts'

export type DeliveryOptions = {
  pushFetch?: Fetch
  webhookFetch?: WebhookFetch
  timing?: WorkerOptions['timing']
}

type Tools = {
  onOutcome: NonNullable<WorkerOptions['onOutcome']>
  wakeLive: () => void
}

/**
 * All messages that the server sends on its own: one queue, a worker on each server, and a channel for each medium.
 */
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
    smsChannel({ db, gateway, publicUrl: config.publicUrl, visitors: visitorTexts(config.publicUrl) }),
  ]
  const onChanged: WorkerOptions['onChanged'] = async (deliveries) => {
    const serviceIds = deliveries.flatMap(({ kind, serviceId }) =>
      kind === ALARM_NOTICE && serviceId !== null ? [serviceId] : [],
    )
    if (serviceIds.length === 0) return
    await db.transaction().execute((transaction) => announceAlarms(transaction, serviceIds))
    wakeLive()
  }
  const worker = startDeliveryWorker({
    db,
    channels,
    fill: batchJob(db, 'notifications', notifications(callForNotifications)).run,
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
    transport,
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
