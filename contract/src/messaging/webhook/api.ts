import { z } from 'zod'
import { DeliveryState } from '../../platform/delivery/schema.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { Id, idParams, Time, WebAddress } from '../../platform/kit/schema.ts'
import type { Language } from '../../platform/language/language.ts'

export const webhookEvents = [
  'alarm.raised',
  'alarm.acknowledged',
  'alarm.cleared',
  'event.created',
  'event.updated',
  'event.archived',
  'logEntry.created',
] as const
export const WebhookEvent = z.enum(webhookEvents)
export type WebhookEvent = z.infer<typeof WebhookEvent>

const limit = z.array(Id).min(1).max(200).nullable()

const shape = {
  url: WebAddress.refine((text) => text.startsWith('https://'), { error: 'form.url' }),
  events: z.array(WebhookEvent).min(1, { error: 'form.required' }).max(webhookEvents.length),
  /**
   * Limits the webhook to events of these types or in these regions and to their log entries. Null: no limit. Alarms
   * are always included.
   */
  eventTypes: limit,
  regions: limit,
}
const draft = { ...shape, eventTypes: limit.default(null), regions: limit.default(null) }

export const Webhook = z.object({
  ...shape,
  _id: Id,
  serviceId: Id,
  isEnabled: z.boolean(),
  createdAt: Time,
  /** Time since which no call has succeeded; null if the last one did. */
  failingSince: Time.nullable(),
  /** Time at which the server switched the webhook off, after days of failures or a reply that the receiver is gone. */
  switchedOffAt: Time.nullable(),
})
export type Webhook = z.infer<typeof Webhook>

const WebhookWithSecret = Webhook.extend({ secret: z.string() })

export const WebhookDelivery = z.object({
  _id: Id,
  event: z.string(),
  state: DeliveryState,
  attempts: z.number().int(),
  /** HTTP status of the last reply, as `http204`, or a code for its absence. */
  code: z.string().nullable(),
  createdAt: Time,
  sentAt: Time.nullable(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

export const webhookApi = {
  list: {
    method: 'GET',
    path: '/webhooks',
    summary: 'The webhooks of one’s own service, without their secrets',
    needs: 'webhook.edit',
    reply: z.array(Webhook),
  },
  create: {
    method: 'POST',
    path: '/webhooks',
    summary: 'Create a webhook. Only this reply contains its secret. Calls are signed by Standard Webhooks',
    needs: 'webhook.edit',
    body: z.object(draft),
    reply: WebhookWithSecret,
  },
  change: {
    method: 'PATCH',
    path: '/webhooks/:id',
    summary: 'Change a webhook, or switch it on or off. Fields that are not sent stay',
    needs: 'webhook.edit',
    params: idParams,
    body: z.object({ ...shape, isEnabled: z.boolean() }).partial(),
    reply: Webhook,
  },
  replaceSecret: {
    method: 'POST',
    path: '/webhooks/:id/secret',
    summary: 'Replace the secret of a webhook. Calls are signed with the new one at once',
    needs: 'webhook.edit',
    params: idParams,
    reply: WebhookWithSecret,
  },
  remove: {
    method: 'DELETE',
    path: '/webhooks/:id',
    summary: 'Delete a webhook. Waiting calls are not sent',
    needs: 'webhook.edit',
    params: idParams,
    reply: z.object({ _id: Id }),
  },
  sendTest: {
    method: 'POST',
    path: '/webhooks/:id/test',
    cost: 10,
    summary:
      'Send a test call to a webhook. The code is the receiver’s reply, such as `http204`, or the reason for a failure',
    needs: 'webhook.edit',
    params: idParams,
    reply: z.object({ isDelivered: z.boolean(), code: z.string() }),
  },
  deliveries: {
    method: 'GET',
    path: '/webhooks/:id/deliveries',
    summary: 'List the last 50 calls of a webhook, newest first',
    needs: 'webhook.edit',
    params: idParams,
    reply: z.array(WebhookDelivery),
  },
  sendAgain: {
    method: 'POST',
    path: '/webhooks/:id/deliveries/:delivery',
    summary: 'Repeat a call of the last 30 days, with the same id and current content',
    needs: 'webhook.edit',
    params: idParams.extend({ delivery: Id }),
    reply: WebhookDelivery,
  },
} as const satisfies Record<string, Endpoint>

export const webhookOffTexts = (host: string): Record<Language, string> => ({
  en: `The webhook to ${host} was turned off because its receiver didn’t respond for days or no longer exists.`,
  he: `ה־webhook אל ${host} כובה, כי המערכת המקבלת לא הגיבה במשך ימים או שאינה קיימת עוד.`,
})
