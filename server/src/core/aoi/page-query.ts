import { sql } from 'kysely'
import { type Actor, type AoiListQuery, AoiState, kindOf } from '#contract'
import { decodeCursor } from './cursor.ts'
import { type Filter, filterCondition } from './filter.ts'
import { sorting } from './sorting.ts'

/** A page of a list in SQL: its filter, its order and its cursors, as conditions on `aoi a`. */
export type PageQuery = ReturnType<typeof pageQueryOf>

export const pageQueryOf = (actor: Actor, query: Filter<AoiListQuery>) => {
  const { search = '', limit, sort, cursor, until } = query
  const by = sorting(query)
  const between = sql.join(
    [
      cursor ? by.after(decodeCursor(cursor, sort, 'cursor')) : sql`true`,
      until ? by.until(decodeCursor(until, sort, 'until')) : sql`true`,
    ],
    sql` and `,
  )
  return {
    search,
    limit,
    by,
    conditions: {
      /** All conditions of the filter, with the search. Needs `member me`. */
      all: filterCondition(query, actor),
      withoutSearch: filterCondition({ ...query, search: undefined }, actor),
      between,
      /** Conditions decided by the index of the order. */
      listed: sql`a.kind = ${kindOf(query)} and a.deleted_at is null and a.main_id is null and ${between}
        and ${decidedByIndex(query)}`,
    },
  }
}

const decidedByIndex = ({ type, sort, metric, startTime, endTime }: Filter<AoiListQuery>) => {
  const isState = AoiState.options.some((state) => state === type)
  // The times of a metric may be those of log entries.
  const isTimed = sort === 'createdAt' && !metric
  return sql.join(
    [
      isState && sort !== 'nearest' ? sql`a.state = ${type}` : sql`true`,
      isTimed && startTime ? sql`a.created_at >= ${startTime}` : sql`true`,
      isTimed && endTime ? sql`a.created_at <= ${endTime}` : sql`true`,
    ],
    sql` and `,
  )
}
