import { sql } from 'kysely'
import { type FieldProblems, type MetricCondition, type MetricDraft, metricProblems, Problem } from '#contract'
import type { Db } from '../db/database.ts'

type Named = {
  field: string
  table: 'action' | 'eventType' | 'question' | 'region' | 'role' | 'member'
  ids: readonly string[]
}

const namedBy = (condition: MetricCondition, field: string): Named[] => {
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

/** Which of these ids the service has. */
const knownIds = async (db: Db, serviceId: string, { table, ids }: Named, typeIds: readonly string[]) => {
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

/** Refuses what breaks the rules or names what the service does not have; a question must be one of the chosen types. */
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
    for (const named of namedBy(condition, `conditions.${place}`)) {
      if (named.ids.length === 0 || (named.table === 'question' && typeIds.length === 0)) continue
      const known = await knownIds(db, serviceId, named, typeIds)
      if (!named.ids.every((id) => known.has(id))) fields[named.field] ??= 'form.invalid'
    }
  }
  if (Object.keys(fields).length > 0) throw new Problem('invalid', { fields })
}
