import { type RawBuilder, sql } from 'kysely'
import { type Actor, type AoiFilter, AoiKind, AoiState, kindOf, type Metric, Problem, readsContacts } from '#contract'
import type { IdName } from '../../memory/columns.ts'
import { columnOf, MAX_LATITUDE, rowOf } from '../../memory/grid.ts'
import { microsecondsOf } from '../../memory/read-rows.ts'
import { isBetween, isMarked, passes, type RowTest } from '../../memory/select.ts'
import type { AoiStore } from '../../memory/store.ts'
import type { RowFilter } from '../../memory/view.ts'
import type { Db } from '../../platform/db/database.ts'
import { countsAoi, inputsKey } from '../metric/conditions.ts'
import * as metrics from '../metric/queries.ts'
import { type Alias, historyOf, isRead, NO_HISTORY, type Reader, type ReaderHistory, unreadRows } from './reading.ts'
import { matchesSearch } from './search.ts'

type Condition = RawBuilder<unknown>

const allOf = (conditions: Condition[]): Condition => sql.join(conditions, sql` and `)

type Box = readonly [west: number, south: number, east: number, north: number]

const inBox = ([west, south, east, north]: Box, a: Alias): Condition =>
  west <= east
    ? sql`${a}.place <@ box(point(${west}, ${south}), point(${east}, ${north}))`
    : sql`(${a}.place <@ box(point(${west}, ${south}), point(180, ${north})) or
        ${a}.place <@ box(point(-180, ${south}), point(${east}, ${north})))`

/** Whether the AOI, or a report that was merged into it, is shared with the reader. */
export const openShare = (actor: Reader, a: Alias): Condition =>
  actor.token
    ? sql`false`
    : sql`(exists (select 1 from share s
  where s.aoi_id = ${a}.id and s.member_id = ${actor.id} and s.done_at is null)
  or exists (select 1 from aoi m join share s on s.aoi_id = m.id
    where m.main_id = ${a}.id and s.member_id = ${actor.id} and s.done_at is null))`

const isShownByItself = (actor: Actor, a: Alias): Condition =>
  sql`(${a}.main_id is null or ${a}.service_id <> all(${actor.visibleServiceIds as string[]}::uuid[]))`

/** Ids of AOIs with an open share for the reader. A merged report of a visible service counts as its main event. */
const sharedIds = (actor: Actor): Condition => sql`
  select case when o.service_id = any(${actor.visibleServiceIds as string[]}::uuid[]) then coalesce(o.main_id, o.id)
    else o.id end
  from share own join aoi o on o.id = own.aoi_id where own.member_id = ${actor.id} and own.done_at is null`

const equalTo = (column: Condition, id: string): Condition =>
  id === 'none' ? sql`${column} is null` : sql`${column} = ${id}`

const oneOf = (column: Condition, ids: readonly string[]): Condition =>
  sql`(${sql.join(ids.map((id) => equalTo(column, id)), sql` or `)})` // biome-ignore format: one call

const optional = <T>(value: T | undefined, condition: (value: T) => Condition): Condition[] =>
  value === undefined ? [] : [condition(value)]

export type Filter<F extends AoiFilter = AoiFilter> = Omit<F, 'metric'> & {
  metric?: Metric | undefined
  /** Key of the metric's inputs besides AOIs (`inputsKey`). */
  metricInputs?: string | undefined
}

export const withMetric = async <F extends { metric?: string | undefined }>(db: Db, actor: Actor, filter: F) => {
  const { metric: id, ...others } = filter
  if (!id) return { ...others, metric: undefined }
  const metric = await metrics.forFilter(db, actor, id)
  return { ...others, metric, metricInputs: await inputsKey(db, metric) }
}

/** Matches AOIs by period and metric. A metric that counts entries may match AOIs created before the period. */
export const matchesPeriod = (
  { startTime, endTime, metric }: Pick<Filter, 'startTime' | 'endTime' | 'metric'>,
  a: Alias,
): Condition => {
  if (metric) return countsAoi(metric, { startTime, endTime }, a)
  return allOf([
    sql`true`,
    ...optional(startTime, (time) => sql`${a}.created_at >= ${time}`),
    ...optional(endTime, (time) => sql`${a}.created_at <= ${time}`),
  ])
}

/** Whether an edge of the box lies between the grid and a pole, where all latitudes share one row of the grid. */
const endsBeyondGrid = ([, south, , north]: Box): boolean =>
  !(south <= -90 || Math.abs(south) < MAX_LATITUDE) || !(north >= 90 || Math.abs(north) < MAX_LATITUDE)

/** A test on the grid, exact to 4 cm. */
const boxTest = (box: Box): Part['test'] => {
  if (endsBeyondGrid(box)) return undefined
  const west = columnOf(box[0])
  const east = columnOf(box[2])
  const north = rowOf(box[3])
  const south = rowOf(box[1])
  return ({ columns: { x, y } }) =>
    passes((row) => {
      const column = x[row] as number
      const line = y[row] as number
      return (
        line >= north &&
        line <= south &&
        (west <= east ? column >= west && column <= east : column >= west || column <= east)
      )
    })
}

/** One part of a filter. Without `test`, only SQL can decide it. */
type Part = {
  condition: (a: Alias) => Condition
  test?: ((store: AoiStore, history: ReaderHistory) => RowTest) | undefined
}

const byId =
  (name: IdName, columnOf: (a: Alias) => Condition) =>
  (chosen: string | readonly string[]): Part[] => {
    const ids = [chosen].flat()
    const known = ids.map((id) => (id === 'none' ? null : id.toLowerCase()))
    return [
      {
        condition: (a) => oneOf(columnOf(a), ids),
        test: ({ columns, dictionaries }) => isMarked(columns[name], dictionaries[name].codesOf(known)),
      },
    ]
  }

const byReading = (type: 'read' | 'unread', actor: Actor): Part[] => [
  {
    condition: (a) =>
      sql`${a}.state <> 'done' and ${type === 'read' ? isRead(actor, a) : sql`not ${isRead(actor, a)}`}`,
    test: (store, history) => {
      const isUnread = unreadRows(store, history, actor)
      const { state } = store.columns
      const done = AoiState.options.indexOf('done')
      return passes((row) => state[row] !== done && isUnread(row) === (type === 'unread'))
    },
  },
]

const byType = (type: AoiFilter['type'], actor: Actor): Part[] => {
  switch (type) {
    case 'all':
      return []
    case 'shared':
      return [{ condition: (a) => sql`${a}.id in (${sharedIds(actor)})` }]
    case 'read':
    case 'unread':
      return byReading(type, actor)
    default:
      return [
        {
          condition: (a) => sql`${a}.state = ${type}`,
          test: ({ columns }) => isMarked(columns.state, markOf(AoiState.options, type)),
        },
      ]
  }
}

const markOf = <T>(options: readonly T[], one: T): Uint8Array =>
  Uint8Array.from(options, (option) => (option === one ? 1 : 0))

const byPeriod = (filter: Filter): Part[] => {
  if (filter.metric) return [{ condition: (a) => matchesPeriod(filter, a) }]
  const { startTime, endTime } = filter
  if (!startTime && !endTime) return []
  const [from, to] = [startTime, endTime].map((time) => time && microsecondsOf(time))
  return [
    {
      condition: (a) => matchesPeriod(filter, a),
      test: ({ columns }) =>
        isBetween(columns.createdAt, from ?? Number.NEGATIVE_INFINITY, to ?? Number.POSITIVE_INFINITY),
    },
  ]
}

type Field = Exclude<keyof AoiFilter, 'startTime' | 'endTime' | 'metric' | 'isActivity' | 'isSensors'>

/** How each field is tested, the most selective first. Period and kind depend on several fields (`partsOf`). */
const fields: { [F in Field]: (value: NonNullable<Filter[F]>, actor: Actor) => Part[] } = {
  search: (text) => (text ? [{ condition: (a) => matchesSearch(text, a) }] : []),
  localMapId: (id) => [
    {
      condition: (a) => sql`exists (select 1 from aoi_local_map l where l.aoi_id = ${a}.id and l.local_map_id = ${id})`,
    },
  ],
  bbox: (box) => [{ condition: (a) => inBox(box, a), test: boxTest(box) }],
  creator: byId('creatorId', (a) => sql`${a}.creator_id`),
  community: byId('communityId', (a) => sql`${a}.community_id`),
  region: byId('regionId', (a) => sql`${a}.region_id`),
  eventType: byId('eventTypeId', (a) => sql`${a}.event_type_id`),
  hasPhoto: (answer) => [
    { condition: (a) => (answer === 'yes' ? sql`${a}.image_file_id is not null` : sql`${a}.image_file_id is null`) },
  ],
  type: byType,
}

/** Shared AOIs are one list of all kinds, unless a kind is given. */
const listedKind = (filter: Filter): AoiKind | undefined => {
  const kind = kindOf(filter)
  return filter.type === 'shared' && kind === 'event' ? undefined : kind
}

const byKind = (kind: AoiKind): Part => ({
  condition: (a) => sql`${a}.kind = ${kind}`,
  test: ({ columns }) => isMarked(columns.kind, markOf(AoiKind.options, kind)),
})

const limitedTo = (name: IdName, column: (a: Alias) => Condition, ids: readonly string[] | null): Part[] =>
  ids
    ? [
        {
          condition: (a) => sql`${column(a)} = any(${ids as string[]}::uuid[])`,
          test: ({ columns, dictionaries }) => isMarked(columns[name], dictionaries[name].codesOf(ids)),
        },
      ]
    : []

const withinLimits = ({ token }: Actor): Part[] =>
  token
    ? [
        ...limitedTo('eventTypeId', (a) => sql`${a}.event_type_id`, token.eventTypeIds),
        ...limitedTo('regionId', (a) => sql`${a}.region_id`, token.regionIds),
      ]
    : []

/**
 * Refuses filters by data that the actor may not read. API tokens have neither read marks nor shares. A search, a
 * creator or a metric may match names and restricted entries, so they require the right to read contacts.
 */
const requireOpenTo = (actor: Actor, { type, search, creator, metric }: Filter): void => {
  const isPersonal = type === 'shared' || type === 'read' || type === 'unread'
  const asksForContacts = Boolean(search || creator || metric)
  if ((actor.token && isPersonal) || (asksForContacts && !readsContacts(actor))) throw new Problem('forbidden')
}

const partsOf = (filter: Filter, actor: Actor, kind: AoiKind | undefined): Part[] => {
  requireOpenTo(actor, filter)
  return [
    ...(Object.keys(fields) as Field[]).flatMap((field) => {
      const decide = fields[field] as (value: unknown, actor: Actor) => Part[]
      return filter[field] === undefined ? [] : decide(filter[field], actor)
    }),
    ...byPeriod(filter),
    ...withinLimits(actor),
    ...(kind ? [byKind(kind)] : []),
    {
      condition: (a) => sql`${a}.deleted_at is null
      and ${filter.type === 'shared' ? isShownByItself(actor, a) : sql`${a}.main_id is null`}`,
      test: () => (_, count) => count,
    },
  ]
}

export const filterCondition = (filter: Filter, actor: Actor, a: Alias, kind = listedKind(filter)): Condition =>
  allOf(partsOf(filter, actor, kind).map(({ condition }) => condition(a)))

/** Limits a query to the first rows of a list after a cursor. */
type Front = { order: Condition; after: Condition; limit: number }

/**
 * Subquery for the rows of `aoi` that a reader sees under a filter; the caller adds an alias. Each visible service is
 * read separately, in the order of its index. Shared AOIs may belong to any service.
 */
export const visibleAois = (actor: Actor, filter: Filter, frontOf?: (a: Alias) => Front): Condition => {
  const a = sql`a`
  const front = frontOf?.(a)
  const bounded = front ? sql`and ${front.after} order by ${front.order} limit ${front.limit}` : sql``
  const condition = filterCondition(filter, actor, a)
  if (filter.type === 'shared') return sql`(select a.* from aoi a where ${condition} ${bounded})`
  return sql`(select own.* from unnest(${actor.visibleServiceIds as string[]}::uuid[]) as visible (id)
    cross join lateral (select a.* from aoi a where a.service_id = visible.id and ${condition} ${bounded}) own)`
}

/** A filter as SQL and, where possible, as tests of columns: for tiles, counts and groups. */
export const aoiFilter = (filter: Filter, actor: Actor): RowFilter => {
  const tests = partsOf(filter, actor, listedKind(filter)).map(({ test }) => test)
  const isDecided = tests.every((test) => test !== undefined)
  const isPersonal = filter.type === 'read' || filter.type === 'unread'
  const isByColumns = isDecided && !isPersonal
  const { startTime, endTime, metric, metricInputs } = filter
  const values = [
    startTime,
    endTime,
    metric,
    metricInputs,
    kindOf(filter),
    actor.token && [actor.token.eventTypeIds, actor.token.regionIds],
    ...Object.keys(fields).map((field) => filter[field as Field]),
  ]
  return {
    key: JSON.stringify([values, !isByColumns && actor.id]),
    serviceIds: actor.visibleServiceIds,
    rows: (visibleServiceIds) => visibleAois({ ...actor, visibleServiceIds: [...visibleServiceIds] }, filter),
    tests: isDecided
      ? async (db) => {
          const history = isPersonal ? await historyOf(db, actor) : NO_HISTORY
          return (store) => tests.map((test) => test(store, history))
        }
      : undefined,
    isByColumns,
    readerId: isPersonal ? actor.id : undefined,
    isAnywhere: filter.type === 'shared',
  }
}
