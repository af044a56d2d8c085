import { sql } from 'kysely'
import {
  FEEDBACK_DAYS,
  type FollowedReport,
  type FollowPageData,
  orNotFound,
  type PublicActivity,
  type PublicEntry,
} from '#contract'
import * as services from '../../people/service/queries.ts'
import { backupDays } from '../../people/setting/queries.ts'
import type { Db } from '../../platform/db/database.ts'
import { isoTime } from '../../platform/db/time.ts'
import { fileAddress } from '../../platform/files/files.ts'
import { followedAdditions, followedReports } from '../review/queries.ts'
import { mailedUpdatesOf } from './contact.ts'
import { deviceNamesOf } from './devices.ts'
import { messagesFor } from './progress.ts'
import * as visitors from './queries.ts'

const SHOWN = 100
const ENTRIES_SHOWN = 1000

const image = fileAddress(sql`a.image_file_id`)

/** Whether an activity is over: after its end, or a day after its start if it has no end. */
const isOver = sql`coalesce(coalesce(a.end_at, a.start_at + interval '1 day') < now(), false)`

const activity = sql`a.id, a.number, a.name, a.description_html as description, ${isoTime(sql`a.start_at`)} as start_time,
  ${isoTime(sql`a.end_at`)} as planned_time, a.address, json_build_array(a.place[0], a.place[1]) as coordinates,
  ${image} as image`

const asOne = <T>({ id, ...rest }: { id: string } & T) => ({ _id: id, ...rest })

type ActivityRow = Omit<PublicActivity, '_id'> & { id: string }

export const openActivities = async (db: Db, serviceId: string): Promise<PublicActivity[]> => {
  const { rows } = await sql<ActivityRow>`
    select ${activity} from aoi a
    where a.service_id = ${serviceId} and a.kind = 'activity' and a.is_public and a.deleted_at is null
      and a.archived_at is null and not ${isOver}
    order by coalesce(a.start_at, a.end_at), a.id limit ${SHOWN}`.execute(db)
  return rows.map(asOne)
}

export const openActivity = async (db: Db, serviceId: string, id: string): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    select a.id from aoi a
    where a.id = ${id} and a.service_id = ${serviceId} and a.kind = 'activity' and a.is_public and a.deleted_at is null
      and a.archived_at is null and not ${isOver}
    for update of a`.execute(db)
  return rows[0]?.id
}

type Entry = PublicEntry & { threadId: string }

const feedbackOf = sql`case e.change ->> 'what' when 'reporterClosed' then 'closed' when 'reporterThanked' then 'thanks'
  when 'reporterUnsolved' then 'notSolved' end`

/** The visitor's latest feedback on a report. */
const lastFeedback = (visitorId: string) => sql`(select ${feedbackOf} from log_entry e
  where e.aoi_id = target.id and e.report_id = a.id and e.visitor_id = ${visitorId} and e.is_system
  order by e.happened_at desc, e.id desc limit 1)`

/** Whether the visitor can rate its report `a` now: its event was closed recently and has no feedback since. */
const canRate = (visitorId: string) => sql<boolean>`
  (coalesce(target.archived_at > now() - make_interval(days => ${sql.lit(FEEDBACK_DAYS)}), false)
    and not exists (select from log_entry e where e.aoi_id = target.id and e.report_id = a.id and e.visitor_id = ${visitorId}
      and e.is_system and e.happened_at >= target.archived_at))`

/** Whether a member has opened or changed report `a` or its main event. */
const isSeen = sql`(exists (select from aoi_read r where r.aoi_id in (a.id, target.id) and r.read_at is not null)
  or exists (select from log_entry e where e.aoi_id in (a.id, target.id) and e.author_id is not null))`

const progress = (visitorId: string) => sql`
  case target.state when 'inProgress' then 'working'
    when 'new' then case when ${isSeen} then 'seen' else 'received' end
    else case when target.archived_by is null and ${lastFeedback(visitorId)} = 'closed' then 'closed' else 'done' end end`

/**
 * Entries that a visitor may read: the team's unrestricted entries, entries addressed to the visitor, and the visitor's
 * own. A merged report includes entries of its main event since the merge. Texts of other visitors are never included,
 * even after erasure. Entries of the team carry the name of the service.
 */
const entriesOf = async (db: Db, visitorId: string, aoiIds: string[]): Promise<Entry[]> => {
  const { rows } = await sql<Omit<Entry, '_id'> & { id: string }>`
    with recursive thread as (
      select a.id as thread_id, a.id as aoi_id, a.merged_into_id, a.merged_at, '-infinity'::timestamptz as joined_at
      from aoi a where a.id = any(${aoiIds}::uuid[])
      union all
      select t.thread_id, a.id, a.merged_into_id, a.merged_at, greatest(t.joined_at, t.merged_at)
      from thread t join aoi a on a.id = t.merged_into_id),
    shown as (
      select t.thread_id, e.id from thread t join log_entry e on e.aoi_id = t.aoi_id
      left join subscriber s on s.id = e.recipient_id
      where e.author_kind = 'member' and not e.is_system and not e.restricted and e.received_at > t.joined_at
        and (e.report_id is null or e.report_id = t.thread_id)
        and (e.recipient_id is null or s.visitor_id = ${visitorId})
      union all
      select coalesce(e.report_id, e.aoi_id), e.id from log_entry e
      where e.visitor_id = ${visitorId} and coalesce(e.report_id, e.aoi_id) = any(${aoiIds}::uuid[]))
    select e.id, t.thread_id, ${isoTime(sql`e.happened_at`)} as datetime, e.text,
      case when e.action_name is not null and e.unit is not null then
        json_build_object('_id', e.action_id, 'name', e.action_name,
          'translations', coalesce(e.action_translations, '{}'), 'unit', e.unit, 'value', coalesce(e.value, '')) end
        as action, ${fileAddress(sql`e.photo_file_id`)} as photo,
      coalesce(e.visitor_id = ${visitorId}, false) as is_mine, e.recipient_id is not null as is_private,
      ${feedbackOf} as feedback, null as review
    from shown t join log_entry e on e.id = t.id
    order by e.happened_at desc, e.id desc limit ${ENTRIES_SHOWN}`.execute(db)
  return rows.map(asOne)
}

export type PageOptions = { canMail: boolean }

export const followPageOf = async (
  db: Db,
  visitor: visitors.Visitor,
  { canMail }: PageOptions = { canMail: false },
): Promise<FollowPageData> => {
  const { rows: reports } = await sql<Omit<FollowedReport, '_id' | 'entries' | 'review' | 'messages'> & { id: string }>`
    select a.id, a.number, a.name, ${isoTime(sql`a.created_at`)} as created_at, target.state,
      ${progress(visitor.id)} as progress, ${canRate(visitor.id)} as can_rate,
      target.archived_at is null and ${lastFeedback(visitor.id)} is distinct from 'closed' as can_close,
      a.address, ${image} as image, a.is_anonymous,
      case when a.main_id is not null then target.number end as merged_into,
      (select json_build_object('name', t.name, 'translations', t.translations)
        from event_type t where t.id = a.event_type_id) as type
    from aoi a join aoi target on target.id = coalesce(a.main_id, a.id)
    where a.visitor_id = ${visitor.id} and a.kind = 'event' and a.deleted_at is null
    order by a.created_at desc, a.id desc limit ${SHOWN}`.execute(db)
  const { rows: activities } = await sql<ActivityRow & { isOver: boolean }>`
    select ${activity}, ${isOver} or a.archived_at is not null as is_over
    from subscriber s join aoi a on a.id = s.aoi_id
    where s.visitor_id = ${visitor.id} and s.removed_at is null and a.kind = 'activity' and a.deleted_at is null
    order by a.start_at desc, a.id limit ${SHOWN}`.execute(db)
  const entries = await entriesOf(
    db,
    visitor.id,
    [...reports, ...activities].map(({ id }) => id),
  )
  const withEntries = <T>({ id, ...rest }: { id: string } & T) => ({
    _id: id,
    ...rest,
    entries: entries.flatMap(({ threadId, ...entry }) => (threadId === id ? [entry] : [])),
  })
  const additions = await followedAdditions(db, visitor.id)
  const messagesOf = await messagesFor(db, visitor.serviceId)
  const shownReports = [
    ...(await followedReports(db, visitor.id)),
    ...reports.map((report) => ({ ...withEntries(report), review: null })),
  ]
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
    .slice(0, SHOWN)
    .map((report) => ({
      ...report,
      messages: messagesOf(report),
      entries: [
        ...additions.flatMap(({ reportId, entry }) => (reportId === report._id ? [entry] : [])),
        ...report.entries,
      ].toSorted((a, b) => b.datetime.localeCompare(a.datetime)),
    }))
  return {
    devices: await deviceNamesOf(db, visitor.id),
    mailed: canMail ? await mailedUpdatesOf(db, visitor.id) : null,
    backupDays: await backupDays(db),
    service: orNotFound(await services.publicService(db, visitor.serviceId)),
    link: (await visitors.linkOf(db, visitor.serviceId))?.token ?? null,
    firstName: visitor.firstName,
    lastName: visitor.lastName,
    reports: shownReports,
    activities: activities.map(withEntries),
  }
}

/**
 * Locks and returns the AOI for an entry of the visitor: the main event of its report, the report itself if not merged,
 * or an activity that the visitor has subscribed to.
 */
export const answerable = async (db: Db, visitorId: string, aoiId: string) => {
  const { rows } = await sql<{
    id: string
    serviceId: string
    isArchived: boolean
    subscriberId: string | null
    reportId: string | null
  }>`
    select a.id, case when a.kind = 'event' then own.id end as report_id, a.service_id, a.archived_at is not null as is_archived, s.id as subscriber_id
    from aoi own join aoi a on a.id = coalesce(own.main_id, own.id)
    left join subscriber s on s.aoi_id = a.id and s.visitor_id = ${visitorId} and s.removed_at is null
    where own.id = ${aoiId} and own.deleted_at is null and a.deleted_at is null
      and (a.kind = 'event' and own.visitor_id = ${visitorId} or a.kind = 'activity' and s.id is not null)
    for update of a`.execute(db)
  return rows[0]
}

/** Locks and returns the event of the visitor's report, or its main event, with the visitor's options. */
export const ownReport = async (db: Db, visitorId: string, aoiId: string) => {
  const { rows } = await sql<{
    id: string
    serviceId: string
    isArchived: boolean
    canRate: boolean
    isClosed: boolean
    isMerged: boolean
    isUntouched: boolean
  }>`
    select target.id, target.service_id, target.archived_at is not null as is_archived,
      ${canRate(visitorId)} as can_rate, coalesce(${lastFeedback(visitorId)} = 'closed', false) as is_closed, a.main_id is not null as is_merged,
      a.main_id is null and target.state = 'new'
        and not exists (select from aoi o where o.main_id = target.id) as is_untouched
    from aoi a join aoi target on target.id = coalesce(a.main_id, a.id)
    where a.id = ${aoiId} and a.visitor_id = ${visitorId} and a.kind = 'event' and a.deleted_at is null
      and target.deleted_at is null
    for update of target`.execute(db)
  return rows[0]
}
