import { type RawBuilder, sql } from 'kysely'
import type { AoiListQuery } from '#contract'
import type { Cursor } from './cursor.ts'
import { distanceFrom } from './nearest.ts'

/** The order of a list in SQL. */
type SqlOrder = {
  /** For `order by`; ends with the id, so that no two rows are equal. */
  order: RawBuilder<unknown>
  column: RawBuilder<unknown>
  direction: RawBuilder<unknown>
  /** The column as text, as a cursor holds it. */
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

const columnOf = ({ sort, near }: Pick<AoiListQuery, 'sort' | 'near'>) => {
  if (sort === 'name')
    return {
      column: sql`a.name_key`,
      value: sql`a.name_key`,
      parse: (value: string) => sql`${value}::text collate "C"`,
    }
  if (sort === 'startTime') return timeColumn(sql`coalesce(a.start_at, a.end_at, a.created_at)`)
  if (sort === 'createdAt' || !near) return timeColumn(sql`a.created_at`)
  // PostgreSQL parses the text of a number back exactly.
  const column = sql`(${distanceFrom(near)})`
  return { column, value: sql`${column}::text`, parse: (value: string) => sql`${value}::float8` }
}

export const sorting = (query: Pick<AoiListQuery, 'sort' | 'order' | 'near'>): SqlOrder => {
  const { column, value, parse } = columnOf(query)
  const isUp = query.sort === 'nearest' || query.order === 'asc'
  const direction = isUp ? sql`asc` : sql`desc`
  const [beyond, upTo] = isUp ? [sql`>`, sql`<=`] : [sql`<`, sql`>=`]
  return {
    order: sql`${column} ${direction}, a.id ${direction}`,
    column,
    direction,
    value,
    after: ([value, id]: Cursor) => sql`(${column}, a.id) ${beyond} (${parse(value)}, ${id}::uuid)`,
    until: ([value, id]: Cursor) => sql`(${column}, a.id) ${upTo} (${parse(value)}, ${id}::uuid)`,
  }
}
