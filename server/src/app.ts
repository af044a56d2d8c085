import { resolve } from 'node:path'
import packageFile from '../../package.json' with { type: 'json' }
import { frameOriginsOf } from './board/queries.ts'
import { databaseMs, followDatabaseClock } from './db/clock.ts'
import type { OpenDatabase } from './db/database.ts'
import { openReplicas } from './db/replica/replicas.ts'
import { endImageProcess } from './files/images.ts'
import { openStore } from './files/store.ts'
import { registerDocs } from './http/docs.ts'
import { registerHealth } from './http/health.ts'
import { type HttpServer, openHttpServer } from './http/http-server.ts'
import { readInlineScripts } from './http/inline-scripts.ts'
import { openMapHosts } from './http/map-hosts.ts'
import { openMetrics } from './http/metrics.ts'
import { registerMetrics } from './http/metrics-route.ts'
import { registerPages } from './http/pages.ts'
import type { OnProblem } from './http/problems.ts'
import { openRequestLimits } from './http/rate-limit.ts'
import { openRefusalCounts } from './http/refusals.ts'
import { registerRoutes } from './http/register.ts'
import { type ClientLimits, clientLimits } from './http/slow-clients.ts'
import { openStatistics } from './http/statistics.ts'
import type { Fetch } from './map-style/upstream.ts'
import { guardedFetch } from './outbound/guard.ts'
import { openAddresses } from './parts/addresses.ts'
import { type LeaveDatabase, openBackups } from './parts/backups.ts'
import { type DeliveryOptions, openDeliveries } from './parts/deliveries.ts'
import { openDoor } from './parts/door.ts'
import { openEngines } from './parts/engines.ts'
import { startHousekeeping } from './parts/housekeeping.ts'
import { openLive } from './parts/live.ts'
import { readingsOf } from './parts/metrics.ts'
import { offlineMode } from './parts/offline-mode.ts'
import { startOwnerWarnings } from './parts/owner-warnings.ts'
import { pageConfigOf } from './parts/page-config.ts'
import { attachParts, type Base } from './parts/part.ts'
import { watchPresence } from './parts/presence.ts'
import { allRoutes } from './parts/routes.ts'
import { openRulePart } from './parts/rules.ts'
import { openBroker, openDemo, openSensorPart } from './parts/sensors.ts'
import { openStreets } from './parts/streets.ts'
import type { Config } from './start/config.ts'

const WEB_FOLDER = resolve(import.meta.dirname, '../../web/dist')

export type AppOptions = {
  config: Config
  database: OpenDatabase
  tls?: { cert: Buffer; key: Buffer } | undefined
  checkReplies?: boolean
  webFolder?: string
  deliveries?: DeliveryOptions
  /** In tests: limits for slow clients that need no waiting. */
  limits?: ClientLimits
  /** In tests: a way to a host of maps on loopback. */
  mapFetch?: Fetch
  /** Closes this server and its connections to the database, runs the work, and starts it again. */
  leaveDatabase?: LeaveDatabase
  /** In tests: the clock of one-time codes and of request limits, in milliseconds. */
  now?: () => number
}

/** The whole server on an open database. `close()` ends live streams first, then waits for running requests. */
export const buildApp = async (options: AppOptions): Promise<HttpServer> => {
  const { config, database, tls, webFolder = WEB_FOLDER, mapFetch = guardedFetch, now = databaseMs } = options
  const { db } = database
  const { logLevel, trustProxy, mapStyleUrl } = config
  const isSecure = config.tls !== undefined || config.publicUrl.startsWith('https:')
  const offline = offlineMode(database)
  // A path is of this server, as its visitors reach it.
  const styleUrl = mapStyleUrl && new URL(mapStyleUrl, config.publicUrl).href
  const mapHosts = openMapHosts({ styleUrl, isOffline: offline.isOffline })
  const inlineScripts = await readInlineScripts(webFolder)
  const takeRequests = openRequestLimits(config.requestLimits, options.now)
  const limits = { takeRequests, clientLimits: options.limits ?? clientLimits }
  const refusals = openRefusalCounts({ db, warn: (...details) => app.log.warn(...details) })
  const metrics = openMetrics()
  const statistics = openStatistics({ db, warn: (...details) => app.log.warn(...details) })
  const onProblem: OnProblem = (problem, request) => {
    refusals.count(problem, request)
    metrics.countProblem(problem.code)
    statistics.noteProblem(problem, request)
  }
  const app = await openHttpServer({
    logLevel,
    trustProxy,
    tls,
    isSecure,
    mapHosts,
    inlineScripts,
    onProblem,
    ...limits,
  })

  metrics.observe(app)
  statistics.observe(app)
  const clock = await followDatabaseClock(database.pool, app.log)
  const base: Base = { config, database, log: app.log, ...offline }
  const store = await openStore(config)
  const live = await openLive(base)
  const replicas = openReplicas(database, {
    urls: config.databaseReadUrls,
    connections: config.databaseConnections,
    warn: (...details) => app.log.warn(...details),
    onRead: metrics.countRead,
  })
  const engines = openEngines(base, replicas.read)
  const streets = openStreets(base, { fetch: mapFetch, wake: () => live.wake() })
  const addresses = openAddresses(base, streets.addresses)
  const deliveries = await openDeliveries(
    base,
    { onOutcome: metrics.countDeliveries, wakeLive: () => live.wake() },
    options.deliveries,
  )
  /** Called after every commit: delivers its live messages and notifications. */
  const wake = () => {
    live.wake()
    deliveries.wake()
  }
  const presence = watchPresence(base, live)
  const sensors = openSensorPart(base, store, wake)
  const rules = openRulePart(base, wake)
  const broker = openBroker(base, sensors)
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
    live,
    replicas,
    engines,
    streets,
    addresses,
    deliveries,
    presence,
    sensors,
    rules,
    broker,
    demo,
    backups,
    ownerWarnings,
    housekeeping,
  ])

  const { transport, gateway, webhookFetch } = deliveries
  const tools = {
    transport,
    gateway,
    webhookFetch,
    statistics,
    housekeeping,
    refusals,
    store,
    live,
    engines,
    addresses,
    streets,
    sensors,
    demo,
    backups,
    isSecure,
    mapFetch,
    now,
  }
  const { checkReplies = false } = options
  const door = openDoor(base, { read: replicas.read, takeRequests, presence, live: live.streams, wake, checkReplies })
  registerRoutes(app, allRoutes(base, tools), door)
  registerDocs(app, packageFile.version)
  registerHealth(app, { db })
  metrics.addReadings(readingsOf(base, { live, engines, sensors, replicas }))
  registerMetrics(app, { metrics, token: config.metricsToken })
  await registerPages(app, webFolder, {
    pageConfig: pageConfigOf(base, deliveries.vapidPublicKey, streets.library),
    inlineScripts,
    frameOrigins: (token) => frameOriginsOf(db, token),
  })
  return app
}
