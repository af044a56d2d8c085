import { type RawBuilder, sql } from 'kysely'
import { type Actor, type AoiGroup, kindOf } from '#contract'
import type { Db } from '../db/database.ts'
import { type Filter, scope } from './filter.ts'
import type { ListRow } from './list.ts'

type Counted = { id: string | null; title: string; count: number }

const countBy = async (
  db: Db,
  actor: Actor,
  filter: Filter,
  column: RawBuilder<unknown>,
  title: RawBuilder<unknown>,
) => {
  const { rows } = await sql<Counted>`
    select g.id, coalesce(${title}, '') as title, g.count from (
      select ${column} as id, count(*)::int as count from ${scope(filter, actor)} group by 1) g
    order by g.count desc, title`.execute(db)
  return rows
}

const withIds = (
  groups: Counted[],
  rows: readonly ListRow[],
  key: 'creatorId' | 'eventTypeId' | 'communityId',
): AoiGroup[] => {
  const ids = Map.groupBy(rows, (row) => row[key] ?? null)
  return groups.map(({ id, title, count }) => ({
    _id: id ?? 'none',
    title,
    count,
    aois: (ids.get(id) ?? []).map((row) => row.id),
  }))
}

const memberName = sql`(select coalesce(nullif(btrim(m.first_name || ' ' || m.last_name), ''), m.username) from member m where m.id = g.id)`
const typeName = sql`(select t.name from event_type t where t.id = g.id)`
const communityTitle = sql`(select c.title from community c where c.id = g.id)`

/** Counts are over the whole set; ids only of what the page holds, so that no AOI is sent twice (behaviour 9). */
export const groups = async (db: Db, actor: Actor, filter: Filter, rows: readonly ListRow[]) => {
  const kind = kindOf(filter)
  const [users, types, communities] = await Promise.all([
    countBy(db, actor, filter, sql`a.creator_id`, memberName),
    kind === 'event' ? countBy(db, actor, filter, sql`a.event_type_id`, typeName) : [],
    kind === 'activity' ? countBy(db, actor, filter, sql`a.community_id`, communityTitle) : [],
  ])
  return {
    byUsers: withIds(users, rows, 'creatorId'),
    byTypes: withIds(types, rows, 'eventTypeId'),
    byCommunity: withIds(communities, rows, 'communityId'),
  }
}
