import { databaseTime } from '../../platform/db/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Outcome } from '../../platform/delivery/channel.ts'
import type { GuardedResponse, OutboundOptions } from '../../platform/outbound/guard.ts'
import { OutboundError } from '../../platform/outbound/target.ts'
import { secretVersion } from './queries.ts'
import { secretOf, signedHeaders } from './sign.ts'

export type Fetch = (address: string, options: OutboundOptions) => Promise<Pick<GuardedResponse, 'status' | 'headers'>>

/** `isGone`: the receiver wants no more calls. */
type Answer = { outcome: Exclude<Outcome, { result: 'hold' | 'sent' }> & { code: string }; isGone?: boolean }

const TIMEOUT_MS = 15_000
const LARGEST_ANSWER = 100_000

const refusalOf = ({ reason, isRefusal }: OutboundError): Answer => {
  if (isRefusal) return { outcome: { result: 'failed', code: 'notPublic' } }
  // The receiver replied, and the size of its reply does not matter.
  if (reason === 'tooLarge') return { outcome: { result: 'delivered', code: 'tooLarge' } }
  return { outcome: { result: 'later', code: reason === 'redirects' ? 'redirected' : 'unreachable' } }
}

/** Calls a webhook once. Redirects are not followed, because the signature is for one receiver. */
export const callWebhook = async (
  { db, fetch }: { db: Db; fetch: Fetch },
  { _id, url }: { _id: string; url: string },
  { id, body }: { id: string; body: string },
): Promise<Answer> => {
  const secret = await secretOf(db, _id, await secretVersion(db, _id))
  const headers = signedHeaders(secret, { id, sentAt: databaseTime(), body })
  try {
    const { status } = await fetch(url, {
      method: 'POST',
      headers,
      body,
      maxRedirects: 0,
      maxBytes: LARGEST_ANSWER,
      timeoutMs: TIMEOUT_MS,
    })
    const code = `http${status}`
    if (status >= 200 && status < 300) return { outcome: { result: 'delivered', code } }
    return status === 410
      ? { outcome: { result: 'failed', code }, isGone: true }
      : { outcome: { result: 'later', code } }
  } catch (error) {
    if (error instanceof OutboundError) return refusalOf(error)
    throw error
  }
}
