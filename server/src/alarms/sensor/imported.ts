import { sql } from 'kysely'
import type { LngLat } from '#contract'
import { followSensors } from '../../core/aoi/areas.ts'
import type { Db } from '../../platform/db/database.ts'
import { lngLat, type Point } from '../../platform/db/point.ts'
import { publish } from '../../platform/outbox/outbox.ts'
import { sensorUpdate } from './messages.ts'
import { change } from './queries.ts'
import { addSensors } from './rows.ts'

/** Fields of a sensor that an import can set. State and parameters come from readings. */
export type SensorFields = {
  name: string
  device: string | null
  location: LngLat | null
  heartbeatSeconds: number | null
}

export const storedSensors = async (db: Db, serviceId: string, serials: readonly string[]) => {
  const { rows } = await sql<Omit<SensorFields, 'location'> & { id: string; serial: string; location: Point | null }>`
    select id, serial, name, telemetry_name as device, location, heartbeat_seconds from sensor
    where service_id = ${serviceId} and serial = any(${serials as string[]})`.execute(db)
  return new Map(
    rows.map(({ id, serial, location, ...fields }) => [
      serial,
      { id, fields: { ...fields, location: location && lngLat(location) } satisfies SensorFields },
    ]),
  )
}

/** Changes a sensor as a member would. Rules are evaluated again with the sensor's next reading. */
export const changeImportedSensor = async (
  db: Db,
  id: string,
  { device, ...fields }: Partial<SensorFields>,
  now: Date,
): Promise<void> => {
  await change(db, id, { ...fields, ...(device !== undefined && { device: device ?? '' }) })
  if (fields.location !== undefined) await followSensors(db, { changedIds: [], movedIds: [id] }, now)
}

export const createImportedSensor = async (
  db: Db,
  { serviceId, serial }: { serviceId: string; serial: string },
  fields: SensorFields,
  now: Date,
): Promise<string> => {
  await addSensors(db, serviceId, new Map([[serial, fields.name]]), now)
  const { id } = await db
    .selectFrom('sensor')
    .select('id')
    .where('serviceId', '=', serviceId)
    .where('serial', '=', serial)
    .executeTakeFirstOrThrow()
  await changeImportedSensor(db, id, fields, now)
  return id
}

/** Whether a sensor has sent readings, or members chose it for an area or a rule. */
export const isUsed = async (db: Db, id: string): Promise<boolean> => {
  const { rows } = await sql<{ isUsed: boolean }>`
    select s.last_received_at is not null
      or exists (select from aoi_sensor i join aoi a on a.id = i.aoi_id
        where i.sensor_id = s.id and i.is_chosen and a.deleted_at is null)
      or exists (select from rule r where r.service_id = s.service_id and r.trigger -> 'scope' ->> 'sensorId' = s.id::text)
      as is_used
    from sensor s where s.id = ${id}`.execute(db)
  return rows[0]?.isUsed === true
}

export const publishSensors = (db: Db, serviceId: string, ids: readonly string[]): Promise<void> =>
  ids.length === 0
    ? Promise.resolve()
    : publish(db, { serviceId, message: sensorUpdate(serviceId, ids, { isMoved: true }) })
