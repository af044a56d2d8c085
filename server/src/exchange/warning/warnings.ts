import { type RawBuilder, sql } from 'kysely'
import { WARNINGS_SHOWN, type Warning, type WarningList, warningSeverities } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { lngLat, type Point } from '../../platform/db/point.ts'
import { isoTime } from '../../platform/db/time.ts'

/** The place of a warning, or a place in the first region that it names. */
const placeOf = sql<Point | null>`coalesce(w.place, (
  select case when r.outline @> (@@ r.outline) then @@ r.outline
    else point((r.coordinates -> 0 -> 0 ->> 0)::float8, (r.coordinates -> 0 -> 0 ->> 1)::float8) end
  from region r where r.id = any(w.region_ids) order by r.id limit 1))`

const fields = sql<Omit<Warning, 'place'>>`json_build_object('_id', w.id,
  'earlierIds', array(select earlier.id from warning earlier
    where earlier.thread_id = w.thread_id and earlier.ended_at is not null and earlier.id <> w.id order by 1),
  'serviceId', w.service_id,
  'feed', json_build_object('_id', f.id, 'name', f.name), 'identifier', w.identifier, 'sender', w.sender,
  'status', w.status, 'severity', w.severity, 'urgency', w.urgency, 'certainty', w.certainty,
  'categories', w.categories, 'responses', w.responses,
  'sentAt', ${isoTime(sql`least(w.sent_at, w.read_at)`)}, 'beginsAt', ${isoTime(sql`w.begins_at`)},
  'expiresAt', ${isoTime(sql`w.expires_at`)}, 'texts', w.texts, 'areas', w.areas,
  'geometry', case when w.outlines is not null
    then json_build_object('type', 'MultiPolygon', 'coordinates', w.outlines) end,
  'regionIds', w.region_ids,
  'event', case when e.id is not null then json_build_object('_id', e.id, 'name', e.name, 'nonce', e.nonce::text) end)`

const isCurrent = sql`w.ended_at is null and w.is_kept and (w.expires_at is null or w.expires_at > now())`

const select = async (db: Db, condition: RawBuilder<unknown>) => {
  const { rows } = await sql<{ warning: Omit<Warning, 'place'>; place: Point | null; total: number }>`
    select ${fields} as warning, ${placeOf} as place, total from (
      select *, count(*) over ()::int as total from warning w where ${condition}
      order by array_position(${[...warningSeverities]}::text[], severity), least(sent_at, read_at) desc, id
      limit ${sql.lit(WARNINGS_SHOWN)}) w
    join warning_feed f on f.id = w.feed_id
    left join aoi e on e.id = w.event_id and e.deleted_at is null
    order by array_position(${[...warningSeverities]}::text[], w.severity), least(w.sent_at, w.read_at) desc, w.id`.execute(
    db,
  )
  return rows.map(({ warning, place, total }) => ({ ...warning, place: place && lngLat(place), total }))
}

export const current = async (db: Db, serviceIds: readonly string[]): Promise<WarningList> => {
  const rows = await select(db, sql`w.service_id = any(${serviceIds as string[]}::uuid[]) and ${isCurrent}`)
  const feed = await db.selectFrom('warningFeed').select('id').where('serviceId', 'in', serviceIds).executeTakeFirst()
  return {
    warnings: rows.map(({ total: _, ...warning }) => warning),
    total: rows[0]?.total ?? 0,
    hasFeeds: feed !== undefined,
  }
}

export const byId = async (db: Db, id: string): Promise<Warning | undefined> => {
  const [row] = await select(db, sql`w.id = ${id} and w.is_kept and w.texts <> '[]'`)
  if (!row) return undefined
  const { total: _, ...warning } = row
  return warning
}

/** Locks a warning and its updates, so that two members create one event. */
export const lockThread = async (db: Db, id: string): Promise<void> => {
  await sql`select id from warning
    where thread_id = (select thread_id from warning where id = ${id}) order by id for update`.execute(db)
}

export const setEvent = async (db: Db, id: string, eventId: string): Promise<void> => {
  await sql`update warning set event_id = ${eventId}
    where thread_id = (select thread_id from warning where id = ${id})`.execute(db)
}
