import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

const isNamed = sql`(lower(btrim(r.name)) = any(w.area_keys)
  or exists (select from jsonb_each(r.translations) t where lower(btrim(t.value ->> 'name')) = any(w.area_keys)))`

/**
 * Which regions the current warnings of a feed touch or name, whether they touch the home area, and whether they are
 * within the limit of their feed. Run at each check, because regions and the home area change. Areas without geometry
 * may be anywhere, so they count as the home area.
 */
export const placeWarnings = async (db: Db, feedId: string): Promise<number> => {
  const { rows } = await sql`
    with placed as (
      select w.id, f.kept,
        array(select r.id from region r where r.service_id = w.service_id
          and (${isNamed} or exists (select from unnest(w.shapes) s where s && r.outline)) order by r.id) as region_ids,
        v.home_area is null or w.shapes is null or exists (select from unnest(w.shapes) s where s && polygon(box(
          point((v.home_area ->> 0)::float8, (v.home_area ->> 1)::float8),
          point((v.home_area ->> 2)::float8, (v.home_area ->> 3)::float8)))) as is_in_home
      from warning w join warning_feed f on f.id = w.feed_id join service v on v.id = w.service_id
      where w.feed_id = ${feedId} and w.ended_at is null),
    limited as (
      select *, case kept ->> 'type' when 'home' then is_in_home
        when 'regions' then region_ids && array(select jsonb_array_elements_text(kept -> 'regionIds'))::uuid[]
        else true end as is_kept
      from placed)
    update warning w set region_ids = l.region_ids, is_in_home = l.is_in_home, is_kept = l.is_kept
    from limited l
    where w.id = l.id and (w.region_ids, w.is_in_home, w.is_kept) is distinct from (l.region_ids, l.is_in_home, l.is_kept)
    returning w.id`.execute(db)
  return rows.length
}
