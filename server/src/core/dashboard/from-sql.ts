import { type RawBuilder, sql } from 'kysely'
import { type Actor, AGE_DAYS, type Dashboard } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import * as aois from '../aoi/filter.ts'

export const list = (object: RawBuilder<unknown>, order: RawBuilder<unknown>, from: RawBuilder<unknown>) =>
  sql`(select coalesce(json_agg(${object} order by ${order}), '[]') from ${from})`

const secondsUntil = (time: RawBuilder<unknown>) =>
  sql`extract(epoch from case when ${time} < c.created_at then interval '0' else ${time} - c.created_at end)`

const regionList = (counts: RawBuilder<unknown>) =>
  list(
    sql`json_build_object('_id', region_id, 'name', coalesce(r.name, ''),
      'translations', coalesce(r.translations, '{}'), 'count', count)`,
    sql`count desc, r.name`,
    sql`${counts} d left join region r on r.id = region_id`,
  )

const firstWords = (now: Date) => sql`
  select ${secondsUntil(sql`c.first_word_at`)} as seconds,
    case when c.first_word_at is null and c.main_state <> 'done' then extract(epoch from ${now}::timestamptz - c.created_at) end
      as waiting_seconds
  from (
    select created_at, first_word_at, state as main_state from chosen where visitor_id is not null
    union all
    select o.created_at, o.first_word_at, c.state from chosen c join aoi o on o.main_id = c.id
    where o.visitor_id is not null and o.deleted_at is null) c`

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
      from (select c.event_type_id, ${secondsUntil(sql`c.responded_at`)} as seconds from chosen c) s group by 1) d`,
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

export const countInSql = async (
  db: Db,
  actor: Actor,
  { filter, timeZone, now }: { filter: aois.Filter; timeZone: string; now: Date },
): Promise<EventNumbers> => {
  const { rows } = await sql<EventNumbers>`
    with chosen as materialized (
      select a.id, a.created_at, a.event_type_id, a.region_id, a.state, a.visitor_id, a.responded_at, a.first_word_at
      from ${aois.visibleAois(actor, filter)} a)
    select ${eventNumbers(timeZone, now)}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a select without a table returns one row')
  return row
}

export const nameRegions = async (
  db: Db,
  counts: ReadonlyMap<string | null, number>,
): Promise<Dashboard['byRegion']> => {
  const counted = sql`(select * from unnest(${[...counts.keys()]}::uuid[], ${[...counts.values()]}::int[]) as c (region_id, count))`
  const { rows } = await sql<Pick<Dashboard, 'byRegion'>>`select ${regionList(counted)} as "byRegion"`.execute(db)
  return rows[0]?.byRegion ?? []
}
