import { type RawBuilder, sql } from 'kysely'
import { type Actor, AGE_DAYS, type Dashboard } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import * as aois from '../aoi/queries.ts'
import { byAnother, isWord } from './conditions.ts'

export const list = (object: RawBuilder<unknown>, order: RawBuilder<unknown>, from: RawBuilder<unknown>) =>
  sql`(select coalesce(json_agg(${object} order by ${order}), '[]') from ${from})`

const responseTimes = sql`
  select c.event_type_id, extract(epoch from case when a.first_at < c.created_at then interval '0'
    else a.first_at - c.created_at end) as seconds
  from chosen c left join (
    select e.aoi_id, min(e.happened_at) as first_at from chosen c join log_entry e on e.aoi_id = c.id
    where ${byAnother} group by e.aoi_id) a on a.aoi_id = c.id`

/** The counts of regions with their names. `counts` has the columns region_id and count. */
const regionList = (counts: RawBuilder<unknown>) =>
  list(
    sql`json_build_object('_id', region_id, 'name', coalesce(r.name, ''),
      'translations', coalesce(r.translations, '{}'), 'count', count)`,
    sql`count desc, r.name`,
    sql`${counts} d left join region r on r.id = region_id`,
  )

/** For each report of a visitor, when its reporter had the first word. Of the main event it reads what was written since the merge. */
const firstWords = (now: Date) => sql`
  with reporter as (
    select c.id, c.id as main_id, c.created_at, null::timestamptz as merged_at from chosen c where c.visitor_id is not null
    union all
    select o.id, c.id, o.created_at, o.merged_at from chosen c join aoi o on o.main_id = c.id
    where o.visitor_id is not null and o.deleted_at is null),
  word as (
    select r.id, e.happened_at as at from reporter r join log_entry e on e.aoi_id = r.id where ${isWord}
    union all
    select r.id, e.happened_at from reporter r join log_entry e on e.aoi_id = r.main_id
    where r.main_id <> r.id and e.received_at > r.merged_at and e.report_id is null and ${isWord}
    union all
    select r.id, a.archived_at from reporter r join aoi a on a.id = r.main_id
    where a.archived_at is not null and a.archived_by is not null)
  select extract(epoch from case when f.first_at < r.created_at then interval '0' else f.first_at - r.created_at end)
      as seconds,
    case when f.first_at is null and c.state <> 'done' then extract(epoch from ${now}::timestamptz - r.created_at) end as waiting_seconds
  from reporter r join chosen c on c.id = r.main_id
  left join (select id, min(at) as first_at from word group by id) f on f.id = r.id`

const eventNumbers = (timeZone: string, now: Date) => sql`
  (select count(*)::int from chosen) as total,
  ${list(
    sql`json_build_object('day', to_char(day, 'YYYY-MM-DD'), 'eventType', event_type_id, 'count', count)`,
    sql`day, count desc, event_type_id`,
    sql`(select (created_at at time zone ${timeZone})::date as day, event_type_id, count(*)
      from chosen group by 1, 2) d`,
  )} as "byDay",
  ${regionList(sql`(select region_id, count(*) from chosen group by 1)`)} as "byRegion",
  ${list(
    sql`json_build_object('eventType', event_type_id, 'answered', answered, 'waiting', waiting,
      'medianSeconds', percent[1], 'slowestTenthSeconds', percent[2])`,
    sql`answered desc, event_type_id`,
    sql`(select event_type_id, count(seconds) as answered, count(*) - count(seconds) as waiting,
      percentile_cont(array[0.5, 0.9]) within group (order by seconds) as percent
      from (${responseTimes}) s group by 1) d`,
  )} as "response",
  (select json_build_object('reports', count(*), 'answered', count(seconds), 'waiting', count(waiting_seconds),
      'medianSeconds', percentile_cont(0.5) within group (order by seconds),
      'longestWaitSeconds', max(waiting_seconds))
    from (${firstWords(now)}) s) as "firstWord",
  ${list(
    sql`json_build_object('sinceDays', d.since, 'new', d.new, 'inProgress', d.in_progress)`,
    sql`d.since`,
    sql`(select age.since, count(*) filter (where o.state = 'new') as new,
        count(*) filter (where o.state = 'inProgress') as in_progress
      from unnest(${sql.val([...AGE_DAYS])}::int[]) as age (since)
      left join (select c.state, width_bucket((${now}::timestamptz at time zone ${timeZone})::date
          - (c.created_at at time zone ${timeZone})::date, ${sql.val([...AGE_DAYS])}::int[]) as place
        from chosen c where c.state <> 'done') o
      on greatest(o.place, 1) = array_position(${sql.val([...AGE_DAYS])}::int[], age.since)
      group by age.since) d`,
  )} as "openByAge"`

type EventNumbers = Omit<Dashboard, 'activities' | 'groups'>

/** All numbers about events, by one query. */
export const countInSql = async (
  db: Db,
  actor: Actor,
  { filter, timeZone, now }: { filter: aois.Filter; timeZone: string; now: Date },
): Promise<EventNumbers> => {
  const { rows } = await sql<EventNumbers>`
    with chosen as materialized (
      select a.id, a.created_at, a.event_type_id, a.region_id, a.state, a.creator_id, a.visitor_id
      from ${aois.scope(filter, actor)})
    select ${eventNumbers(timeZone, now)}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a select without a table answers one row')
  return row
}

/** By region alone: counted here, or named if memory counted them. */
export const regionNumbers = async (
  db: Db,
  actor: Actor,
  filter: aois.Filter,
  counted: ReadonlyMap<string | null, number> | undefined,
): Promise<Dashboard['byRegion']> => {
  const counts = counted
    ? sql`(select * from unnest(${[...counted.keys()]}::uuid[], ${[...counted.values()]}::int[]) as c (region_id, count))`
    : sql`(select a.region_id, count(*) from ${aois.scope(filter, actor)} group by 1)`
  const { rows } = await sql<Pick<Dashboard, 'byRegion'>>`select ${regionList(counts)} as "byRegion"`.execute(db)
  return rows[0]?.byRegion ?? []
}
