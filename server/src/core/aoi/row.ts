import { type RawBuilder, sql } from 'kysely'
import { ANONYMOUS, readsContacts } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { isoTime } from '../../platform/db/time.ts'
import { fileAddress } from '../../platform/files/files.ts'
import type { RowSource } from '../../platform/live/attachment.ts'
import { openShare } from './filter.ts'
import { type Alias, isRead, type Reader } from './reading.ts'

/** Name, photo and phone of the reporter, who is a member or a visitor; null for anonymous reports. */
const creatorOf = (a: Alias) => sql`case when ${a}.is_anonymous then null
  when ${a}.creator_id is not null then (
    select json_build_object('firstName', m.first_name, 'lastName', m.last_name, 'username', m.username,
      'photo', ${fileAddress(sql`m.photo_file_id`)}, 'phone', m.phone)
    from member m where m.id = ${a}.creator_id)
  when ${a}.visitor_id is not null then (
    select json_build_object('firstName', v.first_name, 'lastName', v.last_name, 'username', '', 'photo', null,
      'phone', v.phone)
    from visitor v where v.id = ${a}.visitor_id) end`

export const answersOf = (
  a: Alias,
) => sql`coalesce((select json_agg(json_build_object('_id', n.question_id, 'name', n.question_name,
  'value', n.value) order by n.sort_order) from aoi_answer n where n.aoi_id = ${a}.id), '[]')`

export const summaryOf = (a: Alias, actor: Reader, { withAnswers = false } = {}) =>
  rowOf(a, sql`'isRead', ${isRead(actor, a)}, 'isShared', ${openShare(actor, a)},`, {
    withAnswers,
    withCreator: readsContacts(actor),
  })

/** The row without its personal parts, which is the same for every reader of its service. */
const sharedRow = rowOf(sql`a`, sql`'receivedAt', ${isoTime(sql`a.received_at`)},`)

function rowOf(a: Alias, more: RawBuilder<unknown>, { withAnswers = false, withCreator = true } = {}) {
  return sql`json_build_object(
  '_id', ${a}.id, 'number', ${a}.number, 'serviceId', ${a}.service_id, 'isArchived', ${a}.archived_at is not null, 'state', ${a}.state,
  'revision', ${a}.revision, 'changedAt', ${isoTime(sql`${a}.changed_at`)}, ${more}
  'subscribersCount', case when ${a}.kind = 'activity' then (
    select count(*) from subscriber s where s.aoi_id = ${a}.id and s.removed_at is null) else 0 end,
  'mergedCount', case when ${a}.kind = 'event' then (select count(*) from aoi m where m.main_id = ${a}.id) else 0 end,
  'address', ${a}.address, 'region', ${a}.region_id,
  'geometry', json_build_array(json_build_object('coordinates', json_build_array(${a}.place[0], ${a}.place[1], ${a}.altitude))),
  'properties', json_build_object(
    'name', ${a}.name, 'nonce', ${a}.nonce::text, 'creationTime', ${isoTime(sql`${a}.created_at`)}, 'status', ${a}.status,
    'forSensors', ${a}.kind = 'sensor',
    'activity', case when ${a}.kind = 'activity' then json_build_object('communityId', ${a}.community_id,
      'startTime', ${isoTime(sql`${a}.start_at`)}, 'plannedTime', ${isoTime(sql`${a}.end_at`)}, 'isPublic', ${a}.is_public) end,
    'area', case when ${a}.kind = 'sensor' then json_build_object('radiusMetres', ${a}.radius_metres,
      'coordinates', ${a}.coordinates, 'takesSensorsInside', ${a}.takes_sensors_inside) end,
    'map', case when ${a}.image_file_id is null then json_build_array()
      else json_build_array(json_build_object('image', ${fileAddress(sql`${a}.image_file_id`)})) end,
    'creatorID', case when ${a}.is_anonymous then ${ANONYMOUS} else ${a}.creator_id::text end,
    'creator', ${withCreator ? creatorOf(a) : sql`null`},
    'publicAction', (select json_build_object('_id', t.id, 'name', t.name
      ${withAnswers ? sql`, 'fields', ${answersOf(a)}` : sql``}) from event_type t where t.id = ${a}.event_type_id)))`
}

/**
 * Members for whom the row differs: its creator, its last editor and share recipients. These ids must not be sent with
 * the row, because a report may be anonymous.
 */
const personalTo = sql`array(
  select a.creator_id where a.creator_id is not null
  union select a.changed_by where a.changed_by is not null
  union select s.member_id from share s where s.aoi_id = a.id and s.done_at is null
  union select s.member_id from aoi m join share s on s.aoi_id = m.id where m.main_id = a.id and s.done_at is null)`

/** The statement for the rows that live messages carry. Its text is always the same, so that it is prepared once. */
export const rowsForReaders = (db: Db): RowSource => ({
  idsIn: 'aoiIds',
  read: (ids) => {
    const { sql: text, parameters } = sql`
      select a.id, a.service_id as "serviceId", ${personalTo}::text[] as "personalTo",
        case when a.deleted_at is null and a.main_id is null then ${sharedRow}::text end as json
      from aoi a where a.id = any(${ids}::uuid[])`.compile(db)
    return { name: 'rows_for_readers', text, values: [...parameters] }
  },
})
