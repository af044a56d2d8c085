import { type RawBuilder, sql } from 'kysely'
import { type Actor, type AoiListQuery, AoiState, Id, type LngLat, Problem } from '#contract'
import { databaseMs } from '../../platform/db/clock.ts'
import { type Filter, filterCondition } from './filter.ts'
import type { Alias } from './reading.ts'

type Sort = AoiListQuery['sort']

export type Cursor = [value: string, id: string]

/** The diameter of the unit sphere, with room for rounding. */
const FARTHEST = 2.001

const isMicroseconds = (value: string): boolean => /^-?\d{1,17}$/.test(value)

/**
 * Whether PostgreSQL can parse the value of a cursor: microseconds, a name, a distance, or for `upcoming` a moment and
 * a span.
 */
const isValue: Record<Sort, (value: string) => boolean> = {
  createdAt: isMicroseconds,
  startTime: isMicroseconds,
  upcoming: (value) => /^\d{1,17} (-?\d{1,18}|1\d{18})$/.test(value),
  name: (value) => !value.includes('\0'),
  nearest: (value) =>
    /^\d+(\.\d+)?(e-\d+)?$/.test(value) && Number(value) < FARTHEST && (Number(value) > 0 || value === '0'),
}

/** The moment of the first page from a cursor of `upcoming`, in microseconds. */
const momentOf = ([value]: Cursor): string | undefined => value.split(' ')[0]

export const encodeCursor = (sort: Sort, [value, id]: Cursor): string =>
  Buffer.from(JSON.stringify([sort, value, id])).toString('base64url')

export const decodeCursor = (text: string, sort: Sort, field: 'cursor' | 'until'): Cursor => {
  try {
    const [madeBy, value, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[]
    if (madeBy === sort && typeof value === 'string' && isValue[sort](value)) return [value, Id.parse(id)]
  } catch {}
  throw new Problem('invalid', { fields: { [field]: 'form.invalid' } })
}

/** Distance of an AOI from a point as a chord through the unit sphere; it sorts like the distance on the surface. */
export const distanceFrom = ([lng, lat]: LngLat, a: Alias): RawBuilder<unknown> =>
  sql`on_globe(${a}.place) <-> on_globe(point(${lng}::float8, ${lat}::float8))`

type SqlOrder = {
  order: RawBuilder<unknown>
  column: RawBuilder<unknown>
  direction: RawBuilder<unknown>
  value: RawBuilder<unknown>
  after(cursor: Cursor): RawBuilder<unknown>
  until(cursor: Cursor): RawBuilder<unknown>
}

/** Whole microseconds, so that rounding neither skips nor repeats a row. */
const instant = (value: string) => sql`(timestamptz 'epoch' + ${value}::bigint * interval '1 microsecond')`
const timeColumn = (column: RawBuilder<unknown>) => ({
  column,
  value: sql`(extract(epoch from ${column}) * 1000000)::bigint::text`,
  parse: instant,
})

const startOf = (a: Alias) => sql`coalesce(${a}.start_at, ${a}.end_at, ${a}.created_at)`
const endOf = (a: Alias) => sql`coalesce(${a}.end_at, ${a}.start_at, ${a}.created_at)`
/** Added to the sort value of AOIs that are over. Larger than any span in microseconds, so that they come last. */
const IS_OVER = 10n ** 18n

/** The span until the start of an AOI that is not over. For others, `IS_OVER` plus the span since their start. */
const upcomingColumn = (a: Alias, now: string) => {
  const micros = sql`(extract(epoch from ${startOf(a)}) * 1000000)::bigint`
  const column = sql`(case when ${endOf(a)} >= ${instant(now)} then ${micros} - ${now}::bigint
    else ${sql.lit(String(IS_OVER))}::bigint + ${now}::bigint - ${micros} end)`
  return {
    column,
    value: sql`${now}::text || ' ' || ${column}`,
    parse: (value: string) => sql`${value.split(' ')[1]}::bigint`,
  }
}

/** The sort column, its value as a cursor carries it, and `parse` to read that value back in SQL. */
const columnOf = ({ sort, near }: Pick<AoiListQuery, 'sort' | 'near'>, a: Alias, now: string) => {
  if (sort === 'name')
    return {
      column: sql`${a}.name_key`,
      value: sql`${a}.name_key`,
      parse: (value: string) => sql`${value}::text collate "C"`,
    }
  if (sort === 'startTime') return timeColumn(startOf(a))
  if (sort === 'upcoming') return upcomingColumn(a, now)
  if (sort === 'createdAt' || !near) return timeColumn(sql`${a}.created_at`)
  // The text of a double is exact: PostgreSQL parses it to the same number.
  const column = sql`(${distanceFrom(near, a)})`
  return { column, value: sql`${column}::text`, parse: (value: string) => sql`${value}::float8` }
}

/** `now`: microseconds since 1970, which `upcoming` compares with. */
const sorting = (query: Pick<AoiListQuery, 'sort' | 'order' | 'near'>, a: Alias, now: string): SqlOrder => {
  const { column, value, parse } = columnOf(query, a, now)
  const isUp = query.sort === 'nearest' || query.sort === 'upcoming' || query.order === 'asc'
  const direction = isUp ? sql`asc` : sql`desc`
  const [beyond, upTo] = isUp ? [sql`>`, sql`<=`] : [sql`<`, sql`>=`]
  return {
    order: sql`${column} ${direction}, ${a}.id ${direction}`,
    column,
    direction,
    value,
    after: ([value, id]: Cursor) => sql`(${column}, ${a}.id) ${beyond} (${parse(value)}, ${id}::uuid)`,
    until: ([value, id]: Cursor) => sql`(${column}, ${a}.id) ${upTo} (${parse(value)}, ${id}::uuid)`,
  }
}

export type PageQuery = ReturnType<typeof pageQueryOf>

export const pageQueryOf = (actor: Actor, query: Filter<AoiListQuery>, a: Alias) => {
  const { search = '', limit, sort, cursor, until } = query
  const after = cursor && decodeCursor(cursor, sort, 'cursor')
  const end = until && decodeCursor(until, sort, 'until')
  const first = after || end
  // All pages of a list compare with the same moment.
  const moment = sort === 'upcoming' && first ? momentOf(first) : undefined
  const by = sorting(query, a, moment ?? `${Math.floor(databaseMs())}000`)
  const between = sql.join([after ? by.after(after) : sql`true`, end ? by.until(end) : sql`true`], sql` and `)
  return {
    a,
    search,
    limit,
    by,
    conditions: {
      all: filterCondition(query, actor, a),
      withoutSearch: filterCondition({ ...query, search: undefined }, actor, a),
      between,
      // Leaves out the limits of a token, because no index of lists decides them.
      listed: sql`${between} and ${filterCondition(decidedByIndex(query), { ...actor, token: null }, a)}`,
    },
  }
}

/** The part of a filter that the list's index decides, so that PostgreSQL reads only matching rows, and in order. */
const decidedByIndex = ({
  type,
  sort,
  metric,
  startTime,
  endTime,
  isActivity,
  isSensors,
}: Filter<AoiListQuery>): Filter => {
  const isState = AoiState.options.some((state) => state === type)
  // A metric may apply the period to log entries instead.
  const isTimed = sort === 'createdAt' && !metric
  return {
    isActivity,
    isSensors,
    type: isState && sort !== 'nearest' ? type : 'all',
    ...(isTimed && { startTime, endTime }),
  }
}
