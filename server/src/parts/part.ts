import { Problem } from '#contract'
import * as settings from '../people/setting/queries.ts'
import { alarmTimeouts, type OpenDatabase, openDatabase } from '../platform/db/database.ts'
import type { HttpServer } from '../platform/http/http-server.ts'
import type { Config } from '../start/config.ts'

export type Base = {
  config: Config
  database: OpenDatabase
  log: HttpServer['log']
  /** In offline mode requests to other hosts are not allowed. */
  isOffline: () => Promise<boolean>
  mustBeOnline: () => Promise<void>
}

export type Part = {
  /** Called once the server accepts requests. The start does not wait for it. */
  onListen?: () => void
  /** Called when the server begins to close, while requests still run. Must end long-lived requests. */
  onClosing?: () => void
  stop?: () => void | Promise<void>
}

/** Starts and stops parts with the server. Parts are listed in the order of their start and stop in reverse. */
export const attachParts = (app: HttpServer, parts: readonly (Part | undefined)[]): void => {
  app.addHook('onListen', async () => {
    for (const part of parts) part?.onListen?.()
  })
  app.addHook('preClose', async () => {
    for (const part of parts) part?.onClosing?.()
  })
  app.addHook('onClose', async () => {
    for (const part of parts.toReversed()) await part?.stop?.()
  })
}

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
  return { base: { ...base, database, ...offlineMode(database) }, stop: () => database.close() }
}

export const offlineMode = ({ db }: OpenDatabase) => {
  const isOffline = async () => (await settings.read(db)).offlineMode
  const mustBeOnline = async () => {
    if (await isOffline()) throw new Problem('offlineMode')
  }
  return { isOffline, mustBeOnline }
}
