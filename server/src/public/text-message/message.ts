import { z } from 'zod'
import { senderNumber } from '#contract'
import type { SignedBody } from '../../platform/http/serve.ts'

export type Message = { id: string; phone: string; text: string; sentAt: Date | undefined }

/** `ignored`: the gateway reports a message that it sent, or tests the connection. */
type Reading = { message: Message } | { rejection: 'unreadable' | 'sender' } | 'ignored'

const TEXT_MAX = 5_000
/** Gateways may deliver a message late. Times that are older than this are not trusted. */
const LATE_MS = 2 * 86_400_000

const word = z.union([z.string(), z.number().transform(String)])
const Fields = z.record(z.string(), z.unknown())

const parsed = ({ bytes, headers }: SignedBody): Record<string, unknown> | undefined => {
  const text = bytes.toString('utf8')
  if (headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(text))
  try {
    return Fields.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Removes characters that the database cannot store, and shortens the text between characters. */
const cleaned = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll('\0', '')
    .trim()
    .slice(0, TEXT_MAX)
    .replace(/[\uD800-\uDBFF]$/, '')

const timeOf = (value: string | undefined, now: Date): Date | undefined => {
  const time = new Date(value ?? '')
  const age = now.getTime() - time.getTime()
  return age >= 0 && age < LATE_MS ? time : undefined
}

/** Reads a verified request by the field names of the gateways. */
export const readMessage = (request: SignedBody, now: Date): Reading => {
  const fields = parsed(request)
  if (!fields) return { rejection: 'unreadable' }
  if (fields.event !== undefined && fields.event !== 'sms:received') return 'ignored'
  // The app's `messageId` is derived from the text, so only the id of the event identifies a message.
  const all = { ...fields, ...Fields.safeParse(fields.payload).data, id: fields.id, messageId: fields.messageId }
  const first = (...names: (keyof typeof all | string)[]): string | undefined => {
    for (const name of names) {
      const { data } = word.safeParse((all as Record<string, unknown>)[name])
      if (data !== undefined && data.trim() !== '') return data
    }
    return undefined
  }
  const id = first('id', 'messageId', 'MessageSid', 'SmsSid')
  const from = first('from', 'From', 'sender', 'phoneNumber')
  const text = cleaned(first('text', 'Body', 'body', 'message') ?? '')
  if (!id || !from || !text) return { rejection: 'unreadable' }
  const phone = senderNumber(from)
  if (!phone) return { rejection: 'sender' }
  return { message: { id, phone, text, sentAt: timeOf(first('receivedAt'), now) } }
}
