import {
  afterReading,
  type LngLat,
  learnedInterval,
  type Reading,
  type SensorStand,
  silentAfterSeconds,
} from '#contract'

export type Parameter = { parameter: string; value: number | string }

/** A sensor as stored, with times in ms since 1970. */
export type StoredSensor = SensorStand & {
  id: string
  name: string
  kind: string | null
  stateAt: number
  parameters: Parameter[]
  location: LngLat | null
  lastReadingAt: number | null
  lastReceivedAt: number | null
  heartbeatSeconds: number | null
  usualIntervalSeconds: number | null
}

export type TimedReading = Omit<Reading, 'time'> & { at: number; key: string }

export type Transition = { sensorId: string; at: number; from: string; to: string }

export type SensorMoment = { reading: TimedReading; sensor: StoredSensor; previousAt: number | null }

export type FoldedSensor = StoredSensor & {
  silentAt: number
  isMoved: boolean
  transitions: Transition[]
  moments: SensorMoment[]
}

const MOST_PARAMETERS = 100

export const mergeParameters = (stored: readonly Parameter[], reported: readonly Parameter[]): Parameter[] => {
  const values = new Map(stored.map(({ parameter, value }) => [parameter, value]))
  for (const { parameter, value } of reported) values.set(parameter, value)
  return [...values].slice(0, MOST_PARAMETERS).map(([parameter, value]) => ({ parameter, value }))
}

const isSamePlace = (a: LngLat | null, b: LngLat) => a !== null && a[0] === b[0] && a[1] === b[1]

/** The sensor after new readings, which arrived together and count as one contact. */
export const fold = (sensor: StoredSensor, readings: readonly TimedReading[], now: number): FoldedSensor => {
  const transitions: Transition[] = []
  const moments: SensorMoment[] = []
  let next: StoredSensor = sensor
  for (const reading of readings.toSorted((a, b) => a.at - b.at)) {
    const previousAt = next.lastReadingAt
    const isNewest = next.lastReadingAt === null || reading.at >= next.lastReadingAt
    const stand = afterReading(next, { state: reading.state ?? null, at: reading.at })
    const isChanged = stand.state !== next.state
    if (isChanged) transitions.push({ sensorId: sensor.id, at: reading.at, from: next.state, to: stand.state })
    next = {
      ...next,
      ...stand,
      ...(isChanged && { stateAt: reading.at }),
      ...(isNewest && {
        lastReadingAt: reading.at,
        parameters: mergeParameters(next.parameters, reading.parameters),
        location: reading.location ?? next.location,
      }),
    }
    moments.push({ reading, sensor: next, previousAt })
  }
  const seconds = sensor.lastReceivedAt === null ? 0 : (now - sensor.lastReceivedAt) / 1000
  const usualIntervalSeconds = learnedInterval(sensor.usualIntervalSeconds, seconds)
  return {
    ...next,
    usualIntervalSeconds,
    lastReceivedAt: now,
    silentAt: now + silentAfterSeconds({ ...sensor, usualIntervalSeconds }) * 1000,
    isMoved: next.location !== null && !isSamePlace(sensor.location, next.location),
    transitions,
    moments,
  }
}
