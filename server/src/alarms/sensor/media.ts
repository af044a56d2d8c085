import { type Kysely, sql } from 'kysely'
import { MEDIA_MAX_BYTES } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'
import type { Database } from '../../platform/db/schema/index.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { saveRecording } from '../../platform/files/files.ts'
import { type Recording, readRecording } from '../../platform/files/recordings.ts'
import type { guardedFetch } from '../../platform/outbound/guard.ts'
import { publish } from '../../platform/outbox/outbox.ts'
import { sensorUpdate } from './messages.ts'

const TRIES = 5
const FETCH_TIMEOUT_MS = 30_000
const AT_ONCE = 4

type Owner = { sensorId: string; serviceId: string; at: Date; text: string }

export const logRecording = async (db: Db, owner: Owner, { kind }: Pick<Recording, 'kind'>, fileId: string) => {
  const id = newId()
  const { sensorId, serviceId, at, text } = owner
  await db.insertInto('sensorLog').values({ id, sensorId, at, type: kind, text, fileId }).execute()
  await publish(db, { serviceId, message: sensorUpdate(serviceId, [sensorId]) })
  return id
}

type Job = { id: string; sensorId: string; serviceId: string; url: string; text: string; at: Date; tries: number }

/** Claims due jobs. Each is rescheduled first, so that a server that dies only delays it. */
const takeJobs = async (db: Kysely<Database>, now: Date): Promise<Job[]> => {
  const { rows } = await sql<Job>`
    with due as (select id from sensor_media_job where next_at <= ${now} order by next_at
      limit ${sql.lit(AT_ONCE)} for update skip locked)
    update sensor_media_job j set tries = least(j.tries, ${sql.lit(TRIES)}) + 1,
      next_at = ${now}::timestamptz + make_interval(secs => 30 * 4 ^ least(j.tries, ${sql.lit(TRIES)}))
    from due, sensor s where j.id = due.id and s.id = j.sensor_id
    returning j.id, j.sensor_id, s.service_id, j.url, j.text, j.at, j.tries`.execute(db)
  return rows
}

type Tools = { db: Kysely<Database>; store: FileStore; fetch: typeof guardedFetch }

const fetchRecording = async ({ db, store, fetch }: Tools, job: Job): Promise<void> => {
  const { status, body } = await fetch(job.url, { maxBytes: MEDIA_MAX_BYTES, timeoutMs: FETCH_TIMEOUT_MS })
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

/** Fetches recordings of readings, through the outbound guard only. Returns how many were tried. */
export const fetchMedia = async (tools: Tools, now: Date): Promise<number> => {
  const jobs = await takeJobs(tools.db, now)
  await Promise.all(
    jobs.map((job) =>
      fetchRecording(tools, job).catch(async (error: unknown) => {
        // A refused address or another type of file will not succeed later.
        const isFinal = job.tries >= TRIES || isRefusal(error)
        if (isFinal) await giveUp(tools, job)
      }),
    ),
  )
  return jobs.length
}

const isRefusal = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'Problem' || ('isRefusal' in error && error.isRefusal === true) || /answered 4/.test(error.message))
