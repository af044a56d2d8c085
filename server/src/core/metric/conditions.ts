import { type RawBuilder, sql } from 'kysely'
import type { ActionSettings, Metric, MetricCondition } from '#contract'
import type { Db } from '../../platform/db/database.ts'

type Condition = RawBuilder<unknown>
type Alias = RawBuilder<unknown>
export type Period = { startTime?: Date | undefined; endTime?: Date | undefined }

type OfType<T extends MetricCondition['type']> = Extract<MetricCondition, { type: T }>

const ofType = <T extends MetricCondition['type']>({ conditions }: Pick<Metric, 'conditions'>, type: T) =>
  conditions.filter((condition): condition is OfType<T> => condition.type === type)

export const actionOf = (metric: Pick<Metric, 'conditions'>): OfType<'BY_ACTION'> | undefined =>
  ofType(metric, 'BY_ACTION')[0]

export const regionsOf = (metric: Metric): string[] =>
  ofType(metric, 'BY_REGION').flatMap(({ regionsIds }) => regionsIds)
export const rolesOf = (metric: Metric): string[] =>
  metric.metricType === 'BY_USERS' ? (ofType(metric, 'BY_ROLE')[0]?.userRoleIds ?? []) : []

export const allOf = (conditions: Condition[]): Condition =>
  conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`

export const withinPeriod = (column: Condition, { startTime, endTime }: Period): Condition =>
  allOf([...(startTime ? [sql`${column} >= ${startTime}`] : []), ...(endTime ? [sql`${column} <= ${endTime}`] : [])])

const byMember = (metric: Metric, column: Condition): Condition[] => {
  if (metric.metricType !== 'BY_USERS') return []
  const [role] = ofType(metric, 'BY_ROLE')
  return role
    ? [sql`${column} = any(array(select m.id from member m where m.role_id = any(${role.userRoleIds}::uuid[])))`]
    : [sql`${column} is not null`]
}

const sameText = (column: Condition, value: string) => sql`lower(btrim(${column})) = lower(btrim(${value}))`

const questionCondition = (a: Alias, { questionResponse: { questionId, response } }: OfType<'BY_QUESTION_RESPONSE'>) =>
  // The index holds the first 200 letters.
  sql`exists (select 1 from aoi_answer n where n.aoi_id = ${a}.id and n.question_id = ${questionId}
    and n.value_key = lower(left(btrim(${response}), 200)) and ${sameText(sql`n.value`, response)})`

export const ofAoi = (metric: Metric, a: Alias): Condition =>
  allOf([
    sql`${a}.service_id = ${metric.service}`,
    ...ofType(metric, 'BY_PUBLIC_ACTION').map(
      ({ publicActionIds }) => sql`${a}.event_type_id = any(${publicActionIds}::uuid[])`,
    ),
    ...ofType(metric, 'BY_QUESTION_RESPONSE').map((condition) => questionCondition(a, condition)),
    ...ofType(metric, 'BY_REGION').map(
      // The outlines are read once, so that the list can still be read in order.
      ({ regionsIds }) =>
        sql`${a}.place <@ any(array(select r.outline from region r where r.id = any(${regionsIds}::uuid[])))`,
    ),
    ...byMember(metric, sql`${a}.creator_id`),
  ])

const valueConditions = ({ value, expression }: ActionSettings, e: Alias): Condition[] => {
  if (value === undefined) return []
  const sign = { EXACT: sql`=`, LESS: sql`<`, MORE: sql`>` }
  return [expression ? sql`${e}.value_number ${sign[expression]} ${value}::numeric` : sameText(sql`${e}.value`, value)]
}

export const ofEntry = (
  metric: Metric,
  { actionId, actionSettings }: OfType<'BY_ACTION'>,
  period: Period,
  e: Alias,
): Condition => {
  const { users = [], values = [] } = actionSettings ?? {}
  return allOf([
    sql`${e}.action_id = ${actionId}`,
    sql`${e}.type = 'action'`,
    withinPeriod(sql`${e}.happened_at`, period),
    ...valueConditions(actionSettings ?? {}, e),
    ...(values.length > 0 ? [sql`${e}.value = any(${values}::text[])`] : []),
    ...(users.length > 0 ? [sql`${e}.author_id = any(${users}::uuid[])`] : []),
    ...byMember(metric, sql`${e}.author_id`),
  ])
}

/** Whether a metric counts an AOI. If the metric counts entries, one matching entry is enough. */
export const countsAoi = (metric: Metric, period: Period, a: Alias): Condition => {
  const action = actionOf(metric)
  return action
    ? sql`${ofAoi(metric, a)} and ${a}.id in (select coalesce(o.main_id, o.id) from log_entry e join aoi o on o.id = e.aoi_id
        where ${ofEntry(metric, action, period, sql`e`)})`
    : sql`${ofAoi(metric, a)} and ${withinPeriod(sql`${a}.created_at`, period)}`
}

/**
 * Key of a metric's inputs besides AOIs: outlines of regions, roles of members, values of types. Changes of these send
 * no AOI message.
 */
export const inputsKey = async (db: Db, metric: Metric): Promise<string> => {
  const regions = sql`(select string_agg(r.id::text || extract(epoch from r.updated_at), ',' order by r.id) from region r
    where r.id = any(${regionsOf(metric)}::uuid[]))`
  const members = sql`(select string_agg(m.id::text, ',' order by m.id) from member m
    where m.role_id = any(${rolesOf(metric)}::uuid[]))`
  const types = sql`(select string_agg(concat(t.id, t.unit, t.value), ',' order by t.id) from event_type t
    where t.service_id = ${metric.service})`
  const { rows } = await sql<{ key: string }>`
    select md5(concat_ws(';', coalesce(${regions}, ''), coalesce(${members}, ''), ${types})) as key`.execute(db)
  return rows[0]?.key ?? ''
}
