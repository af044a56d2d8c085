import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { type Problem, type RefusalKind, refusalKinds } from '#contract'
import { databaseMs } from '../db/clock.ts'
import type { Db } from '../db/database.ts'
import { RequestLimitProblem } from './rate-limit.ts'

const FLUSH_MS = 5000
const HOUR_MS = 3_600_000
const KEEP_DAYS = 7

const isKind = (code: string): code is RefusalKind => (refusalKinds as readonly string[]).includes(code)

const kindOf = (problem: Problem): RefusalKind | undefined => {
  if (problem instanceof RequestLimitProblem) return `${problem.limit}Limit`
  return isKind(problem.code) ? problem.code : undefined
}

type Count = { hour: number; kind: RefusalKind; serviceId: string | null; count: number }

type Options = {
  db: Db
  warn: (detail: { err: unknown }, words: string) => void
  now?: () => number
}

/**
 * Counts refused requests by hour, kind and service in memory and writes them every few seconds. A killed process loses
 * up to 5 s.
 */
export const openRefusalCounts = ({ db, warn, now = databaseMs }: Options) => {
  let counts = new Map<string, Count>()
  const add = ({ count, ...what }: Count) => {
    const key = `${what.hour} ${what.kind} ${what.serviceId}`
    const counted = counts.get(key)
    if (counted) counted.count += count
    else counts.set(key, { ...what, count })
  }

  let writing = Promise.resolve()
  const write = async () => {
    const batch = [...counts.values()]
    if (batch.length === 0) return
    counts = new Map()
    await addRefusals(db, batch).catch((err: unknown) => {
      warn({ err }, 'counts of refused requests could not be stored; the next attempt includes them')
      for (const counted of batch) add(counted)
    })
  }
  const flush = (): Promise<void> => {
    writing = writing.then(write)
    return writing
  }
  const timer = setInterval(flush, FLUSH_MS).unref()

  return {
    count: (problem: Problem, { caller, holder }: Pick<FastifyRequest, 'caller' | 'holder'>): void => {
      const kind = kindOf(problem)
      if (!kind) return
      const serviceId = caller?.actor.serviceId ?? holder?.serviceId ?? null
      add({ hour: Math.floor(now() / HOUR_MS) * HOUR_MS, kind, serviceId, count: 1 })
    },
    flush,
    stop: (): Promise<void> => {
      clearInterval(timer)
      return flush()
    },
  }
}

/** Writes rows in one order, so that two servers cannot deadlock. Skips services that were erased meanwhile. */
const addRefusals = async (db: Db, counts: readonly Count[]): Promise<void> => {
  await sql`
    insert into refusal (service_id, hour, kind, count)
    select service_id, hour, kind, count
    from unnest(${counts.map(({ serviceId }) => serviceId)}::uuid[],
      ${counts.map(({ hour }) => new Date(hour).toISOString())}::timestamptz[],
      ${counts.map(({ kind }) => kind)}::text[], ${counts.map(({ count }) => count)}::int[])
      as counted (service_id, hour, kind, count)
    where service_id is null or exists (select from service where id = service_id)
    order by service_id, hour, kind
    on conflict (service_id, hour, kind) do update set count = refusal.count + excluded.count`.execute(db)
}

export const forgetOldRefusals = async (db: Db): Promise<void> => {
  await sql`delete from refusal where hour < now() - make_interval(days => ${KEEP_DAYS})`.execute(db)
}
