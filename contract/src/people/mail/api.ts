import { z } from 'zod'
import { DeliveryState } from '../../platform/delivery/schema.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { Id, noFields, Time } from '../../platform/kit/schema.ts'

/**
 * One plain address. Spaces, quotes, brackets and commas are rejected, because they could add a second address to a
 * mail header.
 */
export const Email = z
  .string()
  .trim()
  .max(254)
  .regex(/^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:".]{2,}$/u, { error: 'form.invalid' })

const token = z.object({ token: z.string().regex(/^[\w-]{20,64}$/) })

export const OwnEmail = z.object({
  /** The confirmed address. */
  address: z.string().nullable(),
  pending: z.string().nullable(),
  canMail: z.boolean(),
})
export type OwnEmail = z.infer<typeof OwnEmail>

/** A message that the server has sent or still tries to send, without its contents. */
export const RecentDelivery = z.object({
  _id: Id,
  channel: z.string(),
  kind: z.string(),
  receiver: z.string().nullable(),
  state: DeliveryState,
  code: z.string().nullable(),
  createdAt: Time,
  sentAt: Time.nullable(),
})
export type RecentDelivery = z.infer<typeof RecentDelivery>

export const MailState = z.object({
  isConfigured: z.boolean(),
  from: z.string().nullable(),
  host: z.string().nullable(),
  lastSentAt: Time.nullable(),
  lastError: z.object({ code: z.string(), at: Time }).nullable(),
  deliveries: z.array(RecentDelivery),
})
export type MailState = z.infer<typeof MailState>

export const mailApi = {
  own: {
    method: 'GET',
    path: '/user/email',
    summary: 'Read one’s own e-mail address, which other members cannot see',
    needs: 'profile.read',
    reply: OwnEmail,
  },
  setOwn: {
    method: 'POST',
    path: '/user/email',
    summary: 'Set one’s e-mail address. It takes effect when the mailed link is confirmed',
    needs: 'profile.edit',
    body: z.object({ email: Email, password: z.string().min(1).max(500).describe('One’s current password') }),
    reply: OwnEmail,
  },
  removeOwn: {
    method: 'DELETE',
    path: '/user/email',
    summary: 'Remove one’s e-mail address, also one that waits for confirmation',
    needs: 'profile.edit',
    reply: OwnEmail,
  },
  confirmation: {
    method: 'GET',
    path: '/auth/email/:token',
    summary: 'Read the account and the address that a mailed link confirms. Changes nothing',
    needs: 'open',
    params: token,
    reply: z.object({ address: z.string(), username: z.string() }),
  },
  confirm: {
    method: 'POST',
    path: '/auth/email/:token',
    summary: 'Confirm an e-mail address by a mailed link',
    needs: 'open',
    params: token,
    reply: noFields,
  },
  state: {
    method: 'GET',
    path: '/settings/mail',
    summary: 'Whether the server sends e-mail, and the results of recent deliveries of all channels',
    needs: 'server.edit',
    reply: MailState,
  },
  sendTest: {
    method: 'POST',
    path: '/settings/mail/test',
    cost: 10,
    summary: 'Send a test message. If it fails, a code gives the reason',
    needs: 'server.edit',
    body: z.object({ email: Email }),
    reply: z.object({ code: z.string().nullable() }),
  },
} as const satisfies Record<string, Endpoint>
