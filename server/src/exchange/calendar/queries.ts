import { sql } from 'kysely'
import { type Actor, type AoiKind, type CalendarItem, type CalendarQuery, shownADay } from '#contract'
import * as aois from '../../core/aoi/filter.ts'
import type { Db } from '../../platform/db/database.ts'
import { isoTime } from '../../platform/db/time.ts'

const DAY_MS = 86_400_000

/** Start and end of `aoi a`; each falls back to the other. */
const startColumn = sql`coalesce(a.start_at, a.end_at)`
const ends = sql`coalesce(a.end_at, a.start_at)`
const span = sql`tstzrange(${startColumn}, ${ends}, '[]')`

const columns = sql`a.id, a.number, a.nonce, a.kind, a.name, a.service_id, a.creator_id, a.state, a.address,
  a.community_id, a.event_type_id`

type Search = Pick<CalendarQuery, 'type' | 'search' | 'creator' | 'eventType' | 'community'>

/** The part of the filter that applies to this kind: only events have a type, only activities a community. */
const filterFor = ({ eventType, community, ...both }: Search, kind: AoiKind): Search =>
  kind === 'event' ? { ...both, eventType } : { ...both, community }

/** Selects AOIs of the visible services, and AOIs of other services that were shared with the reader. */
const selectVisible = (
  actor: Actor,
  when: ReturnType<typeof sql>,
  shown: ReturnType<typeof sql>,
  what: ReturnType<typeof sql>,
) => {
  const services = sql`${actor.visibleServiceIds as string[]}::uuid[]`
  return sql`
    select ${columns}, ${shown} from aoi a
    where a.service_id = any(${services}) and ${when} and ${what}
    union all
    select ${columns}, ${shown} from share s join aoi a on a.id = s.aoi_id
    where s.member_id = ${actor.id} and a.service_id <> all(${services}) and ${when} and ${what}`
}

type CalendarPage = { items: CalendarItem[]; hidden: number }

/**
 * Activities that overlap the period, and events reported in it. Crowded days show their first items; `hidden` counts
 * the rest.
 */
export const items = async (
  db: Db,
  actor: Actor,
  { startTime, endTime, timeZone, withEvents, ...search }: CalendarQuery,
): Promise<CalendarPage> => {
  const aDay = shownADay((endTime.getTime() - startTime.getTime()) / DAY_MS)
  const activities = selectVisible(
    actor,
    sql`${span} && tstzrange(${startTime}, ${endTime}, '[)')`,
    sql`a.start_at, a.end_at`,
    aois.filterCondition(filterFor(search, 'activity'), actor, sql`a`, 'activity'),
  )
  const events = selectVisible(
    actor,
    sql`a.created_at >= ${startTime} and a.created_at < ${endTime}`,
    sql`a.created_at as start_at, null::timestamptz as end_at`,
    aois.filterCondition(filterFor(search, 'event'), actor, sql`a`, 'event'),
  )
  const {
    rows: [row],
  } = await sql<CalendarPage>`
    with found as (
      select a.*, row_number() over (
        partition by a.kind, (greatest(${startColumn}, ${startTime}) at time zone ${timeZone})::date
        order by ${startColumn}, a.id) as place
      from (${activities} ${withEvents ? sql`union all ${events}` : sql``}) a)
    select coalesce(json_agg(json_build_object(
        '_id', a.id, 'number', a.number, 'nonce', a.nonce::text, 'kind', a.kind, 'name', a.name,
        'serviceId', a.service_id, 'creatorId', a.creator_id, 'state', a.state,
        'startTime', ${isoTime(sql`a.start_at`)}, 'endTime', ${isoTime(sql`a.end_at`)}, 'address', a.address,
        'community', (select json_build_object('_id', c.id, 'title', c.title, 'translations', c.translations)
          from community c where c.id = a.community_id),
        'eventType', a.event_type_id,
        'subscribersCount', case when a.kind = 'activity' then (
          select count(*) from subscriber s where s.aoi_id = a.id and s.removed_at is null) else 0 end)
        order by ${startColumn}, a.id) filter (where a.place <= ${aDay}), '[]') as items,
      count(*) filter (where a.place > ${aDay})::int as hidden
    from found a`.execute(db)
  return row ?? { items: [], hidden: 0 }
}
