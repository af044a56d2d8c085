import { sql } from 'kysely'
import { type Actor, afterAlarmEnded, type Reading } from '#contract'
import { followSensors } from '../aoi/actions.ts'
import type { Db } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { acknowledgeSensor, type EscalationTools } from '../escalation/actions.ts'
import { publish } from '../live/outbox.ts'
import { evaluateReadings, type RuleReading, recheckSensors } from '../rule/actions.ts'
import { type FoldedSensor, fold, mergeParameters, type SensorMoment, type TimedReading } from './fold.ts'
import {
  addSensors,
  keepReadings,
  lockById,
  lockBySerial,
  logTransitions,
  type StoredReading,
  storeSensors,
} from './rows.ts'
import { announceStates } from './state-messages.ts'

/** `isNew` is false for each reading that was stored already. `sensorIds` are the sensors with new readings. */
export type IngestOutcome = { isNew: boolean[]; sensorIds: string[]; isMoved: boolean }

/** The device's time, never in the future. The key, by which repeated readings are recognised, uses the original time. */
const withTime = ({ time, ...reading }: Reading, now: number): TimedReading => ({
  ...reading,
  at: Math.min(time?.getTime() ?? now, now),
  key: reading.id !== undefined ? `id ${reading.id}` : time ? `at ${time.getTime()}` : `no ${newId()}`,
})

/** The sensors of a batch by serial, locked. Sensors with unknown serials are created. */
const sensorsOf = async (db: Db, serviceId: string, readings: readonly Reading[], now: Date) => {
  const names = new Map(readings.map(({ serial, name }) => [serial, name ?? '']))
  const there = await lockBySerial(db, serviceId, [...names.keys()])
  for (const { serial } of there) names.delete(serial)
  if (names.size === 0) return { sensors: new Map(there.map((sensor) => [sensor.serial, sensor])), added: [] }
  const added = await addSensors(db, serviceId, names, now)
  const all = [...there, ...(await lockBySerial(db, serviceId, [...names.keys()]))]
  return { sensors: new Map(all.map((sensor) => [sensor.serial, sensor])), added }
}

/**
 * Stores a batch of readings of one service, in a handful of statements whatever its size. Runs in the caller's
 * transaction, which also announces new sensors and changes of state. Other readings are announced by `ReadingMessages`.
 */
export const ingest = async (
  db: Db,
  serviceId: string,
  readings: readonly Reading[],
  now: Date,
): Promise<IngestOutcome> => {
  if (readings.length === 0) return { isNew: [], sensorIds: [], isMoved: false }
  const { sensors, added } = await sensorsOf(db, serviceId, readings, now)
  const sent = readings.map((reading): StoredReading => {
    const sensor = sensors.get(reading.serial)
    if (!sensor) throw new Error('a sensor went while its readings were taken')
    return { ...withTime(reading, now.getTime()), sensorId: sensor.id }
  })
  const fresh = await keepReadings(db, sent, now)
  const isFresh = new Set(fresh)
  const bySensor = Map.groupBy(fresh, ({ sensorId }) => sensorId)
  const folded = [...sensors.values()].flatMap((sensor) => {
    const own = bySensor.get(sensor.id)
    return own ? [fold(sensor, own, now.getTime())] : []
  })
  await storeSensors(db, folded, now)
  await enqueueMedia(db, fresh)

  const transitions = folded.flatMap((sensor) => sensor.transitions)
  await logTransitions(db, transitions)
  const changed = folded.filter((sensor) => sensor.transitions.length > 0)
  const changedIds = changed.map(({ id }) => id)
  const movedIds = folded.filter(({ isMoved }) => isMoved).map(({ id }) => id)
  if (changedIds.length + movedIds.length > 0) await followSensors(db, { changedIds, movedIds }, now)
  await evaluateReadings(
    db,
    serviceId,
    folded.map((sensor) => ruleSubject(sensor, serviceId)),
    now,
  )
  await announceStates(
    db,
    changed.map(({ id, name, state }) => ({ serviceId, sensorId: id, name, state })),
  )
  if (added.length > 0) await publish(db, { serviceId, message: { type: 'SENSOR_CREATED', serviceId } })
  return {
    isNew: sent.map((reading) => isFresh.has(reading)),
    sensorIds: folded.map(({ id }) => id),
    isMoved: movedIds.length > 0,
  }
}

/** The sensor as rules see it. A reading that is older than the newest one is seen with its own values. */
const ruleSubject = ({ moments, ...sensor }: FoldedSensor, serviceId: string) => ({
  ...sensor,
  serviceId,
  lastContactAt: sensor.lastReceivedAt,
  readings: moments.map((moment) => ruleReading(moment, sensor.lastReceivedAt)),
})

const ruleReading = ({ reading, sensor, previousAt }: SensorMoment, lastContactAt: number | null): RuleReading => {
  const { at } = reading
  const isLate = sensor.lastReadingAt !== null && at < sensor.lastReadingAt
  const values = isLate
    ? {
        parameters: mergeParameters(sensor.parameters, reading.parameters),
        state: reading.state ?? sensor.state,
        location: reading.location ?? sensor.location,
      }
    : { parameters: sensor.parameters, state: sensor.state, location: sensor.location }
  return { at, previousAt, sensor: { ...values, lastReadingAt: sensor.lastReadingAt, lastContactAt } }
}

/** Enqueues the recordings of readings; any server fetches them after the answer. */
const enqueueMedia = async (db: Db, readings: readonly StoredReading[]): Promise<void> => {
  const jobs = readings.flatMap(({ sensorId, at, media }) =>
    media.map(({ url, text }) => ({ id: newId(), sensorId, url, text, at: new Date(at) })),
  )
  if (jobs.length > 0) await db.insertInto('sensorMediaJob').values(jobs).execute()
}

/** The sensor in ALARM that a member decides about, locked; undefined if it is in no alarm. */
const lockAlarmed = async (db: Db, id: string) => {
  const sensor = await lockById(db, id)
  return sensor?.state === 'ALARM' ? sensor : undefined
}

/**
 * Says that a member has taken the alarm of a sensor, and takes the escalations that it belongs to. The state stays
 * (behaviour 62). Does nothing without an alarm, or if somebody has taken it already.
 */
export const acknowledge = async (
  db: Db,
  tools: EscalationTools,
  actor: Actor,
  { id, serviceId }: { id: string; serviceId: string },
  now: Date,
): Promise<void> => {
  await acknowledgeSensor(db, tools, id, actor, now)
  const sensor = await lockAlarmed(db, id)
  if (!sensor || sensor.isAcknowledged) return
  await db
    .updateTable('sensor')
    .set({ acknowledgedAt: now, acknowledgedBy: actor.id, updatedAt: now })
    .where('id', '=', id)
    .execute()
  await logTransitions(db, [{ sensorId: id, at: now.getTime(), from: sensor.state, to: sensor.state }], {
    author: actor,
  })
  const message = { type: 'SENSOR_UPDATED' as const, serviceId, sensorId: id, sensorIds: [id] }
  await publish(db, { serviceId, message })
}

/** Ends the alarm of a sensor by a member's decision. Does nothing without one. */
export const endAlarm = async (db: Db, actor: Actor, id: string, reason: string, now: Date): Promise<void> => {
  const sensor = await lockAlarmed(db, id)
  if (!sensor) return
  const { state } = afterAlarmEnded(sensor)
  const row = await db
    .updateTable('sensor')
    .set({ state, stateAt: now, acknowledgedAt: now, acknowledgedBy: actor.id, updatedAt: now })
    .where('id', '=', id)
    .returning('serviceId')
    .executeTakeFirstOrThrow()
  const transition = { sensorId: id, at: now.getTime(), from: sensor.state, to: state }
  await logTransitions(db, [transition], { author: actor, text: reason })
  await followSensors(db, { changedIds: [id], movedIds: [] }, now)
  await recheckSensors(db, [id], now)
  await announceStates(db, [{ ...row, sensorId: id, name: sensor.name, state }])
}

/** Records the use of a key, at most once a minute. */
export const noteUse = async (db: Db, keyId: string): Promise<void> => {
  await sql`update ingest_key set last_used_at = now()
    where id = ${keyId} and (last_used_at is null or last_used_at < now() - interval '1 minute')`.execute(db)
}

export { checkSilence } from './silence.ts'
