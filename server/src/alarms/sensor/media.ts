import { type Kysely, sql } from 'kysely'
import { MEDIA_MAX_BYTES } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'
import type { Database } from '../../platform/db/schema/index.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { saveRecording } from '../../platform/files/files.ts'
import { type Recording, readRecording } from '../../platform/files/recordings.ts'
import { openFairSlots } from '../../platform/kit/fair-slots.ts'
import type { guardedFetch } from '../../platform/outbound/guard.ts'
import { publish } from '../../platform/outbox/outbox.ts'
import { sensorUpdate } from './messages.ts'

const TRIES = 5
const FETCH_TIMEOUT_MS = 30_000
/** Maximum number of concurrent fetches; at most half of them for one service. */
const AT_ONCE = 8

type Owner = { sensorId: string; serviceId: string; at: Date; text: string }

export const logRecording = async (db: Db, owner: Owner, { kind }: Pick<Recording, 'kind'>, fileId: string) => {
  const id = newId()
  const { sensorId, serviceId, at, text } = owner
  await db.insertInto('sensorLog').values({ id, sensorId, at, type: kind, text, fileId }).execute()
  await publish(db, { serviceId, message: sensorUpdate(serviceId, [sensorId]) })
  return id
}

type Job = { id: string; sensorId: string; serviceId: string; url: string; text: string; at: Date; tries: number }

/** Services with due jobs. They are few, because only sensors that send recordings have jobs. */
const servicesDue = async (db: Kysely<Database>, now: Date): Promise<string[]> => {
  const { rows } = await sql<{ serviceId: string }>`
    select distinct s.service_id from sensor_media_job j join sensor s on s.id = j.sensor_id where j.next_at <= ${now}`.execute(
    db,
  )
  return rows.map(({ serviceId }) => serviceId)
}

/** Claims due jobs of services. Each job is rescheduled first, so that a server that stops only delays it. */
const takeJobs = async (db: Kysely<Database>, now: Date, shares: ReadonlyMap<string, number>): Promise<Job[]> => {
  const { rows } = await sql<Job>`
    with due as (
      select waiting.id from unnest(${[...shares.keys()]}::uuid[], ${[...shares.values()]}::int[]) as share (service_id, jobs)
      cross join lateral (
        select j.id from sensor_media_job j join sensor s on s.id = j.sensor_id
        where s.service_id = share.service_id and j.next_at <= ${now}
        order by j.next_at limit share.jobs for update of j skip locked) waiting)
    update sensor_media_job j set tries = least(j.tries, ${sql.lit(TRIES)}) + 1,
      next_at = ${now}::timestamptz + make_interval(secs => 30 * 4 ^ least(j.tries, ${sql.lit(TRIES)}))
    from due, sensor s where j.id = due.id and s.id = j.sensor_id
    returning j.id, j.sensor_id, s.service_id, j.url, j.text, j.at, j.tries`.execute(db)
  return rows
}

type Tools = { db: Kysely<Database>; store: FileStore; fetch: typeof guardedFetch }
type RecordingTools = Tools & { wake: () => void; log: { warn: (detail: object, text: string) => void } }

const fetchRecording = async ({ db, store, fetch }: Tools, job: Job, signal: AbortSignal): Promise<void> => {
  const { status, body } = await fetch(job.url, { maxBytes: MEDIA_MAX_BYTES, timeoutMs: FETCH_TIMEOUT_MS, signal })
  if (status !== 200) throw new Error(`answered ${status}`)
  const recording = readRecording(body)
  const file = await saveRecording(db, store, recording, job)
  await db.transaction().execute(async (transaction) => {
    await logRecording(transaction, job, recording, file.id)
    await transaction.deleteFrom('sensorMediaJob').where('id', '=', job.id).execute()
  })
}

/** Drops a job that cannot succeed, and notes that in the sensor's log. */
const giveUp = async ({ db }: Tools, { id, sensorId, at, text, url }: Job): Promise<void> => {
  await db.transaction().execute(async (transaction) => {
    const deleted = await transaction.deleteFrom('sensorMediaJob').where('id', '=', id).executeTakeFirst()
    if (deleted.numDeletedRows === 0n) return
    const entry = { id: newId(), sensorId, at, type: 'text' as const, text: `${text} ✕ ${url}`.trim() }
    await transaction.insertInto('sensorLog').values(entry).execute()
  })
}

/**
 * Fetches recordings of readings through the outbound guard, outside of scheduled jobs. Services take turns, so that a
 * service with dead addresses delays no other.
 */
export const openRecordings = (tools: RecordingTools) => {
  const slots = openFairSlots(AT_ONCE)
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()

  const fetchOne = async (job: Job): Promise<void> => {
    try {
      await fetchRecording(tools, job, stopping.signal)
    } catch (error) {
      if (stopping.signal.aborted) return
      // A refused address or an unsupported file type cannot succeed later.
      if (job.tries >= TRIES || isRefusal(error)) await giveUp(tools, job)
    }
  }

  const begin = (job: Job): void => {
    slots.take(job.serviceId)
    const fetched = fetchOne(job)
      .catch((err: unknown) => tools.log.warn({ err, job: job.id }, 'recordings: a failed job could not be removed'))
      .finally(() => {
        slots.release(job.serviceId)
        running.delete(fetched)
        tools.wake()
      })
    running.add(fetched)
  }

  /** Resolves when all running fetches have ended. */
  const idle = () => Promise.all(running).then(() => {})

  return {
    idle,
    /** Starts due fetches and returns their number. */
    run: async (now: Date): Promise<number> => {
      if (slots.free() === 0) return 0
      const shares = slots.share(await servicesDue(tools.db, now))
      const jobs = shares.size > 0 ? await takeJobs(tools.db, now, shares) : []
      for (const job of jobs) begin(job)
      return jobs.length
    },
    stop: (): Promise<void> => {
      stopping.abort()
      return idle()
    },
  }
}

const isRefusal = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'Problem' || ('isRefusal' in error && error.isRefusal === true) || /answered 4/.test(error.message))
