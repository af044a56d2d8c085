import { z } from 'zod'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { noFields, Time } from '../../platform/kit/schema.ts'

/** How requests are signed. `gateway`: HMAC-SHA256 of body and time, as “SMS Gateway for Android” does it. */
export const textProviders = ['gateway', 'twilio'] as const
export const TextProvider = z.enum(textProviders)
export type TextProvider = z.infer<typeof TextProvider>

/**
 * Why the last request or message was dropped. `clock`: the signature is right, its time is not. `limit`: too many
 * messages from a number, or in all. `sender`: not a phone number. `noType`: the service has no event type.
 */
const textRejections = ['signature', 'clock', 'unreadable', 'sender', 'limit', 'noType'] as const
export const TextRejection = z.enum(textRejections)
export type TextRejection = z.infer<typeof TextRejection>

/** All null while the service receives no text messages. */
export const TextInbox = z.object({
  address: z.string().nullable(),
  provider: TextProvider.nullable(),
  lastReceivedAt: Time.nullable(),
  lastRejection: z.object({ reason: TextRejection, at: Time }).nullable(),
})
export type TextInbox = z.infer<typeof TextInbox>

export const TextInboxWithSecret = TextInbox.extend({
  /** The secret that the server generated for `gateway`. Null for Twilio, whose token the caller sent. */
  secret: z.string().nullable(),
})
export type TextInboxWithSecret = z.infer<typeof TextInboxWithSecret>

/** Twilio signs with the token of the account, 32 hexadecimal digits. */
const TwilioToken = z
  .string()
  .trim()
  .regex(/^[0-9a-f]{32}$/i, { error: 'form.invalid' })

/** Fields of a message, by the names that gateways use. Others are ignored. */
export const ReceivedText = z
  .object({
    id: z.string().describe('Identifies the message at the gateway. Also `MessageSid`'),
    from: z.string().describe('The sender’s number. Also `From`, or `sender` or `phoneNumber` in `payload`'),
    text: z.string().describe('Also `Body`, or `message` in `payload`'),
    receivedAt: z.string().describe('ISO 8601 time at which the gateway received the message'),
    event: z.string().describe('Events other than `sms:received` are accepted and ignored'),
    payload: z.record(z.string(), z.unknown()).describe('The message, as SMS Gateway for Android sends it'),
  })
  .partial()

export const textMessageApi = {
  inbox: {
    method: 'GET',
    path: '/text-messages/inbox',
    summary: 'Read the address at which a gateway delivers text messages to one’s service, and the last results',
    needs: 'publicLink.replace',
    reply: TextInbox,
  },
  openInbox: {
    method: 'POST',
    path: '/text-messages/inbox',
    summary:
      'Start receiving text messages, or replace the secret of the gateway. Only this reply contains a generated secret',
    needs: 'publicLink.replace',
    body: z
      .object({ provider: TextProvider, secret: TwilioToken.optional() })
      .refine(({ provider, secret }) => provider !== 'twilio' || secret !== undefined, {
        error: 'form.required',
        path: ['secret'],
      }),
    reply: TextInboxWithSecret,
  },
  closeInbox: {
    method: 'DELETE',
    path: '/text-messages/inbox',
    summary: 'Stop receiving text messages. The address stops working at once',
    needs: 'publicLink.replace',
    reply: TextInbox,
  },
  receive: {
    method: 'POST',
    path: '/text-messages/:inbox',
    summary:
      'Deliver a text message to a service, signed by `X-Signature` and `X-Timestamp`, or by Twilio. 204 for each signed request',
    needs: 'link',
    params: z.object({ inbox: z.string().regex(/^[\w-]{43}$/) }),
    signedBody: ReceivedText,
    maxBodyBytes: 20_000,
    reply: noFields,
  },
} as const satisfies Record<string, Endpoint>
