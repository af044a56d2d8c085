import { sql } from 'kysely'
import type { Actor, AoiListQuery, LngLat } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { type Filter, visibleAois } from './filter.ts'
import { encodeCursor, type PageQuery, pageQueryOf } from './page-query.ts'
import type { Alias } from './reading.ts'
import { summaryOf } from './row.ts'
import { searchedIds } from './search-page.ts'

export type ListRow = {
  id: string
  value: string
  json: string
  /** Present if the query asks for groups. */
  creatorId?: string | null
  eventTypeId?: string | null
  communityId?: string | null
}

const idsOnPage = async (db: Db, actor: Actor, query: Filter<AoiListQuery>, page: PageQuery) => {
  // A member has few shares, so all of them are read and sorted.
  if (query.type === 'shared') return undefined
  if (query.search) return searchedIds(db, actor, page)
  const { sort, near } = query
  return sort === 'nearest' && near ? nearestIds(db, actor, { ...query, near }, page) : undefined
}

/** Aliases in camel case, because the plugin that renames keys would take a tenth of a list's time. */
const groupColumns = sql`,
  a.creator_id as "creatorId", a.event_type_id as "eventTypeId", a.community_id as "communityId"`

export const page = async (db: Db, actor: Actor, query: Filter<AoiListQuery>) => {
  const { limit, sort } = query
  const a = sql`a`
  const pageQuery = pageQueryOf(actor, query, a)
  const { by } = pageQuery
  const ids = await idsOnPage(db, actor, query, pageQuery)
  const frontOf = (row: Alias) => {
    const { by, conditions } = pageQueryOf(actor, query, row)
    return { order: by.order, after: conditions.between, limit: limit + 1 }
  }
  const found = ids ? sql`(select * from aoi where id = any(${ids}))` : visibleAois(actor, query, frontOf)
  const json = summaryOf(a, actor, { withAnswers: query.answers })
  const { rows } = await sql<ListRow>`
    select a.id, ${by.value} as value, ${json}::text as json ${query.groups ? groupColumns : sql``}
    from ${found} a order by ${by.order} limit ${limit + 1}`.execute(db.withoutPlugins())
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    rows: shown,
    nextCursor: rows.length > shown.length && last ? encodeCursor(sort, [last.value, last.id]) : null,
  }
}

export const nearestIds = async (
  db: Db,
  actor: Actor,
  query: Filter<AoiListQuery> & { near: LngLat },
  { a, by, conditions }: PageQuery,
): Promise<string[]> => {
  const ids: string[] = []
  for (const serviceId of actor.visibleServiceIds) {
    const { rows } = await sql<{ id: string }>`
      select ${a}.id from aoi ${a}
      where ${a}.service_id = ${serviceId} and ${conditions.all} and ${conditions.between}
      order by ${by.order} limit ${query.limit + 1}`.execute(db)
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}

/** Up to 1,000 ids of the newest events of each event type, and the number of all its events. */
export const newestByType = async (
  db: Db,
  serviceId: string,
): Promise<Map<string, { aois: string[]; count: number }>> => {
  const { rows } = await sql<{ eventTypeId: string; aois: string[]; count: number }>`
    select t.id as event_type_id, newest.aois, total.count
    from event_type t
    cross join lateral (select coalesce(array_agg(id), '{}') as aois from (
      select a.id from aoi a where a.event_type_id = t.id and a.deleted_at is null and a.main_id is null
      order by a.created_at desc, a.id desc limit 1000) n) newest
    cross join lateral (
      select count(*)::int from aoi a where a.event_type_id = t.id and a.deleted_at is null and a.main_id is null) total
    where t.service_id = ${serviceId}`.execute(db)
  return new Map(rows.map(({ eventTypeId, ...attached }) => [eventTypeId, attached]))
}
