import { sql } from 'kysely'
import type { JobName, Status, Translations } from '#contract'
import type { Db } from '../../platform/db/database.ts'

type Row = {
  id: string
  title: string
  translations: Translations
  members: number
  events: number
  sensors: number
  files: number
  fileBytes: number
}

export const readUsage = async (db: Db): Promise<Status['services']> => {
  const { rows } = await sql<Row>`
    with members as (select service_id, count(*)::int as n from member where deleted_at is null group by 1),
      events as (select service_id, count(*)::int as n from aoi where deleted_at is null and main_id is null group by 1),
      sensors as (select service_id, count(*)::int as n from sensor group by 1),
      files as (select service_id, count(*)::int as n, sum(bytes)::float8 as bytes from file group by 1)
    select s.id, s.title, s.translations, coalesce(m.n, 0) as members, coalesce(e.n, 0) as events,
      coalesce(d.n, 0) as sensors, coalesce(f.n, 0) as files, coalesce(f.bytes, 0)::float8 as file_bytes
    from service s left join members m on m.service_id = s.id left join events e on e.service_id = s.id
      left join sensors d on d.service_id = s.id left join files f on f.service_id = s.id
    where s.deleted_at is null order by events desc, s.title limit 200`.execute(db)
  return rows.map(({ id, title, translations, ...counts }) => ({
    service: { _id: id, title, translations },
    ...counts,
  }))
}

const HOUR_MS = 3_600_000
const HOURS = 24
const ERRORS = 30

const tenths = (value: number) => Math.round(value * 10) / 10

export const readHours = async (db: Db, now: number): Promise<Status['hours']> => {
  const first = (Math.floor(now / HOUR_MS) - HOURS + 1) * HOUR_MS
  const stored = await db.selectFrom('serverHour').selectAll().where('hour', '>=', new Date(first)).execute()
  const byStart = new Map(stored.map((row) => [row.hour.getTime(), row]))
  return Array.from({ length: HOURS }, (_, index) => {
    const start = first + index * HOUR_MS
    const { requests, failures, totalMs } = byStart.get(start) ?? { requests: 0, failures: 0, totalMs: 0 }
    const meanMs = requests > 0 ? tenths(totalMs / requests) : null
    return { start: new Date(start).toISOString(), requests, failures, meanMs }
  })
}

export const readErrors = async (db: Db): Promise<Status['errors']> => {
  const stored = await db
    .selectFrom('failedRequest')
    .select(['id', 'at', 'method', 'path', 'code'])
    .where('at', '>', sql<Date>`now() - interval '1 day'`)
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(ERRORS)
    .execute()
  return stored.map((error) => ({ ...error, at: error.at.toISOString() }))
}

export const noteJob = (db: Db, name: JobName, problems: string[]) =>
  db
    .insertInto('job')
    .values({ name, lastAt: new Date(), problems })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((row) => ({
        lastAt: row.ref('excluded.lastAt'),
        problems: row.ref('excluded.problems'),
      })),
    )
    .execute()

export const readJobs = (db: Db) => db.selectFrom('job').selectAll().execute()
