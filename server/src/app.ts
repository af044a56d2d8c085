import { resolve } from 'node:path'
import packageFile from '../../package.json' with { type: 'json' }
import type { Fetch } from './geo/map-style/upstream.ts'
import type { Order } from './geo/streets/extract/extract.ts'
import { openAddresses } from './parts/addresses.ts'
import { type LeaveDatabase, openBackups } from './parts/backups.ts'
import { type DeliveryOptions, openDeliveries } from './parts/deliveries.ts'
import { openDoor } from './parts/door.ts'
import { openDueWork } from './parts/due-work.ts'
import { openEngines } from './parts/engines.ts'
import { openFront } from './parts/front.ts'
import { startHousekeeping } from './parts/housekeeping.ts'
import { openImports } from './parts/imports.ts'
import { openLive } from './parts/live.ts'
import { readingsOf } from './parts/metrics.ts'
import { startOwnerWarnings } from './parts/owner-warnings.ts'
import { pageConfigOf } from './parts/page-config.ts'
import { attachParts, type Base, offlineMode, openAlarmDatabase } from './parts/part.ts'
import { openOnlineMembers, watchPresence } from './parts/presence.ts'
import { allRoutes } from './parts/routes.ts'
import { openBroker, openDemo, openSensorPart } from './parts/sensors.ts'
import { shareRequestLimits } from './parts/shared-limits.ts'
import { openStreets } from './parts/streets.ts'
import { openWarnings } from './parts/warnings.ts'
import { ONLINE_CHANNEL } from './people/user/online.ts'
import { databaseMs, followDatabaseClock } from './platform/db/clock.ts'
import type { OpenDatabase } from './platform/db/database.ts'
import { openReplicas } from './platform/db/replica/replicas.ts'
import { endImageProcess } from './platform/files/images.ts'
import { openStore } from './platform/files/local.ts'
import { registerDocs } from './platform/http/docs-page.ts'
import { registerHealth } from './platform/http/health.ts'
import type { HttpServer } from './platform/http/http-server.ts'
import { LIMITS_CHANNEL } from './platform/http/limit-notices.ts'
import { registerMetrics } from './platform/http/metrics-route.ts'
import { registerPages } from './platform/http/pages.ts'
import { registerRoutes } from './platform/http/register.ts'
import type { ClientLimits } from './platform/http/slow-clients.ts'
import { guardedFetch } from './platform/outbound/guard.ts'
import { frameOriginsOf } from './public/board/queries.ts'
import type { Config } from './start/config.ts'

const WEB_FOLDER = resolve(import.meta.dirname, '../../web/dist')

export type AppOptions = {
  config: Config
  database: OpenDatabase
  tls?: { cert: Buffer; key: Buffer } | undefined
  checkReplies?: boolean
  webFolder?: string
  deliveries?: DeliveryOptions
  /** In tests: short limits for slow clients. */
  limits?: ClientLimits
  /** In tests: fetches from a map host on loopback. */
  mapFetch?: Fetch
  /** In tests: fetches warning feeds without a network. */
  warningFetch?: Fetch
  /** Closes this server and its connections to the database, runs the work, and starts it again. */
  leaveDatabase?: LeaveDatabase
  /** Streets to download in the background once the server listens. */
  firstStreets?: Order | undefined
  /** In tests: the clock of one-time codes and of request limits, in milliseconds. */
  now?: () => number
}

/** The whole server on an open database. `close()` ends live streams, then waits for running requests. */
export const buildApp = async (options: AppOptions): Promise<HttpServer> => {
  const { config, database, tls, webFolder = WEB_FOLDER, limits, now = databaseMs } = options
  const { mapFetch = guardedFetch, warningFetch = guardedFetch } = options
  const offline = offlineMode(database)
  const front = await openFront({ config, database, ...offline }, { tls, webFolder, limits, now: options.now })
  const { app, isSecure, mapHosts, inlineScripts, limitNotices, refusals, metrics, statistics } = front
  const { takeRequests, requireRequests } = front

  const clock = await followDatabaseClock(database.pool, app.log)
  const base: Base = { config, database, log: app.log, ...offline }
  const store = await openStore(config)
  const online = await openOnlineMembers(base)
  const live = await openLive(base, {
    notices: new Map([
      [LIMITS_CHANNEL, limitNotices.read],
      [ONLINE_CHANNEL, online.readNotice],
    ]),
    onListening: online.loadAgain,
  })
  const sharedLimits = shareRequestLimits(base, limitNotices, live)
  const replicas = openReplicas(database, {
    urls: config.databaseReadUrls,
    connections: config.databaseConnections,
    warn: (...details) => app.log.warn(...details),
    onRead: metrics.countRead,
  })
  const engines = openEngines(base, replicas.read)
  const streets = openStreets(base, { fetch: mapFetch, wake: () => live.wake(), first: options.firstStreets })
  const addresses = openAddresses(base, streets.addresses)
  const alarms = openAlarmDatabase(base)
  const deliveries = await openDeliveries(
    alarms.base,
    { onOutcome: metrics.countDeliveries, wakeLive: () => live.wake() },
    options.deliveries,
  )
  /** Called after every commit: delivers its live messages and notifications. */
  const wake = () => {
    live.wake()
    deliveries.wake()
  }
  const presence = watchPresence(base, live)
  const imports = openImports(base, streets.addresses, wake)
  const sensors = openSensorPart(alarms.base, store, wake)
  const warnings = openWarnings(base, { fetch: warningFetch, wake })
  const dueWork = openDueWork(alarms.base, { sensors, warnings, deliveries, wake })
  const broker = openBroker(alarms.base, sensors)
  const demo = await openDemo(base, sensors)
  const backups = openBackups(base, store, options.leaveDatabase)
  const ownerWarnings = startOwnerWarnings(base, backups, wake)
  const housekeeping = startHousekeeping(base, store, mapHosts)
  const images = { stop: endImageProcess }
  attachParts(app, [
    clock,
    refusals,
    statistics,
    images,
    online,
    live,
    sharedLimits,
    replicas,
    engines,
    streets,
    addresses,
    alarms,
    deliveries,
    presence,
    sensors,
    warnings,
    dueWork,
    imports,
    broker,
    demo,
    backups,
    ownerWarnings,
    housekeeping,
  ])

  const shared = {
    store,
    live,
    engines,
    addresses,
    streets,
    imports,
    sensors,
    demo,
    backups,
    replicas,
    online: online.members,
  }
  const tools = { ...deliveries, ...shared, statistics, refusals, isSecure, mapFetch, now }
  const { checkReplies = false } = options
  const door = openDoor(base, {
    read: replicas.read,
    takeRequests,
    requireRequests,
    presence,
    live: live.streams,
    wake,
    checkReplies,
  })
  registerRoutes(app, allRoutes(base, tools), door)
  registerDocs(app, packageFile.version)
  registerHealth(app, database, dueWork.health)
  metrics.addReadings(readingsOf(base, { live, engines, sensors, dueWork, replicas, backups }))
  registerMetrics(app, { metrics, token: config.metricsToken })
  await registerPages(app, webFolder, {
    pageConfig: pageConfigOf(base, deliveries.vapidPublicKey, streets.library),
    inlineScripts,
    frameOrigins: (token) => frameOriginsOf(database.db, token),
  })
  return app
}
