import { sql } from 'kysely'
import type { LngLat } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'
import { timestampOf } from '../../platform/db/time.ts'
import type { FoldedSensor, Parameter, StoredSensor, TimedReading, Transition } from './fold.ts'

type Row = {
  id: string
  serial: string
  name: string
  kind: string | null
  state: string
  stateAt: Date
  stateBeforeSilence: string | null
  acknowledgedAt: Date | null
  statedAt: Date | null
  parameters: Parameter[]
  location: { x: number; y: number } | null
  lastReadingAt: Date | null
  lastReceivedAt: Date | null
  heartbeatSeconds: number | null
  usualIntervalSeconds: number | null
}

const columns = sql`id, serial, name, telemetry_name as kind, state, state_at, state_before_silence, acknowledged_at, stated_at, parameters,
  location, last_reading_at, last_received_at, heartbeat_seconds, usual_interval_seconds`

const asSensor = ({ location, acknowledgedAt, ...row }: Row): StoredSensor & { serial: string } => ({
  ...row,
  // The same columns hold who took an alarm and, once it is over, who ended it.
  isAcknowledged: acknowledgedAt !== null && row.state === 'ALARM',
  isAlarmEnded: acknowledgedAt !== null && row.state !== 'ALARM',
  location: location && ([location.x, location.y] as LngLat),
  stateAt: row.stateAt.getTime(),
  statedAt: row.statedAt?.getTime() ?? null,
  lastReadingAt: row.lastReadingAt?.getTime() ?? null,
  lastReceivedAt: row.lastReceivedAt?.getTime() ?? null,
})

/** Locks sensors in one order, so that batches with the same sensors cannot deadlock. */
export const lockBySerial = async (db: Db, serviceId: string, serials: readonly string[]) => {
  const { rows } = await sql<Row>`select ${columns} from sensor
    where service_id = ${serviceId} and serial = any(${serials as string[]}) order by id for no key update`.execute(db)
  return rows.map(asSensor)
}

export const lockById = async (db: Db, id: string) => {
  const { rows } = await sql<Row>`select ${columns} from sensor where id = ${id} for no key update`.execute(db)
  return rows[0] && asSensor(rows[0])
}

/** Creates missing sensors; another server may create the same ones. */
export const addSensors = async (db: Db, serviceId: string, namesBySerial: ReadonlyMap<string, string>, now: Date) => {
  const serials = [...namesBySerial.keys()].sort()
  const { rows } = await sql<{ serial: string }>`
    insert into sensor (id, service_id, serial, name, state_at, created_at)
    select n.id, ${serviceId}, n.serial, n.name, ${now}, ${now}
    from unnest(${serials.map(newId)}::uuid[], ${serials}::text[],
      ${serials.map((serial) => namesBySerial.get(serial) || serial)}::text[]) as n (id, serial, name)
    on conflict (service_id, serial) do nothing returning serial`.execute(db)
  return rows.map(({ serial }) => serial)
}

const numbers = (parameters: readonly Parameter[]) =>
  JSON.stringify(
    Object.fromEntries(
      parameters.flatMap(({ parameter, value }) => {
        const number = typeof value === 'number' ? value : value.trim() === '' ? Number.NaN : Number(value)
        return Number.isFinite(number) ? [[parameter, number]] : []
      }),
    ),
  )

export type StoredReading = TimedReading & { sensorId: string }

export const keepReadings = async (
  db: Db,
  serviceId: string,
  readings: readonly StoredReading[],
  now: Date,
): Promise<StoredReading[]> => {
  const column = <T>(of: (reading: StoredReading) => T) => readings.map(of)
  const { rows } = await sql<{ sensorId: string; readingKey: string }>`
    insert into sensor_reading (service_id, sensor_id, reading_key, at, received_at, state, parameters, location)
    select ${serviceId}::uuid, r.sensor_id, r.reading_key, to_timestamp(r.at / 1000), ${now}, r.state, r.parameters,
      case when r.lng is not null then point(r.lng, r.lat) end
    from unnest(${column(({ sensorId }) => sensorId)}::uuid[], ${column(({ key }) => key)}::text[],
      ${column(({ at }) => at)}::float8[], ${column(({ state }) => state ?? null)}::text[],
      ${column(({ parameters }) => numbers(parameters))}::jsonb[],
      ${column(({ location }) => location?.[0] ?? null)}::float8[],
      ${column(({ location }) => location?.[1] ?? null)}::float8[])
      as r (sensor_id, reading_key, at, state, parameters, lng, lat)
    on conflict do nothing returning sensor_id, reading_key`.execute(db)
  const isNew = new Set(rows.map(({ sensorId, readingKey }) => `${sensorId} ${readingKey}`))
  // The first of two readings with the same key wins.
  return readings.filter(({ sensorId, key }) => isNew.delete(`${sensorId} ${key}`))
}

export const storeSensors = async (db: Db, sensors: readonly FoldedSensor[], now: Date): Promise<void> => {
  if (sensors.length === 0) return
  const column = <T>(of: (sensor: FoldedSensor) => T) => sensors.map(of)
  await sql`
    update sensor s set state = n.state, state_at = n.state_at, state_before_silence = n.state_before_silence,
      acknowledged_at = case when n.is_decided then s.acknowledged_at end,
      acknowledged_by = case when n.is_decided then s.acknowledged_by end,
      stated_at = n.stated_at, parameters = n.parameters,
      location = case when n.lng is not null then point(n.lng, n.lat) end,
      last_reading_at = n.last_reading_at, last_received_at = ${now},
      usual_interval_seconds = n.usual_interval_seconds,
      -- silent_at only moves to an earlier time: an update that changes no indexed column stays in its page (HOT)
      silent_at = least(s.silent_at, n.silent_at), updated_at = ${now}
    from unnest(${column(({ id }) => id)}::uuid[], ${column(({ state }) => state)}::text[],
      ${column(({ stateAt }) => timestampOf(stateAt))}::timestamptz[],
      ${column(({ stateBeforeSilence }) => stateBeforeSilence)}::text[],
      ${column(({ isAcknowledged, isAlarmEnded }) => isAcknowledged || isAlarmEnded)}::boolean[],
      ${column(({ statedAt }) => timestampOf(statedAt))}::timestamptz[],
      ${column(({ parameters }) => JSON.stringify(parameters))}::jsonb[],
      ${column(({ location }) => location?.[0] ?? null)}::float8[],
      ${column(({ location }) => location?.[1] ?? null)}::float8[],
      ${column(({ lastReadingAt }) => timestampOf(lastReadingAt))}::timestamptz[],
      ${column(({ usualIntervalSeconds }) => usualIntervalSeconds)}::float8[],
      ${column(({ silentAt }) => timestampOf(silentAt))}::timestamptz[])
      as n (id, state, state_at, state_before_silence, is_decided, stated_at, parameters, lng, lat,
        last_reading_at, usual_interval_seconds, silent_at)
    where s.id = n.id`.execute(db)
}

/** Adds an entry to the sensor's log for every change of state. `text` is the reason of a member who caused it. */
export const logTransitions = async (
  db: Db,
  transitions: readonly Transition[],
  { author, text = '' }: { author?: { id: string; name: string }; text?: string } = {},
): Promise<void> => {
  if (transitions.length === 0) return
  const column = <T>(of: (transition: Transition) => T) => transitions.map(of)
  await sql`
    insert into sensor_log (id, sensor_id, at, type, text, state, previous_state, member_id, author_name)
    select t.id, t.sensor_id, t.at, 'state', ${text}::text, t.state, t.previous_state, ${author?.id ?? null}::uuid, ${author?.name ?? ''}
    from unnest(${column(newId)}::uuid[], ${column(({ sensorId }) => sensorId)}::uuid[],
      ${column(({ at }) => timestampOf(at))}::timestamptz[], ${column(({ to }) => to)}::text[],
      ${column(({ from }) => from)}::text[]) as t (id, sensor_id, at, state, previous_state)`.execute(db)
}
