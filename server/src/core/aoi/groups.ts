import { type RawBuilder, sql } from 'kysely'
import { type Actor, type AoiGroup, type AoiKind, kindOf, readsContacts, type Translations } from '#contract'
import { type CountById, countByIds } from '../../memory/counts.ts'
import type { View, Views } from '../../memory/view.ts'
import type { Db } from '../../platform/db/database.ts'
import { aoiFilter, type Filter, visibleAois } from './filter.ts'
import type { ListRow } from './list.ts'

type Grouping = 'user' | 'type' | 'community'
type GroupCount = { by: Grouping; id: string | null; title: string; translations: Translations | null; count: number }

const columns: Record<Grouping, RawBuilder<unknown>> = {
  user: sql`a.creator_id`,
  type: sql`a.event_type_id`,
  community: sql`a.community_id`,
}
const titles: Record<Grouping, RawBuilder<unknown>> = {
  user: sql`(select coalesce(nullif(btrim(m.first_name || ' ' || m.last_name), ''), m.username) from member m where m.id = g.id)`,
  type: sql`(select t.name from event_type t where t.id = g.id)`,
  community: sql`(select c.title from community c where c.id = g.id)`,
}

/** Translations by language: `{ he: { title } }`. */
const translations: Record<Grouping, RawBuilder<unknown>> = {
  user: sql`null::jsonb`,
  type: sql`(select jsonb_object_agg(l.key, jsonb_build_object('title', l.value ->> 'name'))
    from event_type t, jsonb_each(t.translations) l where t.id = g.id and l.value ->> 'name' is not null)`,
  community: sql`(select c.translations from community c where c.id = g.id)`,
}

const labelled = (by: Grouping, counts: RawBuilder<unknown>) => sql`
  select ${by} as by, g.id, coalesce(${titles[by]}, '') as title, ${translations[by]} as translations, g.count
  from ${counts}`

const inOrder = async (db: Db, groupings: readonly RawBuilder<unknown>[], before = sql``) => {
  const { rows } = await sql<GroupCount>`${before} ${sql.join(groupings, sql` union all `)}
    order by count desc, title, id`.execute(db)
  return Map.groupBy(rows, ({ by }) => by)
}

/** Counts the groups of all groupings in one read of the matching rows. */
const countInSql = (db: Db, actor: Actor, filter: Filter, groupings: readonly Grouping[]) => {
  const together = sql`with together as materialized (
      select ${sql.join(groupings.map((by) => columns[by]))}, count(*) as count from ${visibleAois(actor, filter)} a
      group by ${sql.join(groupings.map((by) => columns[by]))})`
  const countBy = (by: Grouping) =>
    labelled(by, sql`(select ${columns[by]} as id, sum(count)::int as count from together a group by 1) g`)
  return inOrder(db, groupings.map(countBy), together)
}

const nameCounts = (db: Db, counts: Record<Grouping, CountById>, groupings: readonly Grouping[]) =>
  inOrder(
    db,
    groupings.map((by) => {
      const ids = [...counts[by].keys()]
      const sizes = [...counts[by].values()]
      return labelled(by, sql`unnest(${ids}::uuid[], ${sizes}::int[]) as g (id, count)`)
    }),
  )

const countGroups = async (found: View): Promise<Record<Grouping, CountById>> => {
  const { creatorId, eventTypeId, communityId } = await countByIds(found, ['creatorId', 'eventTypeId', 'communityId'])
  return { user: creatorId, type: eventTypeId, community: communityId }
}

const withIds = (
  groups: readonly GroupCount[],
  rows: readonly ListRow[],
  key: 'creatorId' | 'eventTypeId' | 'communityId',
): AoiGroup[] => {
  const ids = Map.groupBy(rows, (row) => row[key] ?? null)
  return groups.map(({ id, title, translations, count }) => ({
    _id: id ?? 'none',
    title,
    translations: translations ?? {},
    count,
    aois: (ids.get(id) ?? []).map((row) => row.id),
  }))
}

const groupingsOf: Record<AoiKind, readonly Grouping[]> = {
  event: ['user', 'type'],
  activity: ['user', 'community'],
  sensor: ['user'],
}

type Counts = Record<Grouping, CountById>

/** Counts the groups of a filter in memory; undefined if PostgreSQL must count. */
export const countInMemory = async (view: Views, actor: Actor, filter: Filter): Promise<Counts | undefined> => {
  const found = await view(aoiFilter(filter, actor))
  return found.rows ? undefined : countGroups(found)
}

/** The counts cover all matching AOIs, the ids only the rows of the page, so that no AOI is sent twice. */
export const groups = async (
  db: Db,
  actor: Actor,
  filter: Filter,
  { rows, counts }: { rows: readonly ListRow[]; counts: Counts | undefined },
) => {
  const groupings = groupingsOf[kindOf(filter)]
  const grouped = counts ? await nameCounts(db, counts, groupings) : await countInSql(db, actor, filter, groupings)
  return {
    byUsers: !readsContacts(actor) ? [] : withIds(grouped.get('user') ?? [], rows, 'creatorId'),
    byTypes: withIds(grouped.get('type') ?? [], rows, 'eventTypeId'),
    byCommunity: withIds(grouped.get('community') ?? [], rows, 'communityId'),
  }
}
