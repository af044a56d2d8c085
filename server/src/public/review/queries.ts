import { type RawBuilder, sql } from 'kysely'
import {
  type Actor,
  type FollowedReport,
  type HeldReport,
  type HeldState,
  mayEver,
  type PublicEntry,
  type ReviewStatus,
} from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { isoTime } from '../../platform/db/time.ts'
import { fileAddress } from '../../platform/files/files.ts'

const LISTED = 200
const LISTED_IDS = 5_000

const withId = <T>({ id, ...rest }: { id: string } & T) => ({ ...rest, _id: id })

const memberName = (id: RawBuilder<unknown>) => sql<string | null>`(
  select coalesce(nullif(btrim(m.first_name || ' ' || m.last_name), ''), m.username) from member m where m.id = ${id})`

const image = fileAddress(sql`h.image_file_id`)

const questions = sql`(select coalesce(json_agg(json_build_object('question', q -> 'question', 'askedAt', q -> 'askedAt',
  'answer', q -> 'answer', 'answeredAt', q -> 'answeredAt') order by q.at), '[]')
  from jsonb_array_elements(h.questions) with ordinality as q(q, at))`

/**
 * Columns of `held_report h` with type `t` and visitor `v`, who may be null, as the member `readerId` sees the report.
 */
const report = (readerId: string) => sql`h.id, h.number, h.draft ->> 'name' as name,
  h.draft ->> 'description' as description,
  json_build_object('_id', t.id, 'name', t.name, 'translations', t.translations, 'icon', t.icon, 'colour', t.colour) as type,
  (select coalesce(json_agg(json_build_object('name', q.name, 'translations', q.translations, 'value', a.field ->> 'value')
    order by q.sort_order), '[]') from jsonb_array_elements(h.draft -> 'publicAction' -> 'fields') as a(field)
    join question q on q.id = (a.field ->> '_id')::uuid where btrim(a.field ->> 'value') <> '') as answers,
  case when h.draft ? 'startCoordinates' then
    json_build_array(h.draft -> 'startCoordinates' -> 'lng', h.draft -> 'startCoordinates' -> 'lat') end as coordinates,
  h.address, ${image} as image,
  json_build_object('name', case when h.is_anonymous then '' else coalesce(btrim(v.first_name || ' ' || v.last_name), '') end,
    'phone', case when not h.is_anonymous then v.phone end, 'isByText', coalesce(v.is_by_text, false),
    'language', coalesce(v.language, (select s.main_language from service s where s.id = h.service_id)),
    'isAnonymous', h.is_anonymous,
    'falseReports', (select count(*)::int from held_report o where o.visitor_id = h.visitor_id and o.id <> h.id
      and o.state = 'refused' and o.reason = 'false')) as reporter,
  coalesce(${isoTime(sql`(h.draft ->> 'creationTime')::timestamptz`)}, ${isoTime(sql`h.received_at`)}) as created_at,
  ${isoTime(sql`h.received_at`)} as received_at, h.state, h.role_id, h.reason, h.reason_text, ${questions} as questions,
  (select a.number from aoi a where a.id = (h.draft ->> 'sameAs')::uuid and a.deleted_at is null) as same_as,
  case when h.leased_until > now() and h.leased_by <> ${readerId} then ${memberName(sql`h.leased_by`)} end as reviewer,
  ${memberName(sql`h.decided_by`)} as decided_by, ${isoTime(sql`h.decided_at`)} as decided_at,
  h.undo is not null as can_undo,
  case when h.adds_to is not null then h.number end as adds_to,
  (select main.number from aoi a join aoi main on main.id = a.main_id where a.id = h.aoi_id) as merged_into`

const selectReports = async (db: Db, readerId: string, condition: RawBuilder<unknown>): Promise<HeldReport[]> => {
  const { rows } = await sql<Omit<HeldReport, '_id'> & { id: string }>`
    select ${report(readerId)} from held_report h join event_type t on t.id = h.event_type_id
    left join visitor v on v.id = h.visitor_id where ${condition}`.execute(db)
  return rows.map(withId)
}

export const heldReport = async (db: Db, readerId: string, id: string): Promise<HeldReport | undefined> =>
  (await selectReports(db, readerId, sql`h.id = ${id}`))[0]

type ListFilter = { state: HeldState; text: string; typeId?: string | undefined }

/** The reporter's text in `held_report h`. JSON keys are left out, because searches must not match them. */
const writtenText = sql`concat_ws(' ', h.draft ->> 'name', h.draft ->> 'description', h.address, '#' || h.number,
  jsonb_path_query_array(h.draft, '$.publicAction.fields[*].value')::text)`

const matching = (actor: Actor, { state, text, typeId }: ListFilter, limit: number): RawBuilder<unknown> => {
  const words = text === '' ? sql`true` : sql`strpos(lower(${writtenText}), lower(${text})) > 0`
  const type = typeId === undefined ? sql`true` : sql`h.event_type_id = ${typeId}`
  const order = state === 'waiting' || state === 'asked' ? sql`h.received_at, h.id` : sql`h.decided_at desc, h.id desc`
  return sql`h.service_id = ${actor.serviceId} and h.state = ${state} and ${words} and ${type}
    order by ${order} limit ${sql.lit(limit)}`
}

export const heldReports = (db: Db, actor: Actor, filter: ListFilter): Promise<HeldReport[]> =>
  selectReports(db, actor.id, matching(actor, filter, LISTED))

/** The held reports of the member's service with these ids. */
export const heldReportsWithIds = (db: Db, actor: Actor, ids: readonly string[]): Promise<HeldReport[]> =>
  selectReports(db, actor.id, sql`h.service_id = ${actor.serviceId} and h.id = any(${ids as string[]}::uuid[])`)

export const heldReportIds = async (db: Db, actor: Actor, filter: ListFilter): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select h.id from held_report h where ${matching(actor, filter, LISTED_IDS)}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Whether the member may see held report `h`: it is assigned to no role or to the member's role, or the member is an
 * Admin.
 */
export const isFor = (actor: Actor, h: RawBuilder<unknown>): RawBuilder<boolean> =>
  mayEver(actor, 'service.edit')
    ? sql<boolean>`true`
    : sql<boolean>`(${h}.role_id is null or ${h}.role_id = (select m.role_id from member m where m.id = ${actor.id}))`

export const reviewStatus = async (db: Db, actor: Actor): Promise<ReviewStatus> => {
  const { rows } = await sql<ReviewStatus>`
    select
      (select count(*)::int from held_report h
        where h.service_id = s.id and h.state = 'waiting' and ${isFor(actor, sql`h`)}) as waiting,
      (select count(*)::int from held_report h where h.service_id = s.id and h.state = 'asked') as asked,
      (select ${isoTime(sql`min(h.received_at)`)} from held_report h
        where h.service_id = s.id and h.state = 'waiting' and ${isFor(actor, sql`h`)}) as oldest_at,
      coalesce(r.holds_everything, false) as holds_everything,
      case when r.holds_everything then ${isoTime(sql`r.changed_at`)} end as holds_everything_since,
      case when r.holds_everything then ${memberName(sql`r.changed_by`)} end as holds_everything_by,
      coalesce((select l.holds_reports from public_link l
        where l.service_id = s.id and l.replaced_at is null), false) as holds_link,
      coalesce(r.alert_minutes, 10) as alert_minutes
    from service s left join review_setting r on r.service_id = s.id where s.id = ${actor.serviceId}`.execute(db)
  if (!rows[0]) throw new Error('the member’s service is missing')
  return rows[0]
}

export const reviewersOf = async (
  db: Db,
  serviceId: string,
  { roleId }: { roleId?: string } = {},
): Promise<{ id: string; serviceId: string }[]> => {
  const { rows } = await sql<{ id: string; serviceId: string }>`
    select m.id, m.service_id from member m left join role r on r.id = m.role_id
    where m.service_id = ${serviceId} and m.deleted_at is null and not coalesce(r.is_viewer, false)
      and (${roleId ?? null}::uuid is null or m.role_id = ${roleId ?? null}::uuid)`.execute(db)
  return rows
}

const entry = (id: string, at: string, text: string, isMine: boolean) => sql`
  select json_build_object('_id', q -> ${sql.lit(id)}, 'datetime', q -> ${sql.lit(at)}, 'text', q -> ${sql.lit(text)},
    'action', null, 'photo', null, 'isMine', ${sql.lit(isMine)}, 'isPrivate', false, 'feedback', null, 'review', null)
    as entry, q ->> ${sql.lit(at)} as at
  from jsonb_array_elements(h.questions) as q where q ->> ${sql.lit(text)} is not null`

/** Questions and answers as entries that the visitor reads, newest first. */
const entries = sql`(select coalesce(json_agg(e.entry order by e.at desc), '[]') from (
  ${entry('id', 'askedAt', 'question', false)} union all ${entry('answerId', 'answeredAt', 'answer', true)}) e)`

const shownState = sql`
  case when h.state <> 'waiting' then h.state when h.seen_at is null then 'received' else 'seen' end`

export const openQuestion = async (db: Db, visitorId: string, reportId: string): Promise<string | undefined> => {
  const report = await db
    .selectFrom('heldReport')
    .select('questions')
    .where('id', '=', reportId)
    .where('visitorId', '=', visitorId)
    .where('state', '=', 'asked')
    .executeTakeFirst()
  const last = report?.questions.at(-1)
  return last?.answer === null ? (last.question ?? undefined) : undefined
}

export const followedAdditions = async (
  db: Db,
  visitorId: string,
): Promise<{ reportId: string; entry: PublicEntry }[]> => {
  const { rows } = await sql<{ reportId: string; entry: PublicEntry }>`
    select h.adds_to as report_id, json_build_object('_id', h.id, 'datetime', ${isoTime(sql`h.received_at`)},
      'text', h.draft ->> 'text', 'action', null, 'photo', ${image}, 'isMine', true, 'isPrivate', false,
      'feedback', null, 'review', h.state) as entry
    from held_report h where h.visitor_id = ${visitorId} and h.adds_to is not null and h.state in ('waiting', 'refused')
    order by h.received_at desc, h.id desc limit 100`.execute(db)
  return rows
}

export const followedReports = async (db: Db, visitorId: string): Promise<Omit<FollowedReport, 'messages'>[]> => {
  const { rows } = await sql<Omit<FollowedReport, '_id' | 'messages'> & { id: string }>`
    select h.id, h.number, h.draft ->> 'name' as name,
      json_build_object('name', t.name, 'translations', t.translations) as type,
      coalesce(${isoTime(sql`(h.draft ->> 'creationTime')::timestamptz`)}, ${isoTime(sql`h.received_at`)}) as created_at,
      'new' as state, h.address, ${image} as image, h.is_anonymous, null::int as merged_into, ${entries} as entries,
      case when h.reason = 'withdrawn' then 'closed' else ${shownState} end as progress,
      false as can_rate, h.state <> 'refused' as can_close,
      json_build_object('reason', h.reason, 'reasonText', h.reason_text, 'state', ${shownState}) as review
    from held_report h join event_type t on t.id = h.event_type_id
    where h.visitor_id = ${visitorId} and h.state <> 'accepted' and h.adds_to is null
    order by h.received_at desc, h.id desc limit 100`.execute(db)
  return rows.map(withId)
}
