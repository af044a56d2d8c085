import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Problem } from '#contract'

const HOUR_MS = 3_600_000
const HOURS = 24
const ERRORS = 30
const ROUTES = 10
/** A route that was asked less often says little. */
const LEAST_COUNT = 5

type Sums = { requests: number; failures: number; totalMs: number }
type RouteSums = { method: string; path: string; count: number; totalMs: number; mostMs: number }
export type FailedRequest = { id: string; at: Date; method: string; path: string; code: string }

/**
 * What this process has answered: by hour for the last day, by route since it started, and the last failures. Kept in
 * memory; its size is bounded by the routes, since paths are route patterns.
 */
export const openStatistics = (now: () => number = Date.now) => {
  const since = new Date(now())
  const hours = new Map<number, Sums>()
  const routes = new Map<string, RouteSums>()
  const errors: FailedRequest[] = []

  const hourOf = (ms: number) => Math.floor(ms / HOUR_MS)
  const count = (method: string, path: string, statusCode: number, ms: number): void => {
    const hour = hourOf(now())
    const sums = hours.get(hour) ?? { requests: 0, failures: 0, totalMs: 0 }
    hours.set(hour, sums)
    for (const old of hours.keys()) if (old <= hour - HOURS) hours.delete(old)
    sums.requests++
    if (statusCode >= 500) sums.failures++
    sums.totalMs += ms
    const key = `${method} ${path}`
    const route = routes.get(key) ?? { method, path, count: 0, totalMs: 0, mostMs: 0 }
    routes.set(key, route)
    route.count++
    route.totalMs += ms
    route.mostMs = Math.max(route.mostMs, ms)
  }

  return {
    count,
    observe: (app: FastifyInstance): void => {
      app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
        if (routeOptions.url) count(method, routeOptions.url, reply.statusCode, reply.elapsedTime)
      })
    },
    /** Called with every problem; remembers those that are the server's fault. */
    noteProblem: ({ statusCode, code }: Problem, { id, method, routeOptions }: FastifyRequest): void => {
      if (statusCode < 500) return
      errors.unshift({ id, at: new Date(now()), method, path: routeOptions.url ?? '', code })
      errors.length = Math.min(errors.length, ERRORS)
    },
    read: () => {
      const thisHour = hourOf(now())
      return {
        since,
        errors: [...errors],
        hours: Array.from({ length: HOURS }, (_, index) => {
          const hour = thisHour - HOURS + 1 + index
          const { requests, failures, totalMs } = hours.get(hour) ?? { requests: 0, failures: 0, totalMs: 0 }
          const meanMs = requests > 0 ? totalMs / requests : null
          return { start: new Date(hour * HOUR_MS), requests, failures, meanMs }
        }),
        routes: [...routes.values()]
          .filter((route) => route.count >= LEAST_COUNT)
          .map(({ totalMs, ...route }) => ({ ...route, meanMs: totalMs / route.count }))
          .sort((one, other) => other.meanMs - one.meanMs)
          .slice(0, ROUTES),
      }
    },
  }
}
export type Statistics = ReturnType<typeof openStatistics>
