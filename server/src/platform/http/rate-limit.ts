import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Problem } from '#contract'
import { networkOf } from './origin.ts'

/**
 * Kind of limit: `network` for all requests of a network, `session`, `key` for an ingest key, `strangers` for requests of
 * a network without session.
 */
export type LimitName = 'network' | 'session' | 'strangers' | 'key'

export type RequestLimits = Record<LimitName, number>

export class RequestLimitProblem extends Problem {
  readonly limit: LimitName

  constructor(limit: LimitName, retryAfterSeconds: number) {
    super('tooManyRequests', { retryAfterSeconds })
    this.limit = limit
  }
}

export type TakeRequests = (name: LimitName, who: string, cost?: number) => void

export type SpentRequests = Record<string, number>

type Bucket = {
  left: number
  at: number
  untold: number
  untoldSince: number
}

/** Maximum number of callers in memory; the least recently used are dropped. */
const MOST_CALLERS = 100_000

/** Other servers are notified of callers who spend at least this part of a limit within a minute. */
const NOTABLE_PART = 1 / 20
const MINUTE_MS = 60_000

/** Hashes sessions and addresses, because the names of buckets are sent through the database. */
const bucketName = (name: LimitName, who: string): string => `${name} ${hash('sha256', who, 'base64url').slice(0, 22)}`

/**
 * Token buckets in memory, reduced by the requests that other servers allowed (limit-notices.ts). Guesses of secrets must
 * be counted exactly, so the database counts them (attempts.ts).
 */
export const openRequestLimits = (limits: RequestLimits, now: () => number = performance.now.bind(performance)) => {
  const buckets = new Map<string, Bucket>()
  const notable = new Set<string>()

  const filled = (key: string, perMinute: number): Bucket => {
    const at = now()
    const bucket = buckets.get(key)
    if (!bucket) return { left: perMinute, at, untold: 0, untoldSince: at }
    return { ...bucket, at, left: Math.min(perMinute, bucket.left + ((at - bucket.at) / MINUTE_MS) * perMinute) }
  }
  const store = (key: string, bucket: Bucket) => {
    // Reinserted, so that the map is in order of last use.
    buckets.delete(key)
    buckets.set(key, bucket)
    if (buckets.size > MOST_CALLERS) buckets.delete(buckets.keys().next().value ?? '')
  }
  const noteUntold = (key: string, bucket: Bucket, cost: number, perMinute: number) => {
    // Requests older than a minute need no notice, because the bucket has been refilled since.
    if (bucket.at - bucket.untoldSince > MINUTE_MS) Object.assign(bucket, { untold: 0, untoldSince: bucket.at })
    bucket.untold += cost
    if (bucket.untold >= perMinute * NOTABLE_PART) notable.add(key)
  }

  const take: TakeRequests = (name, who, cost = 1) => {
    const perMinute = limits[name]
    if (perMinute === 0 || cost === 0) return
    const key = bucketName(name, who)
    const bucket = filled(key, perMinute)
    const { left } = bucket
    const isAllowed = left >= cost
    if (isAllowed) {
      bucket.left -= cost
      noteUntold(key, bucket, cost, perMinute)
    }
    store(key, bucket)
    if (!isAllowed) throw new RequestLimitProblem(name, Math.ceil(((cost - left) / perMinute) * 60))
  }

  const require: TakeRequests = (name, who, cost = 1) => {
    const perMinute = limits[name]
    if (perMinute === 0) return
    const { left } = filled(bucketName(name, who), perMinute)
    if (left < cost) throw new RequestLimitProblem(name, Math.ceil(((cost - left) / perMinute) * 60))
  }

  return {
    take,
    require,

    takeUntold(): SpentRequests {
      const spent: SpentRequests = {}
      for (const key of notable) {
        const bucket = buckets.get(key)
        if (!bucket) continue
        spent[key] = Math.round(bucket.untold)
        Object.assign(bucket, { untold: 0, untoldSince: now() })
      }
      notable.clear()
      return spent
    },

    /** Subtracts the requests that another server allowed, down to a debt that is refilled within a minute. */
    takeSpentElsewhere(spent: SpentRequests): void {
      for (const [key, cost] of Object.entries(spent)) {
        const perMinute = limits[key.split(' ')[0] as LimitName]
        if (!perMinute) continue
        const bucket = filled(key, perMinute)
        store(key, { ...bucket, left: Math.max(-perMinute, bucket.left - cost) })
      }
    },
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    isSignIn?: boolean
  }
}

/** Counts every request, also for pages and files, against the limit of its network. Sign-ins have their own budget. */
export const limitNetworks = (app: FastifyInstance, take: TakeRequests): void => {
  app.addHook('onRequest', async (request) => {
    if (!request.routeOptions.config.isSignIn) take('network', networkOf(request.ip))
  })
}
