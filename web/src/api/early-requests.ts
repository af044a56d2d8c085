/**
 * Requests that were sent before the code that needs them had come: by the page itself (app/first-requests), and after the
 * first view. Each is used once, by the call for the same address.
 */
declare global {
  interface Window {
    earlyRequests?: Map<string, EarlyRequest>
  }
}

type EarlyRequest = { reply: Promise<Response>; sentAt: number }

/** A reply that nobody took for this long is dropped: it may be out of date. */
const FRESH_MS = 30_000

export const keepEarly = (address: string, reply: Promise<Response>): void => {
  // The consumer handles the failure.
  reply.catch(() => {})
  window.earlyRequests ??= new Map()
  window.earlyRequests.set(address, { reply, sentAt: performance.now() })
}

/** Their replies may be older than what is known by now. */
export const forgetEarly = (isOld: (address: string) => boolean = () => true): void => {
  for (const address of window.earlyRequests?.keys() ?? []) if (isOld(address)) window.earlyRequests?.delete(address)
}

export const hasEarly = (address: string): boolean => window.earlyRequests?.has(address) ?? false

export const takeEarly = (address: string): Promise<Response> | undefined => {
  const request = window.earlyRequests?.get(address)
  window.earlyRequests?.delete(address)
  return request && performance.now() - request.sentAt < FRESH_MS ? request.reply : undefined
}
