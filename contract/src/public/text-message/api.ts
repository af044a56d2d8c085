import { z } from 'zod'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { noFields, Time } from '../../platform/kit/schema.ts'

/**
 * Provider, which determines how requests are signed. `gateway`: HMAC-SHA256 of body and time, as in the app “SMS
 * Gateway for Android”.
 */
export const textProviders = ['gateway', 'twilio'] as const
export const TextProvider = z.enum(textProviders)
export type TextProvider = z.infer<typeof TextProvider>

/**
 * Reasons for dropping a request or message. `clock`: the signature is correct, but its time is not. `limit`: too many
 * messages from one number or in total. `sender`: not a phone number. `noType`: the service has no event type.
 */
const textRejections = ['signature', 'clock', 'unreadable', 'sender', 'limit', 'noType'] as const
export const TextRejection = z.enum(textRejections)
export type TextRejection = z.infer<typeof TextRejection>

/** Inbox for text messages. All fields are null while it is closed. */
export const TextInbox = z.object({
  address: z.string().nullable(),
  provider: TextProvider.nullable(),
  lastReceivedAt: Time.nullable(),
  lastRejection: z.object({ reason: TextRejection, at: Time }).nullable(),
})
export type TextInbox = z.infer<typeof TextInbox>

export const TextInboxWithSecret = TextInbox.extend({
  /** Secret that the server generated for `gateway`; null for Twilio, whose token the caller sent. */
  secret: z.string().nullable(),
})
export type TextInboxWithSecret = z.infer<typeof TextInboxWithSecret>

/** Auth token of the Twilio account, the key of Twilio's signatures: 32 hexadecimal digits. */
const TwilioToken = z
  .string()
  .trim()
  .regex(/^[0-9a-f]{32}$/i, { error: 'form.invalid' })

/** A received message, under the field names that gateways use. Other fields are ignored. */
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
