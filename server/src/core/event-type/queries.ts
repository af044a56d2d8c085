import { sql } from 'kysely'
import type { EventType, Question, Usage } from '#contract'
import type { Db } from '../../platform/db/database.ts'

const questions = sql<Question[]>`coalesce((
  select json_agg(json_build_object('_id', q.id, 'name', q.name, 'value', q.value, 'kind', q.kind, 'choices', q.choices,
    'isRequired', q.is_required, 'translations', q.translations) order by q.sort_order)
  from question q where q.event_type_id = event_type.id and q.archived_at is null), '[]')`

const everAsked = sql<Question[]>`coalesce((
  select json_agg(json_build_object('_id', q.id, 'name', q.name, 'value', q.value, 'kind', q.kind, 'choices', q.choices,
    'isRequired', q.is_required, 'translations', q.translations, 'isArchived', q.archived_at is not null)
    order by q.archived_at is not null, q.sort_order)
  from question q where q.event_type_id = event_type.id), '[]')`

const ofRoleOf = (memberId: string) => sql<string[]>`array(
  select offered.event_type_id from member join role_event_type offered on offered.role_id = member.role_id
  where member.id = ${memberId})`

const allTypes = (db: Db) =>
  db
    .selectFrom('eventType')
    .select(['id', 'serviceId', 'name', 'translations', 'url', 'guide', 'responsibleRoleId', 'anonymous'])
    .select(['isPhotoRequired', 'twinRadiusMetres', 'twinHours', 'unit', 'value', 'icon', 'colour'])
    .orderBy('sortOrder')
    .orderBy('name')

const types = (db: Db) => allTypes(db).select(questions.as('fields')).where('archivedAt', 'is', null)

type Row = Awaited<ReturnType<ReturnType<typeof types>['execute']>>[number] & { isArchived?: boolean }

const asType = ({ id, serviceId, responsibleRoleId, ...type }: Row): EventType => ({
  ...type,
  _id: id,
  service: serviceId,
  responsibleRole: responsibleRoleId,
})

export const ofService = async (db: Db, serviceId: string): Promise<EventType[]> =>
  (await types(db).where('serviceId', '=', serviceId).execute()).map(asType)

export const everOfService = async (db: Db, serviceId: string): Promise<EventType[]> => {
  const rows = await allTypes(db)
    .select([everAsked.as('fields'), sql<boolean>`archived_at is not null`.as('isArchived')])
    .where('serviceId', '=', serviceId)
    .execute()
  return rows.map(asType)
}

export const byId = async (db: Db, id: string): Promise<EventType | undefined> => {
  const row = await types(db).where('id', '=', id).executeTakeFirst()
  return row && asType(row)
}

export const byIdFor = async (db: Db, id: string, memberId: string) => {
  const row = await types(db).select(ofRoleOf(memberId).as('ofRole')).where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const { ofRole, ...type } = row
  return { type: asType(type), ofRole }
}

/** Ids of the event types that the member's role offers; an empty list means all. */
export const idsOfRole = async (db: Db, memberId: string): Promise<string[]> => {
  const row = await db
    .selectFrom('member')
    .select(ofRoleOf(memberId).as('ids'))
    .where('id', '=', memberId)
    .executeTakeFirst()
  return row?.ids ?? []
}

export const usesOf = async (db: Db, { _id, service }: EventType): Promise<Usage[]> => {
  const { rows } = await sql<Usage>`
    select 'role' as kind, role.name, role.translations from role_event_type join role on role.id = role_event_type.role_id
    where role_event_type.event_type_id = ${_id}
    union all
    select 'metric', name, translations from metric where service_id = ${service} and strpos(conditions::text, ${_id}) > 0
    union all
    select distinct 'group', g.name, g.translations from criterion c join community_group g on g.id = c.group_id
    where c.event_type_id = ${_id}
    union all
    select 'rule', name, '{}' from rule
    where service_id = ${service} and (event_type_id = ${_id} or strpos(trigger::text, ${_id}) > 0)
    order by 1 desc, 2`.execute(db)
  return rows
}
