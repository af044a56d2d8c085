import { type RawBuilder, sql } from 'kysely'
import type { LngLat, SensorFacts } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import type { RuleSet } from './rule-set.ts'

export type SensorRow = Omit<SensorFacts, 'changeOf'> & { id: string; serviceId: string; kind: string | null }

type Row = {
  id: string
  serviceId: string
  kind: string | null
  parameters: SensorFacts['parameters']
  state: string
  location: { x: number; y: number } | null
  lastReadingAt: Date | null
  lastReceivedAt: Date | null
}

const columns = sql`id, service_id, telemetry_name as kind, parameters, state, location, last_reading_at, last_received_at`

/**
 * Locks sensors in the same order as the intake. `skipLocked` leaves out sensors that other transactions have locked.
 */
export const lockSensors = async (
  db: Db,
  ids: readonly string[],
  { skipLocked = false } = {},
): Promise<SensorRow[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<Row>`select ${columns} from sensor where id = any(${ids as string[]}::uuid[])
    order by id for no key update ${skipLocked ? sql`skip locked` : sql``}`.execute(db)
  return rows.map(({ location, lastReadingAt, lastReceivedAt, ...row }) => ({
    ...row,
    location: location && ([location.x, location.y] as LngLat),
    lastReadingAt: lastReadingAt?.getTime() ?? null,
    lastContactAt: lastReceivedAt?.getTime() ?? null,
  }))
}

export const areasBySensor = async (
  db: Db,
  rules: RuleSet,
  sensorIds: readonly string[],
): Promise<Map<string, string[]>> => {
  if (rules.areaIds.size === 0) return new Map()
  const { rows } = await sql<{ sensorId: string; aoiIds: string[] }>`
    select i.sensor_id, array_agg(i.aoi_id::text) as aoi_ids from aoi_sensor i
    where i.sensor_id = any(${sensorIds as string[]}::uuid[]) and i.aoi_id = any(${[...rules.areaIds]}::uuid[])
    group by 1`.execute(db)
  return new Map(rows.map(({ sensorId, aoiIds }) => [sensorId, aoiIds]))
}

export type ChangeQuery = { sensorId: string; at: number; parameter: string; withinSeconds: number }

const keyOf = ({ sensorId, at, parameter, withinSeconds }: ChangeQuery) =>
  `${sensorId} ${at} ${withinSeconds} ${parameter}`

type Change = { rise: number; fall: number }
export type Changes = { of: (query: ChangeQuery) => Change | undefined }

/** The difference of two numbers may exceed the range of a JavaScript number. */
const inFloatRange = (difference: RawBuilder<unknown>) => sql`greatest(-1.7e308, least(1.7e308, ${difference}))::float8`

const CHANGES_AT_ONCE = 2_000

/** Calculates changes from the stored readings, because other servers may have stored some of them. */
export const loadChanges = async (db: Db, queries: Iterable<ChangeQuery>): Promise<Changes> => {
  const changes = new Map<string, Change>()
  let some: ChangeQuery[] = []
  for (const query of queries) {
    some.push(query)
    if (some.length < CHANGES_AT_ONCE) continue
    await readChanges(db, some, changes)
    some = []
  }
  await readChanges(db, some, changes)
  return { of: (query) => changes.get(keyOf(query)) }
}

const readChanges = async (db: Db, queries: readonly ChangeQuery[], changes: Map<string, Change>): Promise<void> => {
  if (queries.length === 0) return
  const column = <T>(of: (query: ChangeQuery) => T) => queries.map(of)
  const { rows } = await sql<{ rise: number | null; fall: number | null }>`
    select ${inFloatRange(sql`window_.last_value - window_.lowest`)} as rise,
      ${inFloatRange(sql`window_.highest - window_.last_value`)} as fall
    from unnest(${column(({ sensorId }) => sensorId)}::uuid[], ${column(({ at }) => at)}::float8[],
      ${column(({ parameter }) => parameter)}::text[], ${column(({ withinSeconds }) => withinSeconds)}::float8[])
      with ordinality as q (sensor_id, at, parameter, seconds, place)
    cross join lateral (
      select min(value) as lowest, max(value) as highest, (array_agg(value order by at desc))[1] as last_value
      from (select r.at, case jsonb_typeof(r.parameters -> q.parameter) when 'number'
            then (r.parameters -> q.parameter)::numeric end as value from sensor_reading r
        where r.sensor_id = q.sensor_id and r.at <= to_timestamp(q.at / 1000)
          and r.at >= to_timestamp(q.at / 1000 - q.seconds)) near where value is not null) window_
    order by q.place`.execute(db)
  for (const [index, { rise, fall }] of rows.entries()) {
    const query = queries[index]
    if (query && rise !== null && fall !== null) changes.set(keyOf(query), { rise, fall })
  }
}

/** Time (ms) since which at least one server has always listened. Silence is counted from this time on. */
export const listeningSince = async (db: Db): Promise<number> => {
  const row = await db.selectFrom('ruleListening').select('since').executeTakeFirst()
  return row?.since.getTime() ?? 0
}

const GAP_SECONDS = 30

/** Records that a server listens. A gap restarts the count of silence, so that sensors are not silent at once. */
export const keepListening = async (db: Db, now: Date): Promise<void> => {
  await sql`
    insert into rule_listening as l (seen_at, since) values (${now}, ${now})
    on conflict (id) do update set seen_at = greatest(l.seen_at, excluded.seen_at),
      since = case when l.seen_at < excluded.seen_at - make_interval(secs => ${sql.lit(GAP_SECONDS)})
        then excluded.since else l.since end
    where l.seen_at < excluded.seen_at - interval '5 seconds'`.execute(db)
}
