import type { FastifyInstance } from 'fastify'
import { Problem } from '#contract'
import { networkOf } from './network.ts'

/**
 * Whom requests are counted for: a network with everything that comes from it, a session, an ingest key, and the
 * strangers of a network: whoever comes without a session.
 */
export type LimitName = 'network' | 'session' | 'strangers' | 'key'

/** Requests a minute; all of them may come at once. 0: no limit. */
export type RequestLimits = Record<LimitName, number>

/** Says whose limit was used up. */
export class RequestLimitProblem extends Problem {
  readonly limit: LimitName

  constructor(limit: LimitName, retryAfterSeconds: number) {
    super('tooManyRequests', { retryAfterSeconds })
    this.limit = limit
  }
}

/** Takes `cost` requests from the caller's bucket, or throws `tooManyRequests` with the seconds until there are as many. */
export type TakeRequests = (name: LimitName, who: string, cost?: number) => void

type Bucket = { left: number; at: number }

/** The most callers in memory; beyond it the least recently used buckets are dropped. */
const MOST_CALLERS = 100_000

/**
 * Token buckets in the memory of this process: several servers each allow as much. Guesses, which must not depend on
 * that, are counted in the database (attempts.ts).
 */
export const openRequestLimits = (limits: RequestLimits, now: () => number = performance.now.bind(performance)) => {
  const buckets = new Map<string, Bucket>()
  const take: TakeRequests = (name, who, cost = 1) => {
    const perMinute = limits[name]
    if (perMinute === 0 || cost === 0) return
    const key = `${name} ${who}`
    const at = now()
    const bucket = buckets.get(key)
    const left = bucket ? Math.min(perMinute, bucket.left + ((at - bucket.at) / 60_000) * perMinute) : perMinute
    const isAllowed = left >= cost
    // Inserted again, so that the map is in the order of last use.
    buckets.delete(key)
    buckets.set(key, { left: isAllowed ? left - cost : left, at })
    if (buckets.size > MOST_CALLERS) buckets.delete(buckets.keys().next().value ?? '')
    if (!isAllowed) throw new RequestLimitProblem(name, Math.ceil(((cost - left) / perMinute) * 60))
  }
  return take
}

/** Counts every request for its network, pages and files too, before anything else is done. */
export const limitNetworks = (app: FastifyInstance, take: TakeRequests): void => {
  app.addHook('onRequest', async (request) => take('network', networkOf(request.ip)))
}
