import { sql } from 'kysely'
import type { Actor, AoiListQuery } from '#contract'
import type { PageQuery } from '../../memory/search/query.ts'
import { decodeCursor } from './cursor.ts'
import { type Filter, filterCondition } from './filter.ts'
import { sorting } from './sorting.ts'

/** A page of a list in SQL: its filter, its order and its cursors. The search engine takes it as it is. */
export const pageQueryOf = (actor: Actor, query: Filter<AoiListQuery>): PageQuery => {
  const { search = '', metric, cursor, ...page } = query
  const by = sorting(query)
  const after = cursor ? decodeCursor(cursor, query.sort, 'cursor') : undefined
  const until = query.until ? decodeCursor(query.until, query.sort, 'until') : undefined
  return {
    ...page,
    search,
    hasMetric: metric !== undefined,
    after,
    until,
    by,
    conditions: {
      all: filterCondition(query, actor),
      withoutSearch: filterCondition({ ...query, search: undefined }, actor),
      between: sql`${after ? by.after(after) : sql`true`} and ${until ? by.until(until) : sql`true`}`,
    },
  }
}
