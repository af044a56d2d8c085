/** The states that have a meaning here. A sensor may report others; they are shown as they are. */
export const sensorStates = ['READY', 'ALARM', 'NOCOMM', 'TAMPER'] as const

/** Severity of a state: red, orange or green. */
export type SensorSeverity = 'alert' | 'error' | 'ok'

export const severityOf = (state: string): SensorSeverity =>
  state === 'ALARM' ? 'alert' : state === 'NOCOMM' || state === 'TAMPER' ? 'error' : 'ok'

/** The part of a sensor that its state follows from; times in ms since 1970. */
export type SensorStand = {
  state: string
  /** The state before the sensor fell silent. */
  stateBeforeSilence: string | null
  /** A member has taken the alarm that the sensor is in. */
  isAcknowledged: boolean
  /** A member has ended the alarm that the sensor reported last; it may go on reporting it. */
  isAlarmEnded: boolean
  /** The time of the newest reading that named a state. */
  statedAt: number | null
}

/**
 * The stand after a reading. An alarm stays until READY, or until a member ends it. What arrives late does not undo what
 * is newer. A sensor that goes on reporting an alarm that a member ended does not raise it again; it does once it has said
 * anything else in between, or was silent.
 */
export const afterReading = (stand: SensorStand, reading: { state: string | null; at: number }): SensorStand => {
  const { stateBeforeSilence } = stand
  const back = stateBeforeSilence === null ? stand : { ...stand, state: stateBeforeSilence, stateBeforeSilence: null }
  if (reading.state === null || (back.statedAt !== null && reading.at < back.statedAt)) return back
  const current = { ...back, statedAt: reading.at }
  if (back.isAlarmEnded && reading.state === 'ALARM') return current
  if (back.state === 'ALARM' && reading.state !== 'READY') return current
  return { ...current, state: reading.state, isAcknowledged: false, isAlarmEnded: false }
}

/** A member with a reason ends the alarm, even while the sensor goes on reporting it. */
export const afterAlarmEnded = (stand: SensorStand): SensorStand =>
  stand.state === 'ALARM' ? { ...stand, state: 'READY', isAcknowledged: false, isAlarmEnded: true } : stand

/** Assumed interval of a sensor that has reported only once. */
const UNKNOWN_INTERVAL_SECONDS = 300
/** The least learned interval: after a burst of readings, the pause must not count as an outage. */
const LEAST_LEARNED_SECONDS = 10
const MISSED_INTERVALS = 3

/** After how many seconds without a reading a sensor counts as silent. */
export const silentAfterSeconds = (sensor: {
  heartbeatSeconds: number | null
  usualIntervalSeconds: number | null
}): number =>
  MISSED_INTERVALS *
  (sensor.heartbeatSeconds ?? Math.max(LEAST_LEARNED_SECONDS, sensor.usualIntervalSeconds ?? UNKNOWN_INTERVAL_SECONDS))

/**
 * The usual interval after one more contact. It follows a slower rhythm quickly and a faster one slowly, so that a burst
 * during an alarm is soon forgotten. What came after an outage says nothing of the rhythm.
 */
export const learnedInterval = (usual: number | null, seconds: number): number | null => {
  if (seconds <= 0) return usual
  if (usual === null) return seconds
  if (seconds > usual * MISSED_INTERVALS * 2) return usual
  return usual + (seconds - usual) * (seconds > usual ? 0.3 : 0.05)
}
