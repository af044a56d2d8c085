import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Problem } from '#contract'
import { databaseMs } from '../db/clock.ts'
import type { Db } from '../db/database.ts'

const HOUR_MS = 3_600_000
const FLUSH_MS = 60_000
/** Maximum number of failures that wait to be written. Further failures of the same minute are not stored. */
const ERRORS = 30
const ROUTES = 10
/** Routes with fewer requests are left out. */
const LEAST_COUNT = 5

type Hour = { requests: number; failures: number; totalMs: number }
type RouteSums = { method: string; path: string; count: number; totalMs: number; mostMs: number }
type FailedRequest = { id: string; at: Date; method: string; path: string; code: string }

type Options = {
  db: Db
  warn: (detail: { err: unknown }, words: string) => void
  now?: () => number
}

/**
 * Statistics of replies. Sums by hour and failures are in the database, for all servers; sums by route are in memory
 * since the start, and bounded because routes are patterns. A killed process loses up to a minute.
 */
export const openStatistics = ({ db, warn, now = databaseMs }: Options) => {
  const since = new Date(now())
  const routes = new Map<string, RouteSums>()
  let hours = new Map<number, Hour>()
  let errors: FailedRequest[] = []

  const addToHour = (hour: number, { requests, failures, totalMs }: Hour): void => {
    const sums = hours.get(hour) ?? { requests: 0, failures: 0, totalMs: 0 }
    hours.set(hour, sums)
    sums.requests += requests
    sums.failures += failures
    sums.totalMs += totalMs
  }
  const count = (method: string, path: string, statusCode: number, ms: number): void => {
    addToHour(Math.floor(now() / HOUR_MS) * HOUR_MS, { requests: 1, failures: statusCode >= 500 ? 1 : 0, totalMs: ms })
    const key = `${method} ${path}`
    const route = routes.get(key) ?? { method, path, count: 0, totalMs: 0, mostMs: 0 }
    routes.set(key, route)
    route.count++
    route.totalMs += ms
    route.mostMs = Math.max(route.mostMs, ms)
  }

  let writing = Promise.resolve()
  const write = async () => {
    const countedHours = hours
    const notedErrors = errors
    if (countedHours.size === 0 && notedErrors.length === 0) return
    hours = new Map()
    errors = []
    await store(db, countedHours, notedErrors).catch((err: unknown) => {
      warn({ err }, 'statistics could not be stored; the next attempt includes them')
      for (const [hour, sums] of countedHours) addToHour(hour, sums)
      errors = [...errors, ...notedErrors].slice(0, ERRORS)
    })
  }
  const flush = (): Promise<void> => {
    writing = writing.then(write)
    return writing
  }
  const timer = setInterval(flush, FLUSH_MS).unref()

  return {
    count,
    observe: (app: FastifyInstance): void => {
      app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
        if (routeOptions.url) count(method, routeOptions.url, reply.statusCode, reply.elapsedTime)
      })
    },
    /** Call with every problem. Records server faults, newest first. */
    noteProblem: ({ statusCode, code }: Problem, { id, method, routeOptions }: FastifyRequest): void => {
      if (statusCode < 500) return
      errors.unshift({ id, at: new Date(now()), method, path: routeOptions.url ?? '', code })
      errors.length = Math.min(errors.length, ERRORS)
    },
    readRoutes: () => ({
      since,
      routes: [...routes.values()]
        .filter((route) => route.count >= LEAST_COUNT)
        .map(({ totalMs, ...route }) => ({ ...route, meanMs: totalMs / route.count }))
        .sort((one, other) => other.meanMs - one.meanMs)
        .slice(0, ROUTES),
    }),
    flush,
    stop: (): Promise<void> => {
      clearInterval(timer)
      return flush()
    },
  }
}
export type Statistics = ReturnType<typeof openStatistics>

/** One statement, so that everything is stored or nothing. Hours are sorted, so that two servers cannot deadlock. */
const store = async (db: Db, hours: ReadonlyMap<number, Hour>, errors: readonly FailedRequest[]): Promise<void> => {
  const sums = [...hours.values()]
  await sql`
    with counted as (
      insert into server_hour (hour, requests, failures, total_ms)
      select * from unnest(${[...hours.keys()].map((hour) => new Date(hour).toISOString())}::timestamptz[],
        ${sums.map(({ requests }) => requests)}::int8[], ${sums.map(({ failures }) => failures)}::int8[],
        ${sums.map(({ totalMs }) => totalMs)}::float8[]) as one (hour, requests, failures, total_ms)
      order by hour
      on conflict (hour) do update set requests = server_hour.requests + excluded.requests,
        failures = server_hour.failures + excluded.failures, total_ms = server_hour.total_ms + excluded.total_ms)
    insert into failed_request (at, id, method, path, code)
    select * from unnest(${errors.map(({ at }) => at.toISOString())}::timestamptz[], ${errors.map(({ id }) => id)}::text[],
      ${errors.map(({ method }) => method)}::text[], ${errors.map(({ path }) => path)}::text[],
      ${errors.map(({ code }) => code)}::text[])
    on conflict do nothing`.execute(db)
}

export const forgetOldStatistics = async (db: Db): Promise<void> => {
  await sql`delete from server_hour where hour < now() - interval '25 hours'`.execute(db)
  await sql`delete from failed_request where at < now() - interval '1 day'`.execute(db)
}
