import { sql } from 'kysely'
import { type FieldProblems, type MetricCondition, type MetricDraft, metricProblems, Problem } from '#contract'
import type { Db } from '../../platform/db/database.ts'

type Reference = {
  field: string
  table: 'action' | 'eventType' | 'question' | 'region' | 'role' | 'member'
  ids: readonly string[]
}

const referencesOf = (condition: MetricCondition, field: string): Reference[] => {
  switch (condition.type) {
    case 'BY_ACTION':
      return [
        { field: `${field}.actionId`, table: 'action', ids: [condition.actionId] },
        { field: `${field}.actionSettings.users`, table: 'member', ids: condition.actionSettings?.users ?? [] },
      ]
    case 'BY_PUBLIC_ACTION':
      return [{ field: `${field}.publicActionIds`, table: 'eventType', ids: condition.publicActionIds }]
    case 'BY_QUESTION_RESPONSE': {
      const { questionId } = condition.questionResponse
      return [{ field: `${field}.questionResponse.questionId`, table: 'question', ids: [questionId] }]
    }
    case 'BY_REGION':
      return [{ field: `${field}.regionsIds`, table: 'region', ids: condition.regionsIds }]
    case 'BY_ROLE':
      return [{ field: `${field}.userRoleIds`, table: 'role', ids: condition.userRoleIds }]
  }
}

const findOwnIds = async (db: Db, serviceId: string, { table, ids }: Reference, typeIds: readonly string[]) => {
  const rows =
    table === 'question'
      ? await db
          .selectFrom('question')
          .select('id')
          .where('id', 'in', ids)
          .where('eventTypeId', 'in', typeIds)
          .execute()
      : await db
          .selectFrom(table)
          .select(sql<string>`id`.as('id'))
          .where('id', 'in', ids)
          .where('serviceId', '=', serviceId)
          .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Throws if a metric breaks the rules or refers to ids of another service; a question must belong to a chosen type. */
export const checkMetric = async (
  db: Db,
  serviceId: string,
  { metricType, conditions }: Pick<MetricDraft, 'metricType' | 'conditions'>,
): Promise<void> => {
  const fields: FieldProblems = metricProblems({ metricType, conditions })
  const typeIds = conditions.flatMap((condition) =>
    condition.type === 'BY_PUBLIC_ACTION' ? condition.publicActionIds : [],
  )
  for (const [place, condition] of conditions.entries()) {
    for (const reference of referencesOf(condition, `conditions.${place}`)) {
      if (reference.ids.length === 0 || (reference.table === 'question' && typeIds.length === 0)) continue
      const ownIds = await findOwnIds(db, serviceId, reference, typeIds)
      if (!reference.ids.every((id) => ownIds.has(id))) fields[reference.field] ??= 'form.invalid'
    }
  }
  if (Object.keys(fields).length > 0) throw new Problem('invalid', { fields })
}
