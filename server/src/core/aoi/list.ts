import { type RawBuilder, sql } from 'kysely'
import { type Actor, ANONYMOUS, type AoiListQuery } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { isoTime } from '../../platform/db/time.ts'
import { fileAddress } from '../../platform/files/files.ts'
import { encodeCursor } from './cursor.ts'
import { type Filter, openShare, scope } from './filter.ts'
import { nearestIds } from './nearest.ts'
import { type PageQuery, pageQueryOf } from './page-query.ts'
import { isRead, type Reader } from './reading.ts'
import { searchedIds } from './search-page.ts'

/** Name of the member or visitor who reported, or null. */
const creator = sql`case when a.is_anonymous then null
  when a.creator_id is not null then (
    select json_build_object('firstName', m.first_name, 'lastName', m.last_name, 'username', m.username,
      'photo', ${fileAddress(sql`m.photo_file_id`)}, 'phone', m.phone)
    from member m where m.id = a.creator_id)
  when a.visitor_id is not null then (
    select json_build_object('firstName', v.first_name, 'lastName', v.last_name, 'username', '', 'photo', null,
      'phone', v.phone)
    from visitor v where v.id = a.visitor_id) end`

export const answers = sql`coalesce((select json_agg(json_build_object('_id', n.question_id, 'name', n.question_name,
  'value', n.value) order by n.sort_order) from aoi_answer n where n.aoi_id = a.id), '[]')`

/** One row of a list as JSON, built by PostgreSQL from `aoi a` and `member me`. */
export const summary = (actor: Reader, { withAnswers = false } = {}) =>
  rowOf(sql`'isRead', ${isRead(actor)}, 'isShared', ${openShare(actor)},`, withAnswers)

/** Identical for all readers of the service: no personal columns and no `member me`. */
export const sharedRow = rowOf(sql`'receivedAt', ${isoTime(sql`a.received_at`)},`)

function rowOf(more: RawBuilder<unknown>, withAnswers = false) {
  return sql`json_build_object(
  '_id', a.id, 'number', a.number, 'serviceId', a.service_id, 'isArchived', a.archived_at is not null, 'state', a.state,
  'revision', a.revision, 'changedAt', ${isoTime(sql`a.changed_at`)}, ${more}
  'subscribersCount', case when a.kind = 'activity' then (
    select count(*) from subscriber s where s.aoi_id = a.id and s.removed_at is null) else 0 end,
  'mergedCount', case when a.kind = 'event' then (select count(*) from aoi m where m.main_id = a.id) else 0 end,
  'address', a.address, 'region', a.region_id,
  'geometry', json_build_array(json_build_object('coordinates', json_build_array(a.place[0], a.place[1], a.altitude))),
  'properties', json_build_object(
    'name', a.name, 'nonce', a.nonce::text, 'creationTime', ${isoTime(sql`a.created_at`)}, 'status', a.status,
    'forSensors', a.kind = 'sensor',
    'activity', case when a.kind = 'activity' then json_build_object('communityId', a.community_id,
      'startTime', ${isoTime(sql`a.start_at`)}, 'plannedTime', ${isoTime(sql`a.end_at`)}, 'isPublic', a.is_public) end,
    'area', case when a.kind = 'sensor' then json_build_object('radiusMetres', a.radius_metres,
      'coordinates', a.coordinates, 'takesSensorsInside', a.takes_sensors_inside) end,
    'map', case when a.image_file_id is null then json_build_array()
      else json_build_array(json_build_object('image', ${fileAddress(sql`a.image_file_id`)})) end,
    'creatorID', case when a.is_anonymous then ${ANONYMOUS} else a.creator_id::text end,
    'creator', ${creator},
    'publicAction', (select json_build_object('_id', t.id, 'name', t.name
      ${withAnswers ? sql`, 'fields', ${answers}` : sql``}) from event_type t where t.id = a.event_type_id)))`
}

export type ListRow = {
  id: string
  value: string
  json: string
  /** Present if the query asks for groups. */
  creatorId?: string | null
  eventTypeId?: string | null
  communityId?: string | null
}

/** Ids of a page when no index has its order. */
const idsOnPage = async (db: Db, actor: Actor, query: Filter<AoiListQuery>, page: PageQuery) => {
  // Shares are few, so they are read and sorted.
  if (query.type === 'shared') return undefined
  if (query.search) return searchedIds(db, actor, page)
  const { sort, near } = query
  return sort === 'nearest' && near ? nearestIds(db, actor, { ...query, near }, page.conditions.between) : undefined
}

/** Snake case, because renaming keys costs a tenth of a list's time. */
const groupColumns = sql`,
  a.creator_id as "creatorId", a.event_type_id as "eventTypeId", a.community_id as "communityId"`

/** One page in keyset order: rows as JSON text, and the cursor of the next page. */
export const page = async (db: Db, actor: Actor, query: Filter<AoiListQuery>) => {
  const { limit, sort } = query
  const pageQuery = pageQueryOf(actor, query)
  const { by, conditions } = pageQuery
  const ids = await idsOnPage(db, actor, query, pageQuery)
  const from = ids
    ? sql`(select a.* from aoi a where a.id = any(${ids})) a join member me on me.id = ${actor.id}`
    : scope(query, actor, by.order, limit + 1, conditions.between)
  const json = summary(actor, { withAnswers: query.answers })
  const { rows } = await sql<ListRow>`
    select a.id, ${by.value} as value, ${json}::text as json ${query.groups ? groupColumns : sql``}
    from ${from} order by ${by.order} limit ${limit + 1}`.execute(db.withoutPlugins())
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    rows: shown,
    nextCursor: rows.length > shown.length && last ? encodeCursor(sort, [last.value, last.id]) : null,
  }
}
