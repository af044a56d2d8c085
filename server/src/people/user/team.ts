import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type RawBuilder, sql } from 'kysely'
import type { Actor, Member, MemberDetails, MemberGroup, MemberGroups, MemberPosition, Translations } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { lngLat, type Point } from '../../platform/db/point.ts'
import { addressOfFile } from '../../platform/files/files.ts'
import { JsonText } from '../../platform/http/serve.ts'
import { sharedAnswers } from '../../platform/kit/shared-answers.ts'
import * as services from '../service/queries.ts'

export type Online = ReadonlySet<string>

type Row = {
  id: string
  username: string
  firstName: string
  lastName: string
  photoToken: string | null
  phone: string | null
  type: Member['type']
  roleId: string | null
  roleName: string | null
  serviceId: string
  roleTranslations: Translations | null
  serviceTitle: string
  serviceTranslations: Translations
  createdAt: Date
  firstAoi: { _id: string; nonce: string; name: string } | null
  aoisCount: number
  location: Point | null
  locationAt: Date | null
}

const members = (condition: ReturnType<typeof sql>) => sql<Row>`
  with found as materialized (
    select m.* from member m where m.deleted_at is null and ${condition}),
  open_share as materialized (
    select h.member_id,
      count(distinct coalesce(a.main_id, a.id))::int as aois_count,
      (array_agg(json_build_object('_id', a.id, 'nonce', a.nonce::text, 'name', a.name) order by h.shared_at desc))[1] as first_aoi
    from share h join aoi a on a.id = h.aoi_id and a.deleted_at is null
    where h.done_at is null and h.member_id in (select id from found)
    group by h.member_id)
  select m.id, m.username, m.first_name, m.last_name, f.token as photo_token, m.phone, m.type, m.role_id,
    r.name as role_name, r.translations as role_translations, m.service_id, s.title as service_title,
    s.translations as service_translations, m.created_at,
    h.first_aoi, coalesce(h.aois_count, 0) as aois_count,
    case when m.enable_gps_location then m.location end as location, m.location_at
  from found m
  join service s on s.id = m.service_id
  left join role r on r.id = m.role_id
  left join file f on f.id = m.photo_file_id
  left join open_share h on h.member_id = m.id
  order by lower(m.first_name), lower(m.last_name), lower(m.username)`

const asMember = (row: Row, online: Online): Member => ({
  _id: row.id,
  username: row.username,
  firstName: row.firstName,
  lastName: row.lastName,
  photo: row.photoToken && addressOfFile(row.photoToken),
  phone: row.phone,
  type: row.type,
  role:
    row.roleId && row.roleName !== null
      ? { _id: row.roleId, name: row.roleName, translations: row.roleTranslations ?? {} }
      : null,
  service: { _id: row.serviceId, title: row.serviceTitle, translations: row.serviceTranslations },
  isOnline: online.has(row.id),
  createdAt: row.createdAt.toISOString(),
  aois: row.firstAoi ? [row.firstAoi] : [],
  aoisCount: row.aoisCount,
  location: row.location && lngLat(row.location),
  locationAt: row.location && row.locationAt ? row.locationAt.toISOString() : null,
})

type Source = { db: Db; online: Online }
type Question = Source & { serviceIds: readonly string[] }

export const ofServices = async ({ db, online, serviceIds }: Question): Promise<Member[]> => {
  const { rows } = await members(sql`m.service_id = any(${serviceIds as string[]}::uuid[])`).execute(db)
  return rows.map((row) => asMember(row, online))
}

const positionsOf = async ({ db, serviceIds }: Omit<Question, 'online'>): Promise<MemberPosition[]> => {
  const rows = await db
    .selectFrom('member')
    .select(['id', 'username', 'firstName', 'lastName', 'location', 'locationAt'])
    .where('serviceId', 'in', serviceIds)
    .where('deletedAt', 'is', null)
    .where('enableGpsLocation', '=', true)
    .where('location', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.flatMap(({ id, location, locationAt, ...names }) =>
    location && locationAt
      ? { _id: id, ...names, location: lngLat(location), locationAt: locationAt.toISOString() }
      : [],
  )
}

type GroupKey = { _id: string; title: string; translations: Translations }

const groupBy = (list: readonly Member[], keyOf: (member: Member) => GroupKey): MemberGroup[] => {
  const groups = Map.groupBy(list, (member) => keyOf(member)._id)
  return [...groups].map(([_id, users]) => ({
    _id,
    title: users[0] ? keyOf(users[0]).title : '',
    translations: users[0] ? keyOf(users[0]).translations : {},
    count: users.length,
    users: users.map((user) => user._id),
  }))
}

const noRole: GroupKey = { _id: 'none', title: '', translations: {} }

const titlesOf = (names: Translations): Translations =>
  Object.fromEntries(Object.entries(names).map(([language, { name = '' }]) => [language, { title: name }]))

const roleKey = ({ role }: Member): GroupKey =>
  role ? { _id: role._id, title: role.name, translations: titlesOf(role.translations) } : noRole
const byTitle = (a: GroupKey, b: GroupKey) => a.title.localeCompare(b.title)

const gzipText = promisify(gzip)

/** Concurrent requests share one text, because in the morning thousands of members open the same list of megabytes. */
const sharedText = <Asked extends { serviceIds: readonly string[] }>(read: (question: Asked) => Promise<unknown>) =>
  sharedAnswers(
    ({ serviceIds }: Asked) => serviceIds.toSorted().join(),
    async (question) => {
      const text = JSON.stringify(await read(question))
      return new JsonText(text, await gzipText(text))
    },
  )

export const memberGroups = sharedText(async (question: Question): Promise<MemberGroups> => {
  const total = await ofServices(question)
  return {
    total,
    byRole: groupBy(total, roleKey).sort(byTitle),
    byService: groupBy(total, ({ service }) => service).sort(byTitle),
  }
})

export const positions = sharedText(positionsOf)

const ENTRIES_SHOWN = 100

const valueWithUnit = sql`case when e.unit = 'Dollar' and e.value ~ '^-?[0-9.]+$' then '$' || e.value
  else nullif(e.value, '') end`

/** The newest entries of a member, except entries on AOIs that the reader cannot see. */
const entriesOf = async (db: Db, reader: Actor, memberId: string): Promise<MemberDetails['aoiLogs']> => {
  const wordsOf = (actionName: RawBuilder<unknown>) =>
    sql`concat_ws(' ', ${actionName}, ${valueWithUnit}, nullif(nullif(e.text, ''), e.action_name))`
  const { rows } = await sql<Omit<MemberDetails['aoiLogs'][number], 'datetime'> & { datetime: Date }>`
    select a.name as aoi_name, a.nonce::text as nonce, e.happened_at as datetime,
      case when e.type = 'action' then ${wordsOf(sql`e.action_name`)} else e.text end as log_text,
      coalesce((select jsonb_object_agg(l.key, jsonb_build_object('logText', ${wordsOf(sql`l.value ->> 'name'`)}))
        from jsonb_each(e.action_translations) l), '{}') as translations
    from log_entry e join aoi a on a.id = e.aoi_id and a.deleted_at is null
    where e.author_id = ${memberId} and not e.is_system and (
      a.service_id = any(${reader.visibleServiceIds as string[]}::uuid[])
      or exists (select 1 from share h where h.aoi_id = a.id and h.member_id = ${reader.id}))
    order by e.happened_at desc limit ${ENTRIES_SHOWN}`.execute(db)
  return rows.map((row) => ({ ...row, datetime: row.datetime.toISOString() }))
}

export const details = async (
  { db, online }: Source,
  reader: Actor,
  memberId: string,
): Promise<(MemberDetails & { serviceId: string }) | undefined> => {
  const {
    rows: [row],
  } = await members(sql`m.id = ${memberId}`).execute(db)
  if (!row) return undefined
  const more = await db
    .selectFrom('member')
    .select(['descriptionHtml', 'homeLocation', 'homeAddress', 'allowCsvDownload', 'isServerOwner'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  const provided = await db.selectFrom('memberService').select('serviceId').where('memberId', '=', memberId).execute()
  const names = provided.length
    ? await services.names(
        db,
        provided.map(({ serviceId }) => serviceId),
      )
    : []
  return {
    ...asMember(row, online),
    serviceId: row.serviceId,
    description: more.descriptionHtml,
    homeLocation: more.homeLocation && lngLat(more.homeLocation),
    homeAddress: more.homeAddress,
    allowCsvDownload: more.allowCsvDownload,
    isServerOwner: more.isServerOwner,
    providedServices: names.map(({ _id, title, translations }) => ({ _id, title, translations })),
    aoiLogs: await entriesOf(db, reader, memberId),
  }
}
