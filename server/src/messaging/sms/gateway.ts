import { z } from 'zod'
import type { Confirmation } from '../../platform/delivery/channel.ts'
import { type GuardedResponse, guardedFetch, type OutboundOptions } from '../../platform/outbound/guard.ts'
import { OutboundError } from '../../platform/outbound/target.ts'

/** `isFinal`: the gateway refused this message for good. */
export type GatewayAnswer = { isSent: true } | { isSent: false; code: string; isFinal: boolean }

export type Gateway = ReturnType<typeof openGateway>

const TIMEOUT_MS = 15_000
/** An id without a message, to test the connection and credentials. */
const NO_MESSAGE = '00000000-0000-0000-0000-000000000000'

const refused = (code: string, isFinal = false): GatewayAnswer => ({ isSent: false, code, isFinal })

/** Returns only a code, because a reply may quote the number and the message. */
const answerOf = (status: number): GatewayAnswer => {
  // 409: an earlier attempt sent this message, and its reply was lost.
  if ((status >= 200 && status < 300) || status === 409) return { isSent: true }
  if (status === 401 || status === 403) return refused('gatewaySignIn')
  return refused(`http${status}`, status >= 400 && status < 500 && status !== 408 && status !== 429)
}

const MessageState = z.object({ state: z.string() })

const confirmationOf = ({ status, body }: GuardedResponse): Confirmation => {
  if (status === 404) return { result: 'failed', code: 'smsLost' }
  if (status !== 200) return { result: 'unknown' }
  const { data } = MessageState.safeParse(JSON.parse(body.toString()))
  if (data?.state === 'Delivered') return { result: 'delivered' }
  return data?.state === 'Failed' ? { result: 'failed', code: 'smsFailed' } : { result: 'unknown' }
}

/**
 * Client of an Android phone with the app “SMS Gateway for Android” in local mode (`POST /message`, `GET
 * /message/{id}`, basic authentication). Its address comes from the environment and may be private. Redirects to other
 * hosts are not followed.
 */
export const openGateway = (address: string) => {
  const { origin, pathname, host, username, password } = new URL(address)
  const base = origin + pathname.replace(/\/+$/, '')
  const credentials = [username, password].map(decodeURIComponent).join(':')
  const call = (path: string, options: OutboundOptions = {}): Promise<GuardedResponse> =>
    guardedFetch(base + path, {
      ...options,
      headers: {
        authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
        'content-type': 'application/json',
      },
      trusted: true,
      maxRedirects: 0,
      maxBytes: 100_000,
      timeoutMs: TIMEOUT_MS,
    })
  const reached = async (work: () => Promise<GatewayAnswer>): Promise<GatewayAnswer> => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof OutboundError) return refused('gatewayUnreachable')
      throw error
    }
  }

  return {
    host,
    /** `id` identifies the message at the gateway, so that a retry does not send it twice. */
    send: (id: string, phone: string, text: string, isRepeated: boolean): Promise<GatewayAnswer> =>
      reached(async () => {
        if (isRepeated && (await call(`/message/${id}`)).status === 200) return { isSent: true }
        const body = { id, textMessage: { text }, phoneNumbers: [phone], withDeliveryReport: true }
        return answerOf((await call('/message', { method: 'POST', body: JSON.stringify(body) })).status)
      }),
    confirm: async (id: string): Promise<Confirmation> => {
      try {
        return confirmationOf(await call(`/message/${id}`))
      } catch {
        return { result: 'unknown' }
      }
    },
    /** Whether the gateway accepts this server; sends nothing. */
    check: (): Promise<GatewayAnswer> =>
      reached(async () => {
        const { status } = await call(`/message/${NO_MESSAGE}`)
        return status === 404 ? { isSent: true } : answerOf(status)
      }),
  }
}

/** Returns a plus and digits. A number without a country code keeps its digits, for the phone's network to complete. */
export const internationalPhone = (phone: string | null): string => {
  const digits = phone?.replace(/\D/g, '') ?? ''
  if (phone?.trim().startsWith('+')) return `+${digits}`
  return digits.startsWith('00') ? `+${digits.slice(2)}` : digits
}
