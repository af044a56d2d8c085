import { sql } from 'kysely'
import {
  type Actor,
  type Language,
  type Metric,
  MetricCondition,
  type MetricDraft,
  may,
  Problem,
  type Translations,
} from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'
import { swapTexts } from '../../platform/db/swap-texts.ts'

const idsIn = (type: MetricCondition['type'], key: string) =>
  sql`array(select (jsonb_array_elements_text(c -> ${sql.lit(key)}))::uuid
    from jsonb_array_elements(metric.conditions) c where c ->> 'type' = ${sql.lit(type)})`

const actionIds = sql`array(select (c ->> 'actionId')::uuid
  from jsonb_array_elements(metric.conditions) c where c ->> 'type' = 'BY_ACTION')`

/**
 * The unit of a sum is Dollar if every addend is in dollars: the entries of the action, or the reports of the types.
 */
const unit = sql<'Dollar' | 'Number'>`case when metric.metric_count_type = 'CALCULATE' and coalesce(
    (select bool_and(x.unit = 'Dollar') from action x where x.id = any(${actionIds})),
    (select bool_and(t.unit = 'Dollar') from event_type t where t.id = any(${idsIn('BY_PUBLIC_ACTION', 'publicActionIds')})),
    (select bool_and(t.unit = 'Dollar') from event_type t where t.service_id = metric.service_id and t.archived_at is null),
    false) then 'Dollar' else 'Number' end`

const metrics = (db: Db) =>
  db
    .selectFrom('metric')
    .select(['metric.id', 'metric.serviceId', 'metric.name', 'metric.shortName', 'metric.translations'])
    .select(['metric.metricType', 'metric.metricCountType', 'metric.isAdminOnly', 'metric.conditions', unit.as('unit')])
    .orderBy('metric.sortOrder')
    .orderBy('metric.createdAt')
    .orderBy('metric.id')

type Row = Awaited<ReturnType<ReturnType<typeof metrics>['execute']>>[number]

const asMetric = ({ id, serviceId, conditions, ...metric }: Row): Metric => ({
  ...metric,
  _id: id,
  service: serviceId,
  conditions: MetricCondition.array().parse(conditions),
})

/** Metrics that are for Admins and Technicians only are hidden from other members. */
export const ofService = async (db: Db, actor: Actor, serviceId: string): Promise<Metric[]> => {
  const rows = await metrics(db).where('metric.serviceId', '=', serviceId).execute()
  return rows.map(asMetric).filter(({ isAdminOnly }) => may(actor, 'metric.read', { serviceId, isAdminOnly }))
}

export const namesOf = async (db: Db, serviceId: string): Promise<{ _id: string; name: string }[]> => {
  const rows = await db.selectFrom('metric').select(['id', 'name']).where('serviceId', '=', serviceId).execute()
  return rows.map(({ id, name }) => ({ _id: id, name }))
}

export const byId = async (db: Db, id: string) => {
  const row = await metrics(db).where('metric.id', '=', id).executeTakeFirst()
  return row && { ...asMetric(row), serviceId: row.serviceId }
}

/** The metric of a filter. Throws 404 if the caller cannot see it. */
export const forFilter = async (db: Db, actor: Actor, id: string): Promise<Metric> => {
  const metric = await byId(db, id)
  if (!metric || !may(actor, 'metric.read', metric))
    throw new Problem('notFound', { fields: { metric: 'form.invalid' } })
  return metric
}

type Values = Pick<
  MetricDraft,
  'name' | 'shortName' | 'metricType' | 'metricCountType' | 'isAdminOnly' | 'conditions'
> & {
  translations: Translations
}

const columns = ({ conditions, translations, name, shortName, metricType, metricCountType, isAdminOnly }: Values) => ({
  name,
  shortName,
  metricType,
  metricCountType,
  isAdminOnly,
  conditions: JSON.stringify(conditions),
  translations: JSON.stringify(translations),
})

export const create = async (db: Db, serviceId: string, values: Values): Promise<string> => {
  const id = newId()
  const next = sql<number>`(select coalesce(max(sort_order), 0) + 1 from metric where service_id = ${serviceId})`
  await db
    .insertInto('metric')
    .values({ id, serviceId, ...columns(values), sortOrder: next })
    .execute()
  return id
}

export const change = async (db: Db, id: string, values: Values): Promise<void> => {
  await db
    .updateTable('metric')
    .set({ ...columns(values), updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

export const remove = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('metric').where('id', '=', id).execute()
}

export const swapLanguage = async (db: Db, serviceId: string, from: Language, to: Language): Promise<void> => {
  const rows = sql`service_id = ${serviceId}`
  await swapTexts(db, { table: 'metric', column: 'name', rows, from, to })
  await swapTexts(db, { table: 'metric', column: 'short_name', name: 'shortName', rows, from, to })
}
