import { orNotFound, Problem, webhookApi } from '#contract'
import { checkLimits, type LimitChoices } from '../../platform/access/limits.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'
import { enqueue, failWaiting, sendAgain, settle } from '../../platform/delivery/queue.ts'
import { chargeAttempt } from '../../platform/http/attempts.ts'
import { serve } from '../../platform/http/serve.ts'
import { requirePublicUrl } from '../../platform/outbound/own-networks.ts'
import { WEBHOOK } from './actions.ts'
import { bodyOf } from './contents.ts'
import * as webhooks from './queries.ts'
import { callWebhook, type Fetch } from './send.ts'
import { secretOf } from './sign.ts'

const MOST_WEBHOOKS = 20
const TEST = 'webhook.test'

type Tools = { fetch: Fetch; publicUrl: string; mustBeOnline: () => Promise<void>; limitChoices: LimitChoices }

const withSecret = async (db: Db, id: string) => {
  const webhook = orNotFound(await webhooks.byId(db, id))
  return { ...webhook, secret: await secretOf(db, id, await webhooks.secretVersion(db, id)) }
}

/** Names a webhook by its host only, because the path may contain a key of the receiver. */
const recordOf = (action: string, { _id, url }: { _id: string; url: string }) => ({
  action,
  targetKind: 'webhook',
  targetId: _id,
  targetName: new URL(url).host,
})

export const webhookRoutes = ({ fetch, publicUrl, mustBeOnline, limitChoices }: Tools) => [
  serve(webhookApi.list, async ({ db, actor, allow }) => {
    const { serviceId } = allow({ serviceId: actor.serviceId })
    return webhooks.ofService(db, serviceId)
  }),

  serve(webhookApi.create, async ({ db, actor, body, allow, audit }) => {
    const { serviceId } = allow({ serviceId: actor.serviceId })
    requirePublicUrl(body.url)
    await checkLimits(db, serviceId, body, limitChoices)
    if ((await webhooks.ofService(db, serviceId)).length >= MOST_WEBHOOKS) throw new Problem('conflict')
    const webhook = await withSecret(db, await webhooks.create(db, serviceId, actor.id, body))
    await audit(recordOf('webhook.create', webhook))
    return webhook
  }),

  serve(webhookApi.change, async ({ db, params, body, allow, audit }) => {
    const webhook = allow(orNotFound(await webhooks.byId(db, params.id)))
    requirePublicUrl(body.url)
    await checkLimits(db, webhook.serviceId, body, limitChoices)
    await webhooks.change(db, webhook._id, body)
    if (body.isEnabled === false) await failWaiting(db, WEBHOOK, webhook._id, 'switchedOff')
    const updated = orNotFound(await webhooks.byId(db, webhook._id))
    await audit({ ...recordOf('webhook.edit', updated), detail: { changed: Object.keys(body) } })
    return updated
  }),

  serve(webhookApi.replaceSecret, async ({ db, params, allow, audit }) => {
    const webhook = allow(orNotFound(await webhooks.byId(db, params.id)))
    await webhooks.replaceSecret(db, webhook._id)
    await audit(recordOf('webhook.secret', webhook))
    return withSecret(db, webhook._id)
  }),

  serve(webhookApi.remove, async ({ db, params, allow, audit }) => {
    const webhook = allow(orNotFound(await webhooks.byId(db, params.id)))
    await failWaiting(db, WEBHOOK, webhook._id, 'switchedOff')
    await webhooks.remove(db, webhook._id)
    await audit(recordOf('webhook.delete', webhook))
    return { _id: webhook._id }
  }),

  serve(webhookApi.sendTest, {
    prepare: async ({ db, actor, params }) => {
      const webhook = await webhooks.byId(db, params.id)
      // Replies 404, as the handler does if the actor may not see the webhook.
      if (webhook?.serviceId !== actor.serviceId) throw new Problem('notFound')
      await mustBeOnline()
      await chargeAttempt(db, [{ name: `webhook tests by ${actor.id}`, most: 30, minutes: 60 }])
      const call = { kind: TEST, subjectId: null, createdAt: new Date(), webhookId: webhook._id }
      const body = orNotFound(await bodyOf(db, call, publicUrl))
      return (await callWebhook({ db, fetch }, webhook, { id: newId(), body })).outcome
    },
    handle: async ({ db, params, prepared: { result, code }, allow, audit }) => {
      const webhook = allow(orNotFound(await webhooks.byId(db, params.id)))
      const { _id, serviceId } = webhook
      const isDelivered = result === 'delivered'
      const ids = await enqueue(db, [{ channel: WEBHOOK, kind: TEST, serviceId, address: _id, payload: {} }])
      await settle(db, ids, isDelivered ? 'delivered' : 'failed', { code })
      if (isDelivered) await webhooks.noteSuccess(db, _id)
      await audit(recordOf('webhook.test', webhook))
      return { isDelivered, code }
    },
  }),

  serve(webhookApi.deliveries, async ({ db, params, allow }) => {
    const webhook = allow(orNotFound(await webhooks.byId(db, params.id)))
    return webhooks.recentDeliveries(db, webhook._id)
  }),

  serve(webhookApi.sendAgain, async ({ db, params, allow, audit }) => {
    const webhook = allow(orNotFound(await webhooks.byId(db, params.id)))
    const delivery = orNotFound(await webhooks.deliveryById(db, webhook._id, params.delivery))
    if (!webhook.isEnabled) throw new Problem('conflict')
    await sendAgain(db, delivery._id)
    await audit({ ...recordOf('webhook.sendAgain', webhook), detail: { event: delivery.event } })
    return orNotFound(await webhooks.deliveryById(db, webhook._id, delivery._id))
  }),
]
