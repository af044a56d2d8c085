import { type Kysely, sql } from 'kysely'
import type { HomeArea } from '#contract'
import { type Batch, batchJob, deletionOf } from '../../platform/clock/batch.ts'
import type { Job } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/schema/index.ts'
import { guardedFetch } from '../../platform/outbound/guard.ts'
import { checkFeed, type DueFeed } from './check.ts'
import type { Fetch } from './fetch.ts'
import { openReader as openChild, type Reader } from './read/reader.ts'
import { announceWarnings, storeProblem } from './store.ts'

/** Maximum number of concurrent checks on one server, each of a different service. */
const AT_ONCE = 4

type Log = { warn: (detail: object, text: string) => void }
type Tools = {
  db: Kysely<Database>
  isOffline: () => Promise<boolean>
  wake: () => void
  log: Log
  fetch?: Fetch
  /** Tests read without a child process. */
  openReader?: () => Reader
}

type Row = Omit<DueFeed, 'near'> & { homeArea: HomeArea | null }

const middleOf = ([west, south, east, north]: HomeArea): [number, number] => [(west + east) / 2, (south + north) / 2]

/**
 * Claims due feeds, at most one for each service. Their next check is scheduled first, so that a server that dies only
 * delays it.
 */
const claim = async (db: Kysely<Database>, now: Date, busy: readonly string[], most: number): Promise<DueFeed[]> => {
  const { rows } = await sql<Row>`
    with due as (
      select distinct on (f.service_id) f.id, f.next_at from warning_feed f
      join service v on v.id = f.service_id and v.deleted_at is null
      where f.is_enabled and f.next_at <= ${now} and f.service_id <> all(${busy as string[]}::uuid[])
      order by f.service_id, f.next_at),
    claimed as (
      select f.id from warning_feed f join due using (id) where f.next_at <= ${now}
      order by f.next_at limit ${most} for update of f skip locked)
    update warning_feed f set next_at = ${now}::timestamptz + make_interval(mins => f.interval_minutes)
    from claimed c, service v where f.id = c.id and v.id = f.service_id
    returning f.id, f.service_id, f.url, f.shows_tests, f.revision, f.documents, v.home_area`.execute(db)
  return rows.map(({ homeArea, ...feed }) => ({ ...feed, near: homeArea && middleOf(homeArea) }))
}

const expiredWarnings: Batch = {
  table: 'warning',
  due: (now) =>
    sql`select id, service_id, expires_at as at from warning where ended_at is null and expires_at <= ${now}`,
  process: async (db, ids, now) => {
    const { rows } = await sql<{ serviceId: string }>`
      update warning set ended_at = expires_at, end_reason = 'expired' where id = any(array(
        select id from warning where id = any(${ids}::uuid[]) and ended_at is null and expires_at <= ${now}
        for update skip locked)) returning service_id`.execute(db)
    await announceWarnings(
      db,
      rows.map(({ serviceId }) => serviceId),
    )
    return rows.length
  },
}

export const oldWarnings = deletionOf('warning', sql`ended_at`, sql`ended_at < now() - interval '30 days'`)

/** Starts checks of due feeds. The scheduler does not wait for them, so a slow feed delays no other job or feed. */
export const openWarningFeeds = ({ db, isOffline, wake, log, fetch = guardedFetch, openReader = openChild }: Tools) => {
  const stopping = new AbortController()
  const running = new Map<string, Promise<void>>()

  const check = async (feed: DueFeed, now: Date): Promise<void> => {
    const reader = openReader()
    try {
      await checkFeed({ db, fetch, reader, now, stop: stopping.signal }, feed)
    } catch (err) {
      if (stopping.signal.aborted) return
      log.warn({ err, feed: feed.id }, 'a warning feed could not be checked')
      await storeProblem(db, feed, { code: 'failed' }, now).catch(() => {})
    } finally {
      reader.close()
      running.delete(feed.serviceId)
      wake()
    }
  }

  const run = async (now: Date): Promise<number> => {
    if (running.size >= AT_ONCE || (await isOffline())) return 0
    const feeds = await claim(db, now, [...running.keys()], AT_ONCE - running.size)
    for (const feed of feeds) running.set(feed.serviceId, check(feed, now))
    return feeds.length
  }

  const jobs: Job[] = [
    { name: 'warning feeds', run },
    batchJob(db, 'expired warnings', expiredWarnings, { everyMs: 5_000 }),
  ]

  return {
    jobs,
    /** Resolves when all running checks have ended. */
    idle: () => Promise.all(running.values()).then(() => {}),
    stop: async () => {
      stopping.abort()
      await Promise.all(running.values())
    },
  }
}
