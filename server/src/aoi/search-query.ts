import { sql } from 'kysely'
import type { Actor, AoiListQuery } from '#contract'
import type { SearchQuery } from '../search/query.ts'
import { decodeCursor } from './cursor.ts'
import { type Filter, filterCondition } from './filter.ts'
import { sorting } from './sorting.ts'

/** Translates a page of a list for the search engine. Without a search text it still selects between the cursors. */
export const searchQueryOf = (actor: Actor, query: Filter<AoiListQuery>): SearchQuery => {
  const { search = '', metric, cursor, ...page } = query
  const by = sorting(query)
  const after = cursor ? decodeCursor(cursor, query.sort, 'cursor') : undefined
  const until = query.until ? decodeCursor(query.until, query.sort, 'until') : undefined
  return {
    ...page,
    text: search,
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
