import { alarmTimeouts, openDatabase } from '../platform/db/database.ts'
import type { Base } from './part.ts'

/** One service uses at most two connections for readings and two for jobs. Deliveries use connections only briefly. */
const CONNECTIONS = 6

/**
 * Connections for rules, sensors, escalations, deliveries and the clock. Requests use others, so that a flood of requests
 * cannot delay an alarm.
 */
export const openAlarmDatabase = (base: Base) => {
  const database = openDatabase(base.database.connection, {
    ...alarmTimeouts,
    max: CONNECTIONS,
    onError: (err) => base.log.warn({ err }, 'alarms: lost a connection'),
  })
  return { base: { ...base, database }, stop: () => database.close() }
}
