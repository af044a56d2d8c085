import type { Reading } from '#contract'
import { followSensors } from '../../core/aoi/areas.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'
import { Turns } from '../../platform/kit/slices.ts'
import { publish } from '../../platform/outbox/outbox.ts'
import { evaluateReadings } from '../rule/actions.ts'
import type { RuleReading } from '../rule/evaluate.ts'
import {
  type FoldedSensor,
  fold,
  mergeParameters,
  type Parameter,
  type SensorMoment,
  type TimedReading,
} from './fold.ts'
import { announceStates } from './messages.ts'
import { addSensors, keepReadings, lockBySerial, logTransitions, type StoredReading, storeSensors } from './rows.ts'

export type IngestOutcome = {
  isNew: boolean[]
  /** Sensors with new readings and an unchanged state, which still need a message. */
  unannouncedIds: string[]
  isMoved: boolean
}

/** The device's time, never in the future. The key that detects repeated readings uses the original time. */
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

/** Maximum number of parameters per statement. Serializing more would block the event loop. */
const PARAMETERS_AT_ONCE = 5_000

const partsByParameters = <T extends { parameters: readonly Parameter[] }>(items: readonly T[]): T[][] => {
  const parts: T[][] = [[]]
  let size = 0
  for (const item of items) {
    size += item.parameters.length
    if (size > PARAMETERS_AT_ONCE) {
      parts.push([])
      size = item.parameters.length
    }
    parts.at(-1)?.push(item)
  }
  return parts
}

/**
 * Stores readings of one service in few statements, in the caller's transaction, and announces new
 * sensors and state changes. `ReadingMessages` announces the rest.
 */
export const ingest = async (
  db: Db,
  serviceId: string,
  readings: readonly Reading[],
  now: Date,
): Promise<IngestOutcome> => {
  if (readings.length === 0) return { isNew: [], unannouncedIds: [], isMoved: false }
  const { sensors, added } = await sensorsOf(db, serviceId, readings, now)
  const sent = readings.map((reading): StoredReading => {
    const sensor = sensors.get(reading.serial)
    if (!sensor) throw new Error('a sensor was deleted while its readings were stored')
    return { ...withTime(reading, now.getTime()), sensorId: sensor.id }
  })
  const fresh: StoredReading[] = []
  for (const part of partsByParameters(sent)) fresh.push(...(await keepReadings(db, serviceId, part, now)))
  const isFresh = new Set(fresh)
  const bySensor = Map.groupBy(fresh, ({ sensorId }) => sensorId)
  const turns = new Turns()
  const folded: FoldedSensor[] = []
  for (const sensor of sensors.values()) {
    await turns.next()
    const own = bySensor.get(sensor.id)
    if (own) folded.push(fold(sensor, own, now.getTime()))
  }
  for (const part of partsByParameters(folded)) await storeSensors(db, part, now)
  await enqueueMedia(db, fresh)

  const transitions = folded.flatMap((sensor) => sensor.transitions)
  await logTransitions(db, transitions)
  const changed = folded.filter((sensor) => sensor.transitions.length > 0)
  const unchanged = folded.filter((sensor) => sensor.transitions.length === 0)
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
    unannouncedIds: unchanged.map(({ id }) => id),
    isMoved: unchanged.some(({ isMoved }) => isMoved),
  }
}

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

/** Enqueues the recordings that readings refer to. Any server fetches them later. */
const enqueueMedia = async (db: Db, readings: readonly StoredReading[]): Promise<void> => {
  const jobs = readings.flatMap(({ sensorId, at, media }) =>
    media.map(({ url, text }) => ({ id: newId(), sensorId, url, text, at: new Date(at) })),
  )
  if (jobs.length > 0) await db.insertInto('sensorMediaJob').values(jobs).execute()
}
