import { createHmac, timingSafeEqual } from 'node:crypto'
import type { TextProvider } from '#contract'
import type { SignedBody } from '../../platform/http/serve.ts'

/** Older requests are refused as replays. Younger replays are recognised by their message id. */
const CLOCK_SECONDS = 300

type Verdict = 'right' | 'signature' | 'clock'

type Inbox = { provider: TextProvider; secret: string; address: string }
type Verify = (inbox: Inbox, request: SignedBody, now: Date) => Verdict

const headerOf = ({ headers }: SignedBody, name: string): string => {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}

const isEqual = (expected: Buffer, sent: Buffer): boolean =>
  expected.length === sent.length && timingSafeEqual(expected, sent)

/** “SMS Gateway for Android”: HMAC-SHA256 of the body followed by the time, in hexadecimal digits. */
const byGateway: Verify = ({ secret }, request, now) => {
  const time = headerOf(request, 'x-timestamp')
  const expected = createHmac('sha256', secret).update(request.bytes).update(time).digest()
  if (!isEqual(expected, Buffer.from(headerOf(request, 'x-signature'), 'hex'))) return 'signature'
  const age = now.getTime() / 1000 - Number(/^\d{9,11}$/.test(time) ? time : Number.NaN)
  return Math.abs(age) <= CLOCK_SECONDS ? 'right' : 'clock'
}

/** Twilio: HMAC-SHA1 of the address and the sorted fields of the form. It signs no time. */
const byTwilio: Verify = ({ secret, address }, request) => {
  const fields = [...new URLSearchParams(request.bytes.toString())]
  const sorted = fields.toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
  const expected = createHmac('sha1', secret)
    .update(address + sorted.flat().join(''))
    .digest()
  return isEqual(expected, Buffer.from(headerOf(request, 'x-twilio-signature'), 'base64')) ? 'right' : 'signature'
}

const schemes: Record<TextProvider, Verify> = { gateway: byGateway, twilio: byTwilio }

export const verify: Verify = (inbox, request, now) => schemes[inbox.provider](inbox, request, now)
