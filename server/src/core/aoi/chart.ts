import { sql } from 'kysely'
import type { Actor, AoiChart } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { type Filter, visibleAois } from './filter.ts'

export const chart = async (
  db: Db,
  actor: Actor,
  { aoiIds, timeZone, ...filter }: Filter & { aoiIds?: string[] | undefined; timeZone: string },
): Promise<AoiChart> => {
  const chosen = aoiIds ? sql`where a.id = any(${aoiIds}::uuid[])` : sql``
  const { rows } = await sql<AoiChart>`
    with chosen as materialized (select a.id, a.created_at, a.event_type_id from ${visibleAois(actor, filter)} a ${chosen})
    select
      (select coalesce(json_agg(json_build_object('day', to_char(day, 'YYYY-MM-DD'), 'count', count) order by day), '[]') from (
        select (created_at at time zone ${timeZone})::date as day, count(*) from chosen group by 1) d) as "byDay",
      (select coalesce(json_agg(json_build_object('_id', event_type_id, 'label', coalesce(t.name, ''), 'count', count)
        order by count desc, t.name), '[]') from (
        select event_type_id, count(*) from chosen group by 1) c left join event_type t on t.id = event_type_id) as "byType",
      (select coalesce(json_agg(json_build_object('_id', action_id, 'name', coalesce(x.name, action_name),
        'translations', coalesce(x.translations, '{}'), 'unit', v.unit, 'count', count, 'sum', sum)
        order by count desc, action_name), '[]') from (
        select e.action_id, min(e.action_name) as action_name, min(e.unit) as unit, count(*),
          -- Earlier versions stored numbers of any size, and the sum must fit a double.
          least(greatest(coalesce(sum(e.value_number), 0), -1e300), 1e300)::float8 as sum
        from log_entry e join aoi o on o.id = e.aoi_id join chosen on chosen.id = coalesce(o.main_id, o.id)
        where e.type = 'action' and e.action_id is not null group by e.action_id) v
        left join action x on x.id = v.action_id) as "byValue"`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a select without a table returns one row')
  return row
}
