import { sql } from 'kysely'
import type { Community, Group, GroupSummary, Language, Translations } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'
import { lngLat, type Point } from '../../platform/db/point.ts'
import { swapTexts } from '../../platform/db/swap-texts.ts'
import { addressOfFile } from '../../platform/files/files.ts'
import { membersOf } from './people.ts'
import { criteriaOf } from './progress.ts'

type CommunityRow = Omit<Community, '_id' | 'service' | 'createdAt'> & {
  id: string
  serviceId: string
  createdAt: Date
}

const communities = (condition: ReturnType<typeof sql>) => sql<CommunityRow>`
  select c.id, c.title, c.translations, c.service_id, c.created_at,
    (select count(*)::int from community_group g where g.community_id = c.id) as groups_count,
    (select count(*)::int from aoi a where a.community_id = c.id and a.deleted_at is null) as activities_count
  from community c where ${condition} order by lower(c.title), c.id`

const asCommunity = ({ id, serviceId, createdAt, ...row }: CommunityRow): Community => ({
  ...row,
  _id: id,
  service: serviceId,
  createdAt: createdAt.toISOString(),
})

export const ofServices = async (db: Db, serviceIds: readonly string[]): Promise<Community[]> =>
  (await communities(sql`c.service_id = any(${serviceIds as string[]}::uuid[])`).execute(db)).rows.map(asCommunity)

const withService = <T extends { service: string }>(thing: T | undefined) =>
  thing && { ...thing, serviceId: thing.service }

export const byId = async (db: Db, id: string) =>
  withService((await communities(sql`c.id = ${id}`).execute(db)).rows.map(asCommunity)[0])

export const createCommunity = async (
  db: Db,
  serviceId: string,
  { title, translations }: { title: string; translations?: Translations | undefined },
): Promise<string> => {
  const id = newId()
  const texts = translations && { translations: JSON.stringify(translations) }
  await db
    .insertInto('community')
    .values({ id, serviceId, title, ...texts })
    .execute()
  return id
}

export const removeCommunity = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('community').where('id', '=', id).execute()
}

export const hasActivities = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('aoi').select('id').where('communityId', '=', id).limit(1).executeTakeFirst()) !== undefined

export const groupIdsOf = async (db: Db, serviceId: string, communityId: string): Promise<string[] | undefined> => {
  const { rows } = await sql<{ groups: string[] }>`
    select array(select g.id from community_group g where g.community_id = c.id) as groups
    from community c where c.id = ${communityId} and c.service_id = ${serviceId}`.execute(db)
  return rows[0]?.groups
}

type GroupRow = {
  id: string
  communityId: string
  serviceId: string
  name: string
  translations: Translations
  photoToken: string | null
  adminId: string | null
  admin: (Omit<NonNullable<GroupSummary['admin']>, 'photo'> & { photoToken: string | null }) | null
  createdAt: Date
  membersCount: number
  address: string
  position: Point | null
  descriptionHtml: string
  localMapId: string | null
}

/** A deleted member no longer leads a group, although the member's row stays. */
const groups = (condition: ReturnType<typeof sql>) => sql<GroupRow>`
  select g.id, g.community_id, c.service_id, g.name, g.translations, photo.token as photo_token, m.id as admin_id,
    case when m.id is not null then json_build_object('firstName', m.first_name, 'lastName', m.last_name,
      'username', m.username, 'phone', m.phone, 'photoToken', face.token) end as admin,
    g.created_at, (select count(*)::int from group_member i left join member o on o.id = i.member_id
      where i.group_id = g.id and o.deleted_at is null) as members_count,
    g.address, g.position, g.description_html, g.local_map_id
  from community_group g
  join community c on c.id = g.community_id
  left join file photo on photo.id = g.photo_file_id
  left join member m on m.id = g.admin_id and m.deleted_at is null
  left join file face on face.id = m.photo_file_id
  where ${condition} order by lower(g.name), g.id`

/** Leaves out translated descriptions, which lists do not contain. */
const namesOnly = (translations: Translations): Translations =>
  Object.fromEntries(
    Object.entries(translations).flatMap(([language, { name }]) => (name ? [[language, { name }]] : [])),
  )

const asGroup = (row: GroupRow): GroupSummary => ({
  _id: row.id,
  communityId: row.communityId,
  service: row.serviceId,
  name: row.name,
  translations: namesOnly(row.translations),
  photo: row.photoToken && addressOfFile(row.photoToken),
  adminId: row.adminId,
  admin: row.admin && {
    firstName: row.admin.firstName,
    lastName: row.admin.lastName,
    username: row.admin.username,
    phone: row.admin.phone,
    photo: row.admin.photoToken && addressOfFile(row.admin.photoToken),
  },
  createdAt: row.createdAt.toISOString(),
  membersCount: row.membersCount,
  location: row.address,
  position: row.position && lngLat(row.position),
})

export const groupsOf = async (db: Db, serviceIds: readonly string[]): Promise<GroupSummary[]> =>
  (await groups(sql`c.service_id = any(${serviceIds as string[]}::uuid[])`).execute(db)).rows.map(asGroup)

export const groupSubject = async (
  db: Db,
  id: string,
): Promise<{ _id: string; serviceId: string; name: string } | undefined> => {
  const row = await db
    .selectFrom('communityGroup')
    .innerJoin('community', 'community.id', 'communityGroup.communityId')
    .select(['communityGroup.id', 'communityGroup.name', 'community.serviceId'])
    .where('communityGroup.id', '=', id)
    .executeTakeFirst()
  return row && { _id: row.id, name: row.name, serviceId: row.serviceId }
}

export const groupById = async (db: Db, id: string, timeZone = 'UTC'): Promise<Group | undefined> => {
  const {
    rows: [row],
  } = await groups(sql`g.id = ${id}`).execute(db)
  if (!row) return undefined
  const group = asGroup(row)
  const [longitude, latitude] = group.position ?? []
  return {
    ...group,
    translations: row.translations,
    description: row.descriptionHtml,
    selectedLocalmap: row.localMapId,
    oldLocation: longitude === undefined || latitude === undefined ? null : { longitude, latitude },
    members: await membersOf(db, id),
    criteria: await criteriaOf(db, id, timeZone),
  }
}

export const swapLanguage = async (db: Db, serviceId: string, from: Language, to: Language): Promise<void> => {
  await swapTexts(db, { table: 'community', column: 'title', rows: sql`service_id = ${serviceId}`, from, to })
  const rows = sql`community_id in (select id from community where service_id = ${serviceId})`
  await swapTexts(db, { table: 'community_group', column: 'name', rows, from, to })
  await swapTexts(db, { table: 'community_group', column: 'description_html', name: 'description', rows, from, to })
  const criteria = sql`group_id in (select id from community_group where ${rows})`
  await swapTexts(db, { table: 'criterion', column: 'name', rows: criteria, from, to })
}
