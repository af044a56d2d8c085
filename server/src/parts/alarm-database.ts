import { openDatabase, requestTimeouts } from '../platform/db/database.ts'
import type { Base } from './part.ts'

/** Readings take two of them at most, and push messages many in turn. */
const CONNECTIONS = 5

/**
 * Connections for rules, sensors, escalations, deliveries and the clock, which no request uses: a flood of requests cannot
 * delay an alarm.
 */
export const openAlarmDatabase = (base: Base) => {
  const database = openDatabase(base.database.connection, {
    ...requestTimeouts,
    max: CONNECTIONS,
    onError: (err) => base.log.warn({ err }, 'alarms: lost a connection'),
  })
  return { base: { ...base, database }, stop: () => database.close() }
}
