import { alarmTimeouts, openDatabase } from '../platform/db/database.ts'
import type { Base } from './part.ts'

/** One service takes at most two of them for readings and two for jobs, and messages many in turn. */
const CONNECTIONS = 6

/**
 * Connections for rules, sensors, escalations, deliveries and the clock, which no request uses: a flood of requests cannot
 * delay an alarm.
 */
export const openAlarmDatabase = (base: Base) => {
  const database = openDatabase(base.database.connection, {
    ...alarmTimeouts,
    max: CONNECTIONS,
    onError: (err) => base.log.warn({ err }, 'alarms: lost a connection'),
  })
  return { base: { ...base, database }, stop: () => database.close() }
}
