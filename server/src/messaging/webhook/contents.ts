import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { isoTime } from '../../platform/db/time.ts'
import type { Delivery } from '../../platform/delivery/channel.ts'
import { isWithinLimits } from './actions.ts'

/*
 * Contents of calls, read when sent. Only the fields listed here leave the server: no people, contact details, answers
 * or words of reporters.
 */

type Contents = Record<string, unknown> | undefined

const isReported = (a: RawBuilder<unknown>) => sql`(${a}.visitor_id is not null or ${a}.is_anonymous)`

/**
 * Whether the name of an AOI may contain words of a visitor: a visitor reported the AOI, or a rule created it and named
 * it after such a report. Remains true when a member renames the AOI, because the words may still be in the name.
 */
export const isNamedByVisitor = (a: RawBuilder<unknown>) => sql<boolean>`(${isReported(a)} or exists (
  select from alarm l join aoi w on w.id = l.watched_aoi_id where l.event_id = ${a}.id and ${isReported(sql`w`)}))`

/** Like the public board, names a visitor's report by its type. */
const publicName = (a: RawBuilder<unknown>) => sql`case when ${isNamedByVisitor(a)}
  then coalesce((select t.name from event_type t where t.id = ${a}.event_type_id), '') else ${a}.name end`

type Asked = { id: string; webhookId: string; publicUrl: string }

const eventContents = async (db: Db, { id, webhookId, publicUrl }: Asked): Promise<Contents> => {
  const { rows } = await sql<{ data: Contents }>`
    select json_build_object('id', a.id, 'number', a.number, 'name', ${publicName(sql`a`)}, 'eventType', t.name,
      'state', a.state, 'place', json_build_array(a.place[0], a.place[1]), 'address', a.address,
      'createdAt', ${isoTime(sql`a.created_at`)}, 'archivedAt', ${isoTime(sql`a.archived_at`)},
      'url', ${publicUrl}::text || '/?selected=aoi.' || a.nonce) as data
    from aoi a join webhook w on w.id = ${webhookId} and ${isWithinLimits(sql`w`, sql`a`)}
    left join event_type t on t.id = a.event_type_id
    where a.id = ${id} and a.deleted_at is null`.execute(db)
  return rows[0]?.data
}

const alarmContents = async (db: Db, { id, publicUrl }: Asked): Promise<Contents> => {
  const { rows } = await sql<{ data: Contents }>`
    select json_build_object('id', a.id, 'kind', a.kind, 'rule', a.rule_name, 'severity', a.severity,
      'sensor', case when s.id is not null then json_build_object('id', s.id, 'name', s.name, 'serial', s.serial) end,
      'event', case when e.id is not null then json_build_object('id', e.id, 'number', e.number, 'name', ${publicName(sql`e`)}) end,
      'beganAt', ${isoTime(sql`a.began_at`)}, 'raisedAt', ${isoTime(sql`a.raised_at`)},
      'endedAt', ${isoTime(sql`a.ended_at`)}, 'explanation', a.explanation,
      'url', ${publicUrl}::text || '/?panel=rules') as data
    from alarm a left join sensor s on s.id = a.sensor_id
    left join aoi e on e.id = coalesce(a.event_id, a.watched_aoi_id) and e.deleted_at is null
    where a.id = ${id}`.execute(db)
  return rows[0]?.data
}

const entryContents = async (db: Db, { id, webhookId, publicUrl }: Asked): Promise<Contents> => {
  const { rows } = await sql<{ data: Contents }>`
    select json_build_object('id', e.id, 'text', e.text,
      'action', case when e.action_name is not null
        then json_build_object('name', e.action_name, 'value', e.value, 'unit', e.unit) end,
      'happenedAt', ${isoTime(sql`e.happened_at`)},
      'event', json_build_object('id', a.id, 'number', a.number, 'name', ${publicName(sql`a`)}, 'eventType', t.name,
        'url', ${publicUrl}::text || '/?selected=aoi.' || a.nonce)) as data
    from log_entry e join aoi a on a.id = e.aoi_id
    join webhook w on w.id = ${webhookId} and ${isWithinLimits(sql`w`, sql`a`)} left join event_type t on t.id = a.event_type_id
    where e.id = ${id} and not e.restricted and e.recipient_id is null and a.deleted_at is null`.execute(db)
  return rows[0]?.data
}

const contentsOf = { alarm: alarmContents, event: eventContents, logEntry: entryContents }

type Call = Pick<Delivery, 'kind' | 'subjectId' | 'createdAt'> & { webhookId: string }

/**
 * Body of a call; undefined if the subject was deleted, or has left the limits of the webhook since the call was
 * enqueued.
 */
export const bodyOf = async (db: Db, { kind, subjectId, createdAt, webhookId }: Call, publicUrl: string) => {
  const contents = contentsOf[kind.split('.')[0] as keyof typeof contentsOf] ?? eventContents
  const data = subjectId === null ? {} : await contents(db, { id: subjectId, webhookId, publicUrl })
  return data && JSON.stringify({ type: kind, timestamp: createdAt.toISOString(), data })
}
