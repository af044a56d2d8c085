import { sql } from 'kysely'
import type { EventType, Question } from '#contract'
import type { Db } from '../db/database.ts'

/** The questions of a type as JSON, in order; archived ones are no longer asked. */
const questions = sql<Question[]>`coalesce((
  select json_agg(json_build_object('_id', q.id, 'name', q.name, 'value', q.value, 'kind', q.kind, 'choices', q.choices,
    'isRequired', q.is_required, 'translations', q.translations) order by q.sort_order)
  from question q where q.event_type_id = event_type.id and q.archived_at is null), '[]')`

export const ofService = async (db: Db, serviceId: string): Promise<EventType[]> => {
  const rows = await db
    .selectFrom('eventType')
    .select(['id', 'serviceId', 'name', 'translations', 'url', 'guide', 'responsibleRoleId', 'anonymous'])
    .select(['isPhotoRequired', 'unit', 'value', 'icon', 'colour', questions.as('fields')])
    .where('serviceId', '=', serviceId)
    .where('archivedAt', 'is', null)
    .orderBy('sortOrder')
    .orderBy('name')
    .execute()
  return rows.map(({ id, serviceId: service, responsibleRoleId, ...type }) => ({
    ...type,
    _id: id,
    service,
    responsibleRole: responsibleRoleId,
  }))
}
