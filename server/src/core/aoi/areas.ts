import { type RawBuilder, sql } from 'kysely'
import type { AoiChange, AoiStatus } from '#contract'
import * as notifications from '../../messaging/notification/actions.ts'
import { databaseTime } from '../../platform/db/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import * as logs from './log/queries.ts'
import { touch } from './record-change.ts'
import { type Report, type StoredAoi, storeAoi } from './store.ts'

/** Whether sensor `s` lies in area `a`: spherical for circles, planar in degrees for polygons. */
const liesInside = sql`(s.location is not null and a.takes_sensors_inside and case
  when a.coordinates is not null then (
    select ('(' || string_agg('(' || (corner ->> 0) || ',' || (corner ->> 1) || ')', ',' order by place) || ')')::polygon
    from jsonb_array_elements(a.coordinates -> 0) with ordinality as ring (corner, place)) @> s.location
  when a.radius_metres is not null then 12742017.6 * asin(least(1, sqrt(
    power(sin(radians(s.location[1] - a.place[1]) / 2), 2) + cos(radians(a.place[1])) * cos(radians(s.location[1]))
      * power(sin(radians(s.location[0] - a.place[0]) / 2), 2)))) <= a.radius_metres
  else false end)`

type PlacementScope = { areaIds: readonly string[] } | { sensorIds: readonly string[] }

/**
 * Updates which sensors lie in these areas, or which areas contain these sensors. Returns the areas that gained or lost
 * a sensor. Sensors that a member chose stay.
 */
export const placeSensors = async (db: Db, scope: PlacementScope): Promise<string[]> => {
  const inScope =
    'areaIds' in scope
      ? sql`a.id = any(${scope.areaIds as string[]}::uuid[])`
      : sql`s.id = any(${scope.sensorIds as string[]}::uuid[])`
  const { rows: removed } = await sql<{ aoiId: string }>`
    delete from aoi_sensor i using aoi a, sensor s
    where i.aoi_id = a.id and i.sensor_id = s.id and not i.is_chosen and ${inScope} and not ${liesInside}
    returning i.aoi_id`.execute(db)
  const { rows: added } = await sql<{ aoiId: string }>`
    insert into aoi_sensor (aoi_id, sensor_id, is_chosen)
    select a.id, s.id, false from aoi a join sensor s on s.service_id = a.service_id
    where a.kind = 'sensor' and a.deleted_at is null and ${inScope} and ${liesInside}
    on conflict do nothing returning aoi_id`.execute(db)
  return [...new Set([...removed, ...added].map(({ aoiId }) => aoiId))]
}

export const chooseSensors = async (db: Db, areaId: string, sensorIds: readonly string[]): Promise<void> => {
  await sql`delete from aoi_sensor where aoi_id = ${areaId} and is_chosen
    and sensor_id <> all(${sensorIds as string[]}::uuid[])`.execute(db)
  await sql`insert into aoi_sensor (aoi_id, sensor_id, is_chosen)
    select a.id, s.id, true from aoi a join sensor s on s.service_id = a.service_id
    where a.id = ${areaId} and s.id = any(${sensorIds as string[]}::uuid[])
    on conflict (aoi_id, sensor_id) do update set is_chosen = true`.execute(db)
}

export const areasOf = async (db: Db, sensorIds: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ aoiId: string }>`
    select distinct aoi_id from aoi_sensor where sensor_id = any(${sensorIds as string[]}::uuid[])`.execute(db)
  return rows.map(({ aoiId }) => aoiId)
}

export type StatusChange = { id: string; serviceId: string; name: string; from: AoiStatus; to: AoiStatus }

/** Whether rules raised an open alarm of this kind for sensor `s` that counts for its areas. */
const hasAlarm = (condition: RawBuilder<boolean>) => sql`exists (select from alarm l
  where l.sensor_id = s.id and l.ended_at is null and l.sets_area_status and not l.is_muted and ${condition})`

/**
 * Sets the status of each area to that of its worst sensor, from sensor states and rule alarms. Areas are locked before
 * they are read, so that a concurrent change is not lost.
 */
export const refreshStatuses = async (db: Db, areaIds: readonly string[], now: Date): Promise<StatusChange[]> => {
  if (areaIds.length === 0) return []
  const ids = areaIds as string[]
  await sql`select id from aoi where id = any(${ids}::uuid[]) order by id for no key update`.execute(db)
  const { rows } = await sql<StatusChange>`
    with worst as (
      select a.id, a.status as was, case
        when bool_or(s.state = 'ALARM' or ${hasAlarm(sql`l.kind = 'alarm' and l.severity = 'high'`)}) then 'ALERT'
        when bool_or(s.state in ('NOCOMM', 'TAMPER') or ${hasAlarm(sql`l.kind = 'noData'`)}) then 'ERROR' else 'OK' end as status
      from aoi a left join aoi_sensor i on i.aoi_id = a.id left join sensor s on s.id = i.sensor_id
      where a.id = any(${ids}::uuid[]) and a.kind = 'sensor' group by a.id)
    update aoi set status = worst.status, status_at = ${now}
    from worst where aoi.id = worst.id and aoi.status is distinct from worst.status
    returning aoi.id, aoi.service_id, aoi.name, worst.was as "from", aoi.status as "to"`.execute(db)
  return rows
}

export const followSensors = async (
  db: Db,
  { changedIds, movedIds }: { changedIds: readonly string[]; movedIds: readonly string[] },
  now: Date,
): Promise<void> => {
  const regrouped = movedIds.length > 0 ? await placeSensors(db, { sensorIds: movedIds }) : []
  const holding = changedIds.length > 0 ? await areasOf(db, changedIds) : []
  await refreshAreas(db, [...new Set([...regrouped, ...holding])], now)
}

export const refreshAreas = async (db: Db, areaIds: readonly string[], now: Date): Promise<void> => {
  const changes = await refreshStatuses(db, areaIds, now)
  for (const { id, from, to } of changes) {
    await logs.recordChange(db, id, null, { what: 'status', fields: [{ field: 'status', from, to }] })
    await touch(db, id, null)
    await notifications.notifyMembers(db, { kind: 'status', aoiId: id, by: null, status: to })
  }
}

type Shape = Pick<AoiChange, 'radiusMetres' | 'coordinates' | 'takesSensorsInside'>

/** Radius of an area sent without shape and sensors. */
const DEFAULT_RADIUS_METRES = 100

const shapeOf = ({ radiusMetres, coordinates, takesSensorsInside }: Shape) => ({
  ...(coordinates && { coordinates: JSON.stringify(coordinates), radiusMetres: null }),
  ...(!coordinates && radiusMetres !== undefined && { radiusMetres }),
  ...(!coordinates && (radiusMetres || coordinates === null) && { coordinates: null }),
  ...(takesSensorsInside !== undefined && { takesSensorsInside }),
})

export const gather = async (db: Db, areaId: string, sensors?: readonly string[]): Promise<void> => {
  if (sensors) await chooseSensors(db, areaId, sensors)
  await placeSensors(db, { areaIds: [areaId] })
  await refreshAreas(db, [areaId], databaseTime())
}

export const createArea = async (db: Db, report: Report): Promise<StoredAoi> => {
  const { sensors = [], ...draft } = report.draft
  const isBare = !draft.radiusMetres && !draft.coordinates && sensors.length === 0
  const shape = shapeOf(isBare ? { ...draft, radiusMetres: DEFAULT_RADIUS_METRES } : draft)
  const columns = { kind: 'sensor' as const, status: 'OK' as const, statusAt: databaseTime(), ...shape }
  return storeAoi(db, { ...report, draft: { ...report.draft, publicAction: undefined } }, columns, {
    more: (id) => gather(db, id, sensors),
  })
}

export const changeArea = async (db: Db, id: string, change: AoiChange): Promise<void> => {
  const shape = shapeOf(change)
  if (Object.keys(shape).length > 0) await db.updateTable('aoi').set(shape).where('id', '=', id).execute()
  await gather(db, id, change.sensors)
}
