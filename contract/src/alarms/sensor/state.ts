/** States that Cohesion interprets; other states are shown as reported. */
export const sensorStates = ['READY', 'ALARM', 'NOCOMM', 'TAMPER'] as const

export type SensorSeverity = 'alert' | 'error' | 'ok'

export const severityOf = (state: string): SensorSeverity =>
  state === 'ALARM' ? 'alert' : state === 'NOCOMM' || state === 'TAMPER' ? 'error' : 'ok'

/** The facts that decide a sensor's state; times in ms since 1970. */
export type SensorStand = {
  state: string
  stateBeforeSilence: string | null
  /** A member has acknowledged the sensor's current alarm. */
  isAcknowledged: boolean
  /** A member has ended the last alarm, although the sensor may still report it. */
  isAlarmEnded: boolean
  /** Time of the newest reading with a state. */
  statedAt: number | null
}

/**
 * The state after a reading. An alarm stays until READY, or until a member ends it. Late readings do not undo newer
 * ones. An ended alarm that the sensor still reports is raised again only after another state or a silence.
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

export const afterAlarmEnded = (stand: SensorStand): SensorStand =>
  stand.state === 'ALARM' ? { ...stand, state: 'READY', isAcknowledged: false, isAlarmEnded: true } : stand

/** Assumed interval of a sensor that has reported only once. */
const UNKNOWN_INTERVAL_SECONDS = 300
/** Lower limit of a learned interval, so that a pause after a burst does not count as an outage. */
const LEAST_LEARNED_SECONDS = 10
const MISSED_INTERVALS = 3

/** Seconds without a reading after which a sensor counts as silent. */
export const silentAfterSeconds = (sensor: {
  heartbeatSeconds: number | null
  usualIntervalSeconds: number | null
}): number =>
  MISSED_INTERVALS *
  (sensor.heartbeatSeconds ?? Math.max(LEAST_LEARNED_SECONDS, sensor.usualIntervalSeconds ?? UNKNOWN_INTERVAL_SECONDS))

/**
 * The learned interval after another contact. Adapts quickly to a slower rhythm and slowly to a faster one, so that
 * bursts have little effect. Ignores the first contact after an outage.
 */
export const learnedInterval = (usual: number | null, seconds: number): number | null => {
  if (seconds <= 0) return usual
  if (usual === null) return seconds
  if (seconds > usual * MISSED_INTERVALS * 2) return usual
  return usual + (seconds - usual) * (seconds > usual ? 0.3 : 0.05)
}
