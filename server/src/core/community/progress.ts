import { type RawBuilder, sql } from 'kysely'
import type { Criterion, Dashboard } from '#contract'
import { databaseTime } from '../../platform/db/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { addressOfFile } from '../../platform/files/files.ts'

type Months = {
  timeZone: string
  until: Date
  months: number
}

/** Own AOIs of a group: those that name it, and events reported by its members. */
const isOwn = sql`(exists (select 1 from aoi_group i where i.aoi_id = a.id and i.group_id = k.group_id)
  or a.kind = 'event' and exists (
    select 1 from group_member i join community_group g on g.id = i.group_id
    join community c on c.id = g.community_id and c.service_id = a.service_id
    where i.group_id = k.group_id and (i.member_id = a.creator_id or i.visitor_id = a.visitor_id)))`

/** Own AOIs `a`, found from the group's members, because a month may have far more events than they reported. */
const ownEvents = (condition: RawBuilder<unknown>) => {
  // `offset 0` keeps the planner from reading all events of the month.
  const reportedBy = (person: RawBuilder<unknown>) => sql`
    select a.id, a.created_at from group_member i
    join community_group g on g.id = i.group_id join community c on c.id = g.community_id
    cross join lateral (select a.id, a.created_at from aoi a
      where ${person} and a.service_id = c.service_id and a.kind = 'event' and ${condition} offset 0) a
    where i.group_id = k.group_id`
  return sql`
    select a.id, a.created_at from aoi_group i join aoi a on a.id = i.aoi_id where i.group_id = k.group_id and ${condition}
    union ${reportedBy(sql`a.creator_id = i.member_id`)} union ${reportedBy(sql`a.visitor_id = i.visitor_id`)}`
}

/** Count of each criterion `k` per month in the reader's time zone. */
const monthly = (condition: RawBuilder<unknown>, { timeZone, until, months }: Months) => {
  const last = sql`date_trunc('month', ${until}::timestamptz at time zone ${timeZone})`
  const first = sql`(${last} - make_interval(months => ${months - 1}))`
  const monthOf = (time: RawBuilder<unknown>) => sql`date_trunc('month', ${time} at time zone ${timeZone})`
  const within = (time: RawBuilder<unknown>) => sql`${time} >= ${first} at time zone ${timeZone}
    and ${time} < (${last} + interval '1 month') at time zone ${timeZone}`
  return sql`
    select k.id, k.group_id, k.target_per_month as target, s.month, count(h.id)::int as count
    from criterion k
    cross join generate_series(${first}, ${last}, interval '1 month') as s (month)
    left join (
      select k.id, ${monthOf(sql`e.happened_at`)} as month
      from criterion k join log_entry e on e.action_id = k.action_id and not e.is_system and ${within(sql`e.happened_at`)}
      join aoi a on a.id = e.aoi_id and a.deleted_at is null
      where ${condition} and ${isOwn}
      union all
      select k.id, ${monthOf(sql`a.created_at`)}
      from criterion k cross join lateral (${ownEvents(
        sql`a.event_type_id = k.event_type_id and a.deleted_at is null and a.main_id is null and ${within(sql`a.created_at`)}`,
      )}) a
      where ${condition} and k.event_type_id is not null
    ) h on h.id = k.id and h.month = s.month
    where ${condition} group by k.id, s.month`
}

type Row = Omit<Criterion, 'photo'> & { photoToken: string | null }

export const criteriaOf = async (db: Db, groupId: string, timeZone: string): Promise<Criterion[]> => {
  const { rows } = await sql<Row>`
    select c.id, c.name, c.translations, f.token as photo_token, c.target_per_month as target, c.action_id,
      c.event_type_id as public_action_id, coalesce(x.name, t.name, '') as counted,
      coalesce(x.translations, t.translations, '{}') as counted_translations, d.date
    from criterion c
    join (select id, json_agg(json_build_object('month', to_char(month, 'YYYY-MM'), 'count', count) order by month) as date
      from (${monthly(sql`k.group_id = ${groupId}`, { timeZone, until: databaseTime(), months: 12 })}) m group by id
    ) d on d.id = c.id
    left join file f on f.id = c.photo_file_id
    left join action x on x.id = c.action_id
    left join event_type t on t.id = c.event_type_id
    order by c.sort_order, c.id`.execute(db)
  return rows.map(({ photoToken, ...row }) => ({ ...row, photo: photoToken && addressOfFile(photoToken) }))
}

export const reachedBy = async (
  db: Db,
  serviceIds: readonly string[],
  when: Pick<Months, 'timeZone' | 'until'>,
): Promise<Dashboard['groups']> => {
  const visible = sql`k.group_id in (select g.id from community_group g join community c on c.id = g.community_id
    where c.service_id = any(${serviceIds as string[]}::uuid[]))`
  const { rows } = await sql<Omit<Dashboard['groups'][number], '_id'> & { id: string }>`
    select g.id, g.name, g.translations, avg(least(1, m.count::float8 / m.target)) as reached, count(*)::int as criteria
    from (${monthly(visible, { ...when, months: 1 })}) m join community_group g on g.id = m.group_id
    group by g.id order by reached desc, g.name`.execute(db)
  return rows.map(({ id, ...row }) => ({ ...row, _id: id }))
}
