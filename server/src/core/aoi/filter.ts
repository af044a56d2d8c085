import { type RawBuilder, sql } from 'kysely'
import { type Actor, type AoiFilter, type AoiKind, kindOf, type Metric } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import * as metrics from '../metric/queries.ts'
import { matchesSearch } from './search.ts'

/** The member whose reads and shares the row shows. */
export type Reader = Pick<Actor, 'id'>

/** Conditions on `aoi a`, joined with AND. */
type Condition = RawBuilder<unknown>

const allOf = (conditions: Condition[]): Condition => sql.join(conditions, sql` and `)

const inBox = ([west, south, east, north]: readonly [number, number, number, number]): Condition =>
  west <= east
    ? sql`a.place <@ box(point(${west}, ${south}), point(${east}, ${north}))`
    : sql`(a.place <@ box(point(${west}, ${south}), point(180, ${north})) or
        a.place <@ box(point(-180, ${south}), point(${east}, ${north})))`

/**
 * Read: opened after someone else's last change, or the reader's own, or older than its joining.
 * Needs `aoi a` and `member me`.
 */
export const isRead = (actor: Reader): Condition =>
  readWhere(
    actor,
    (time) => sql`exists (select 1 from aoi_read r
      where r.aoi_id = a.id and r.member_id = ${actor.id} and r.read_at >= ${time})`,
  )

/** The same if `aoi_read r` of the reader is joined: over a whole table fifty times faster than a subquery per row. */
export const isReadInJoin = (actor: Reader): Condition =>
  readWhere(actor, (time) => sql`coalesce(r.read_at >= ${time}, false)`)

const readWhere = (actor: Reader, wasOpenedSince: (time: Condition) => Condition): Condition =>
  sql`(coalesce(a.creator_id = ${actor.id}, false) or a.received_at < me.created_at
    or ${changedByOthers(actor)} is null or ${wasOpenedSince(changedByOthers(actor))})`

/** The time of the last change by anyone but the reader. */
export const changedByOthers = (actor: Reader): Condition =>
  sql`(case when a.changed_by = ${actor.id} then a.changed_by_others_at else a.changed_at end)`

/** Shared with the reader: the AOI itself, or a report that was merged into it. */
export const openShare = (actor: Reader): Condition => sql`(exists (select 1 from share s
  where s.aoi_id = a.id and s.member_id = ${actor.id} and s.done_at is null)
  or exists (select 1 from aoi m join share s on s.aoi_id = m.id
    where m.main_id = a.id and s.member_id = ${actor.id} and s.done_at is null))`

/**
 * A merged report is shown through its main one, except to a member who got it from elsewhere: being shared a report
 * opens no other report.
 */
export const isShownByItself = (actor: Actor): Condition =>
  sql`(a.main_id is null or a.service_id <> all(${actor.visibleServiceIds as string[]}::uuid[]))`

/** The ids of AOIs that are shared with the reader and not done, merged reports as their main one. */
export const sharedIds = (actor: Actor): Condition => sql`
  select case when o.service_id = any(${actor.visibleServiceIds as string[]}::uuid[]) then coalesce(o.main_id, o.id)
    else o.id end
  from share own join aoi o on o.id = own.aoi_id where own.member_id = ${actor.id} and own.done_at is null`

const byType = (type: AoiFilter['type'], actor: Actor): Condition[] => {
  switch (type) {
    case 'all':
      return []
    case 'shared':
      return [sql`a.id in (${sharedIds(actor)})`]
    case 'read':
      return [sql`a.state <> 'done'`, isRead(actor)]
    case 'unread':
      return [sql`a.state <> 'done'`, sql`not ${isRead(actor)}`]
    default:
      return [sql`a.state = ${type}`]
  }
}

const optional = <T>(value: T | undefined, condition: (value: T) => Condition): Condition[] =>
  value === undefined ? [] : [condition(value)]

const equalTo = (column: Condition) => (value: string) =>
  value === 'none' ? sql`${column} is null` : sql`${column} = ${value}`

/** A filter whose metric has been looked up. */
export type Filter<F extends AoiFilter = AoiFilter> = Omit<F, 'metric'> & { metric?: Metric | undefined }

export const withMetric = async <F extends { metric?: string | undefined }>(db: Db, actor: Actor, filter: F) => {
  const { metric: id, ...others } = filter
  return { ...others, metric: id ? await metrics.forFilter(db, actor, id) : undefined }
}

/** Matches AOIs by period and metric. A metric that counts entries may match AOIs created before the period. */
export const matchesPeriod = ({
  startTime,
  endTime,
  metric,
}: Pick<Filter, 'startTime' | 'endTime' | 'metric'>): Condition => {
  if (metric) return metrics.countsAoi(metric, { startTime, endTime })
  return allOf([
    sql`true`,
    ...optional(startTime, (time) => sql`a.created_at >= ${time}`),
    ...optional(endTime, (time) => sql`a.created_at <= ${time}`),
  ])
}

/** What is shared with the reader is one list of events, activities and sensor areas, unless one kind is asked for. */
const listedKind = (filter: Filter): AoiKind | undefined => {
  const kind = kindOf(filter)
  return filter.type === 'shared' && kind === 'event' ? undefined : kind
}

/** All conditions of a filter except the service. Lists, map, charts and CSV share them. */
export const filterCondition = (filter: Filter, actor: Actor, kind = listedKind(filter)): Condition =>
  allOf([
    ...optional(kind, (one) => sql`a.kind = ${one}`),
    sql`a.deleted_at is null`,
    filter.type === 'shared' ? isShownByItself(actor) : sql`a.main_id is null`,
    ...byType(filter.type, actor),
    matchesPeriod(filter),
    ...optional(filter.search || undefined, matchesSearch),
    ...optional(filter.bbox, inBox),
    ...optional(filter.creator, equalTo(sql`a.creator_id`)),
    ...optional(filter.eventType, equalTo(sql`a.event_type_id`)),
    ...optional(filter.community, equalTo(sql`a.community_id`)),
    ...optional(filter.region, equalTo(sql`a.region_id`)),
    ...optional(
      filter.localMapId,
      (id) => sql`exists (select 1 from aoi_local_map l where l.aoi_id = a.id and l.local_map_id = ${id})`,
    ),
  ])

/**
 * The rows that match a filter for a reader, as `aoi a` with `member me`. Shared ones come from any service, through the
 * shares; the rest from each visible service by itself, so that the order of the index is the order of the list.
 */
export const scope = (
  filter: Filter,
  actor: Actor,
  order?: Condition,
  limit?: number,
  after: Condition = sql`true`,
): Condition => {
  const me = sql`join member me on me.id = ${actor.id}`
  const bounded = order && limit ? sql`and ${after} order by ${order} limit ${limit}` : sql``
  if (filter.type === 'shared')
    return sql`(select a.* from aoi a ${me}
      where ${filterCondition(filter, actor)} ${bounded}) a ${me}`
  return sql`unnest(${actor.visibleServiceIds as string[]}::uuid[]) as visible (id)
    cross join lateral (select a.* from aoi a ${me}
      where a.service_id = visible.id and ${filterCondition(filter, actor)} ${bounded}) a ${me}`
}

/** The rows that a filter finds for a caller, as `scope` selects them: for the map index, where its columns cannot tell. */
export const selectAois =
  (db: Db) =>
  async (actor: Actor, filter: AoiFilter): Promise<Condition> =>
    scope(await withMetric(db, actor, filter), actor)
