import { sql } from 'kysely'
import { type Actor, type Aoi, type AoiSummary, type LogEntry, readsContacts } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { isoTime } from '../../platform/db/time.ts'
import * as logs from './log/queries.ts'
import { answersOf, summaryOf } from './row.ts'
import * as shares from './share/queries.ts'

type Row = {
  summary: AoiSummary
  formerNumber: string | null
  receivedAt: string
  updatedAt: string
  description: string
  answers: { _id: string; name: string; value: string }[]
  entries: LogEntry[]
  localMaps: Aoi['localMaps']
  sensors: Aoi['properties']['sensors']
  groups: string[]
  subscribers: Omit<Aoi['subscribers'][number], 'logs'>[]
  updates: number
  subscriptions: number
  shares: Aoi['shares']
  visitor: Aoi['visitor']
  mergedInto: Aoi['mergedInto']
}

const list = (parts: ReturnType<typeof sql>) => sql`coalesce((${parts}), '[]')`

/** Number of other reports with the same phone number, by any visitor. */
const samePhone = sql`case when a.visitor_id is not null and not a.is_anonymous then json_build_object('samePhone', (
  select count(*)::int from visitor v
  join visitor o on o.service_id = v.service_id and o.phone_digits = v.phone_digits
  join aoi b on b.visitor_id = o.id and b.id <> a.id and b.deleted_at is null and not b.is_anonymous
  where v.id = a.visitor_id)) end`

const read = (reader: Actor, aoiId: string) => sql<Row>`
  select ${summaryOf(sql`a`, reader)} as summary, a.former_number, ${isoTime(sql`a.received_at`)} as received_at,
    ${isoTime(sql`a.updated_at`)} as updated_at, a.description_html as description,
    ${answersOf(sql`a`)} as answers, ${logs.entriesOf(sql`a`, reader)} as entries,
  ${list(sql`select json_agg(json_build_object('mapId', l.local_map_id,
    'position', json_build_array(l.position[0], l.position[1])) order by l.sort_order)
    from aoi_local_map l where l.aoi_id = a.id`)} as local_maps,
  ${list(sql`select json_agg(json_build_object('_id', s.id, 'name', s.name, 'state', s.state,
    'isChosen', i.is_chosen) order by s.name) from aoi_sensor i join sensor s on s.id = i.sensor_id where i.aoi_id = a.id`)} as sensors,
  array(select g.group_id from aoi_group g where g.aoi_id = a.id) as groups,
  ${list(sql`select json_agg(json_build_object('_id', s.id, 'firstName', v.first_name, 'lastName', v.last_name,
    'phone', v.phone, 'createdAt', ${isoTime(sql`s.created_at`)}) order by s.created_at)
    from subscriber s join visitor v on v.id = s.visitor_id
    where s.aoi_id = a.id and s.removed_at is null`)} as subscribers,
  (select count(*)::int from log_entry e where e.aoi_id = a.id and not e.is_system
    and e.author_id is distinct from ${reader.id} and e.received_at > coalesce(r.updates_seen_at, '-infinity')) as updates,
  (select count(*)::int from subscriber s where s.aoi_id = a.id and s.removed_at is null
    and s.created_at > coalesce(r.subscriptions_seen_at, '-infinity')) as subscriptions,
  ${shares.sharesOf(sql`a`)} as shares, ${samePhone} as visitor,
  (select json_build_object('_id', o.id, 'number', o.number, 'nonce', o.nonce::text, 'name', o.name)
    from aoi o where o.id = a.main_id) as merged_into
  from aoi a
  left join aoi_read r on r.aoi_id = a.id and r.member_id = ${reader.id} where a.id = ${aoiId}`

export const details = async (db: Db, actor: Actor, aoiId: string): Promise<Aoi> => {
  const {
    rows: [row],
  } = await read(actor, aoiId).execute(db)
  if (!row) throw new Error('the AOI was deleted while it was read')
  const { entries } = row
  const subscribers = readsContacts(actor) ? row.subscribers : []
  const { publicAction } = row.summary.properties
  return {
    ...row.summary,
    ...(row.formerNumber !== null && { formerNumber: Number(row.formerNumber) }),
    receivedAt: row.receivedAt,
    updatedAt: row.updatedAt,
    updates: actor.token
      ? { updates: 0, subscriptions: 0 }
      : { updates: row.updates, subscriptions: row.subscriptions },
    visitor: readsContacts(actor) ? row.visitor : null,
    localMaps: row.localMaps,
    shares: actor.token ? [] : row.shares,
    // A reader from another service does not see the main event's number.
    mergedInto: actor.visibleServiceIds.includes(row.summary.serviceId) ? row.mergedInto : null,
    subscribers: subscribers.map((subscriber) => ({
      ...subscriber,
      logs: entries.filter(({ recipientId }) => recipientId === subscriber._id),
    })),
    properties: {
      ...row.summary.properties,
      description: row.description,
      publicAction: publicAction && { ...publicAction, fields: row.answers },
      sensors: row.sensors,
      groups: row.groups,
      logs: entries,
    },
  }
}
