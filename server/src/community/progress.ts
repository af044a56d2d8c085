import { sql } from 'kysely'
import { type Criterion, Problem } from '#contract'
import type { Db } from '../db/database.ts'
import { addressOfFile } from '../files/files.ts'

type Row = Omit<Criterion, 'photo'> & { photoToken: string | null }

const isTimeZone = (name: string): boolean => Intl.supportedValuesOf('timeZone').includes(name) || name === 'UTC'

/**
 * What a group is measured by, counted over the last 12 months of the reader's time zone (behaviour 25). Its own are the
 * AOIs that name it, and the events that its people reported.
 */
export const criteriaOf = async (db: Db, groupId: string, timeZone: string): Promise<Criterion[]> => {
  if (!isTimeZone(timeZone)) throw new Problem('invalid', { fields: { timeZone: 'form.invalid' } })
  const { rows } = await sql<Row>`
    with month as (
      select generate_series(0, 11) as back,
        date_trunc('month', now() at time zone ${timeZone}) - make_interval(months => 11) as first
    ), months as (
      select first + make_interval(months => back) as month from month
    ), since as (
      select (min(month) at time zone ${timeZone}) as time from months
    ), owned as materialized (
      select i.aoi_id as id from aoi_group i where i.group_id = ${groupId}
      union
      select a.id from group_member m join aoi a on a.creator_id = m.member_id and a.kind = 'event'
        join community_group g on g.id = m.group_id join community c on c.id = g.community_id
        where m.group_id = ${groupId} and a.service_id = c.service_id
      union
      select a.id from group_member m join aoi a on a.visitor_id = m.visitor_id and a.kind = 'event'
        where m.group_id = ${groupId}
    ), happened as (
      select c.id, date_trunc('month', e.happened_at at time zone ${timeZone}) as month
      from criterion c join log_entry e on e.action_id = c.action_id and not e.is_system
        join owned on owned.id = e.aoi_id join aoi a on a.id = owned.id and a.deleted_at is null
      where c.group_id = ${groupId} and e.happened_at >= (select time from since)
      union all
      select c.id, date_trunc('month', a.created_at at time zone ${timeZone}) as month
      from criterion c join aoi a on a.event_type_id = c.event_type_id and a.deleted_at is null
        join owned on owned.id = a.id
      where c.group_id = ${groupId} and a.created_at >= (select time from since)
    )
    select c.id, c.name, f.token as photo_token, c.target_per_month as target, c.action_id,
      c.event_type_id as public_action_id, coalesce(x.name, t.name, '') as counted,
      (select json_agg(json_build_object('month', to_char(s.month, 'YYYY-MM'), 'count', (
        select count(*)::int from happened h where h.id = c.id and h.month = s.month)) order by s.month)
        from months s) as date
    from criterion c
    left join file f on f.id = c.photo_file_id
    left join action x on x.id = c.action_id
    left join event_type t on t.id = c.event_type_id
    where c.group_id = ${groupId} order by c.sort_order, c.id`.execute(db)
  return rows.map(({ photoToken, ...row }) => ({ ...row, photo: photoToken && addressOfFile(photoToken) }))
}
