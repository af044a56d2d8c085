import { sql } from 'kysely'
import type { Actor, AoiFilter, Dashboard } from '#contract'
import type { Views } from '../../memory/view.ts'
import { databaseTime } from '../../platform/db/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import * as aois from '../aoi/filter.ts'
import { reachedBy } from '../community/progress.ts'
import type { openEventCounts } from './count.ts'
import { countInSql, list, nameRegions } from './from-sql.ts'

type Query = Omit<AoiFilter, 'isActivity' | 'isSensors'> & { timeZone: string }

export type DashboardMemory = { view: Views; countEvents: ReturnType<typeof openEventCounts> }

export const eventNumbers = async (
  db: Db,
  { view, countEvents }: DashboardMemory,
  actor: Actor,
  { filter, ...question }: { filter: aois.Filter; timeZone: string; now: Date },
): Promise<Omit<Dashboard, 'activities' | 'groups'>> => {
  const found = await view(aois.aoiFilter(filter, actor))
  const counted = found.rows ? undefined : await countEvents(found, question)
  if (!counted) return countInSql(db, actor, { filter, ...question })
  return { ...counted, byRegion: await nameRegions(db, counted.byRegion) }
}

const activityNumbers = (actor: Actor, filter: aois.Filter) =>
  list(
    sql`json_build_object('_id', d.community_id, 'title', c.title, 'translations', c.translations,
      'activities', activities, 'subscribers', subscribers)`,
    sql`activities desc, c.title`,
    sql`(select a.community_id, count(*) as activities, coalesce(sum(s.count), 0)::int as subscribers
      from ${aois.visibleAois(actor, filter)} a
      left join (select aoi_id, count(*) from subscriber where removed_at is null group by aoi_id) s on s.aoi_id = a.id
      group by a.community_id) d join community c on c.id = d.community_id`,
  )

export const dashboard = async (
  db: Db,
  memory: DashboardMemory,
  actor: Actor,
  { timeZone, ...filter }: Query,
): Promise<Dashboard> => {
  const now = databaseTime()
  const filterWithMetric = await aois.withMetric(db, actor, filter)
  // Only events have a type, only activities a community.
  const { eventType, community, ...both } = filterWithMetric
  const [events, activities, groups] = await Promise.all([
    eventNumbers(db, memory, actor, { filter: { ...both, eventType }, timeZone, now }),
    sql<Pick<Dashboard, 'activities'>>`
      select ${activityNumbers(actor, { ...both, community, isActivity: true })} as activities`.execute(db),
    reachedBy(db, actor.visibleServiceIds, { until: filter.endTime ?? now, timeZone }),
  ])
  return { ...events, activities: activities.rows[0]?.activities ?? [], groups }
}
