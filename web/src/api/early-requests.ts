/**
 * Requests that the page itself sent before the app's code had come (app/first-requests). Each is used once, by the call
 * for the same address.
 */
declare global {
  interface Window {
    earlyRequests?: Map<string, EarlyRequest>
  }
}

type EarlyRequest = { reply: Promise<Response>; sentAt: number }

/** A reply that nobody took for this long is dropped: it may be out of date. */
const FRESH_MS = 30_000

export const sendEarly = (address: string, init: RequestInit): Promise<Response> => {
  const reply = fetch(address, init)
  // Whoever takes it handles its failure.
  reply.catch(() => {})
  window.earlyRequests ??= new Map()
  window.earlyRequests.set(address, { reply, sentAt: performance.now() })
  return reply
}

/** Their replies may be older than what is known by now. */
export const forgetEarly = (): void => window.earlyRequests?.clear()

export const takeEarly = (address: string): Promise<Response> | undefined => {
  const request = window.earlyRequests?.get(address)
  window.earlyRequests?.delete(address)
  return request && performance.now() - request.sentAt < FRESH_MS ? request.reply : undefined
}
