import webPush from 'web-push'
import type { PushPayload } from '#contract'
import type { Db } from '../db/database.ts'
import type { PushSubscriptionKeys } from '../db/schema/people.ts'
import type { Outcome } from '../delivery/channel.ts'
import type { GuardedResponse, OutboundOptions } from '../outbound/guard.ts'
import { OutboundError } from '../outbound/target.ts'
import { storedSecret } from '../secret/sealing.ts'

export type VapidKeys = { publicKey: string; privateKey: string; subject: string }

const NAME = 'vapid'

/**
 * The keys that identify this server to push services: from the environment, or created at the first start and shared by
 * all servers of a database. Devices that were registered with other keys cannot be reached.
 */
export const vapidKeys = async (db: Db, given: VapidKeys | undefined, publicUrl: string): Promise<VapidKeys> => {
  if (given) return given
  const subject = publicUrl.startsWith('https:') ? publicUrl : 'mailto:push@cohesion.invalid'
  const stored = await storedSecret(db, NAME, webPush.generateVAPIDKeys)
  const { publicKey, privateKey } = stored as Omit<VapidKeys, 'subject'>
  return { publicKey, privateKey, subject }
}

export type Payload = PushPayload

export type Fetch = (address: string, options: OutboundOptions) => Promise<Pick<GuardedResponse, 'status' | 'headers'>>

/** `gone`: the endpoint no longer exists or must not be requested. */
type Answer = Exclude<Outcome, { result: 'hold' }> | { result: 'gone'; code: string }

/** How long a push service keeps a message for a device that is off. */
const TTL_SECONDS = 86_400

const retryAfter = (header: string | undefined): number | undefined => {
  if (!header) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined
}

const answerOf = ({ status, headers }: Pick<GuardedResponse, 'status' | 'headers'>): Answer => {
  const code = `http${status}`
  if (status >= 200 && status < 300) return { result: 'sent' }
  if (status === 404 || status === 410) return { result: 'gone', code }
  if (status === 408 || status === 429 || status >= 500)
    return { result: 'later', code, afterSeconds: retryAfter(headers['retry-after']) }
  return { result: 'failed', code }
}

export const send = async (
  { fetch, keys }: { fetch: Fetch; keys: VapidKeys },
  subscription: PushSubscriptionKeys,
  payload: Payload,
  topic: string | null,
): Promise<Answer> => {
  let request: ReturnType<typeof webPush.generateRequestDetails>
  try {
    request = webPush.generateRequestDetails(subscription, JSON.stringify(payload), {
      vapidDetails: keys,
      TTL: TTL_SECONDS,
      urgency: 'high',
      ...(topic && { topic }),
    })
  } catch {
    // No message can be encrypted with the keys of this subscription.
    return { result: 'gone', code: 'invalidKeys' }
  }
  // `fetch` sets the content length itself.
  const { 'Content-Length': _length, ...headers } = request.headers as Record<string, string | number>
  try {
    return answerOf(
      await fetch(request.endpoint, {
        method: 'POST',
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
        ...(request.body && { body: request.body }),
        maxBytes: 10_000,
        maxRedirects: 0,
      }),
    )
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return error.isRefusal ? { result: 'gone', code: error.reason } : { result: 'later', code: error.reason }
  }
}
