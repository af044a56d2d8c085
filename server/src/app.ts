import { resolve } from 'node:path'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance } from 'fastify'
import { BASE_PATH, fileApi, type Language, type LngLat, liveApi, Problem } from '#contract'
import packageFile from '../../package.json' with { type: 'json' }
import { actionRoutes } from './action/routes.ts'
import { aoiFeedRoutes } from './aoi/feed-routes.ts'
import { selectAois } from './aoi/queries.ts'
import { aoiRoutes } from './aoi/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { calendarRoutes } from './calendar/routes.ts'
import { communityRoutes } from './community/routes.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import type { OpenDatabase } from './db/database.ts'
import { deviceRoutes } from './device/routes.ts'
import { eventTypeRoutes } from './event-type/routes.ts'
import { sendFile } from './files/files.ts'
import { openStore } from './files/store.ts'
import { registerBasemap } from './http/basemap.ts'
import { docsPage } from './http/docs-page.ts'
import { registerHealth } from './http/health.ts'
import { discreet } from './http/logging.ts'
import { openMapHosts } from './http/map-hosts.ts'
import { openApiDocument } from './http/openapi.ts'
import { registerPages } from './http/pages.ts'
import { handleProblems } from './http/problems.ts'
import { limitNetworks, openRequestLimits } from './http/rate-limit.ts'
import { registerRoutes } from './http/register.ts'
import { registerSecurity } from './http/security.ts'
import { type Route, serveRaw } from './http/serve.ts'
import { type ClientLimits, clientLimits, limitClients, serverOptionsOf } from './http/slow-clients.ts'
import { readTheme } from './http/theme.ts'
import { inviteRoutes } from './invite/routes.ts'
import { startLive } from './live/live.ts'
import { logRoutes } from './log/routes.ts'
import { openMapIndex } from './map-index/map-index.ts'
import { tryStyle } from './map-style/map-styles.ts'
import { mapStyleRoutes } from './map-style/routes.ts'
import { metricRoutes } from './metric/routes.ts'
import { notificationRoutes, pushRules } from './notification/routes.ts'
import { guardedFetch } from './outbound/guard.ts'
import { placeRoutes } from './place/routes.ts'
import { openPlaces } from './places/places.ts'
import { tryGeocoder } from './places/try-geocoder.ts'
import { type PusherOptions, startPusher } from './push/pusher.ts'
import { vapidKeys } from './push/vapid.ts'
import { regionRoutes } from './region/routes.ts'
import { roleRoutes } from './role/routes.ts'
import { openSearch } from './search/search.ts'
import { openMqtt } from './sensor/mqtt.ts'
import * as sensorQueries from './sensor/queries.ts'
import { sensorRoutes } from './sensor/routes.ts'
import { openSensors } from './sensor/sensors.ts'
import { mapRoutes } from './service/map-routes.ts'
import * as services from './service/queries.ts'
import { serviceRoutes } from './service/routes.ts'
import { serverServiceRoutes } from './service/server-routes.ts'
import * as sessions from './session/queries.ts'
import { sessionRoutes } from './session/routes.ts'
import * as settings from './setting/queries.ts'
import { settingRoutes } from './setting/routes.ts'
import { setupRoutes } from './setup/routes.ts'
import { shareRoutes } from './share/routes.ts'
import type { Config } from './start/config.ts'
import { startHousekeeping } from './start/housekeeping.ts'
import { pageConfigOf } from './start/page-config.ts'
import { watchPresence } from './start/presence.ts'
import { userRoutes } from './user/routes.ts'
import { followRoutes } from './visitor/follow-routes.ts'
import { publicLinkRoutes } from './visitor/link-routes.ts'
import { visitorRoutes } from './visitor/routes.ts'

const WEB_FOLDER = resolve(import.meta.dirname, '../../web/dist')
const JSON_BODY_LIMIT_BYTES = 1_000_000

export type AppOptions = {
  config: Config
  database: OpenDatabase
  tls?: { cert: Buffer; key: Buffer } | undefined
  checkReplies?: boolean
  webFolder?: string
  /** In tests: a way to a push service on loopback, which the guard refuses. */
  push?: Partial<Pick<PusherOptions, 'fetch' | 'timing'>>
  /** In tests: limits for slow clients that need no waiting. */
  limits?: ClientLimits
  /** In tests: a way to a host of maps on loopback. */
  mapFetch?: typeof guardedFetch
}

/** The whole server on an open database. `close()` ends live streams first, then waits for running requests. */
export const buildApp = async ({
  config,
  database,
  tls,
  checkReplies = false,
  webFolder = WEB_FOLDER,
  push = {},
  limits = clientLimits,
  mapFetch = guardedFetch,
}: AppOptions): Promise<FastifyInstance> => {
  const { db } = database
  const isSecure = config.tls !== undefined || config.publicUrl.startsWith('https:')
  const app = fastify({
    bodyLimit: JSON_BODY_LIMIT_BYTES,
    trustProxy: config.trustProxy,
    ...(tls ? { https: { ...tls, ...serverOptionsOf(limits) } } : { http: serverOptionsOf(limits) }),
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 300 },
    logger: { level: config.logLevel, ...discreet },
  }) as unknown as FastifyInstance

  handleProblems(app)
  const takeRequests = openRequestLimits(config.requestLimits)
  limitNetworks(app, takeRequests)
  limitClients(app.server, limits)
  const isOffline = async () => (await settings.read(db)).offlineMode
  const mustBeOnline = async () => {
    if (await isOffline()) throw new Problem('offlineMode')
  }
  const mapHosts = openMapHosts({ styleUrl: config.mapStyleUrl, isOffline })
  const theme = await readTheme(webFolder)
  // Before the policy is made, and only until the style's hosts are known.
  app.addHook('onRequest', async ({ headers, log }) => {
    if (!headers.accept?.includes('text/html')) return
    await mapHosts.ensureRead().catch((err: unknown) => log.warn({ err }, 'the hosts of the map style are not known'))
  })
  await registerSecurity(app, { mapHosts: mapHosts.hosts, isSecure, inline: theme.source })
  // Less than that goes in the same packets either way, and compressing it costs as much as making it.
  await app.register(compress, { threshold: 4096 })
  await app.register(multipart)

  const store = await openStore(config)
  /** Whoever comes online by it is told to the others at once. */
  const touch = async (sessionIds: string[]) => {
    await db.transaction().execute((transaction) => sessions.touch(transaction, sessionIds))
    live.poke()
  }
  const live = await startLive({
    connection: database.connection,
    log: app.log,
    audienceOf: (sessionIds) => sessions.audienceOf(db, sessionIds),
    touch: (sessionIds) => touch(sessionIds),
  })
  app.addHook('preClose', async () => live.closeAll())
  const places = openPlaces({
    geocoderUrl: config.geocoderUrl,
    geocoderUrlOf: async (id) => (await services.byId(db, id))?.geocoder.url,
    isOffline,
    log: app.log,
  })
  const closing = new AbortController()
  const { signal } = closing
  app.addHook('preClose', async () => closing.abort())
  const search = openSearch(db, app.log, { signal })
  const mapIndex = openMapIndex(db, app.log, { selectRows: selectAois(db), searchNumbers: search.numbers, signal })
  // Begun when requests are taken, and waited for only by those who ask for the map.
  app.addHook('onListen', async () => {
    const warn = (err: unknown) => signal.aborted || app.log.warn({ err }, 'map and search: not yet in memory')
    mapIndex
      .warm()
      .then(() => search.warm())
      .catch(warn)
      .then(() => search.keepUp())
      .catch(() => {})
    places.warm().catch((err: unknown) => app.log.warn({ err }, 'places: not yet in memory'))
  })

  const addressOf = async (point: LngLat, language: Language, serviceId: string) =>
    (await places.addressOf(point, language, serviceId)).address
  const keys = await vapidKeys(db, config.vapid, config.publicUrl)
  const pusher = startPusher({ db, keys, fetch: guardedFetch, isOffline, log: app.log, ...pushRules, ...push })
  /** After every commit: what it announced and what it tells to devices goes out. */
  const poke = () => {
    live.poke()
    pusher.poke()
  }
  const presence = watchPresence({ db, touch, poke: () => live.poke(), log: app.log })
  app.addHook('onClose', async () => presence.stop())
  const sensors = openSensors({ db, store, poke, isOffline, log: app.log })
  const mqtt = config.mqttUrl
    ? openMqtt({ url: config.mqttUrl, pool: database.pool, intake: sensors.intake, log: app.log })
    : undefined
  const demoLife = config.demo
    ? (await import('./demo/life.ts')).openDemoLife({ db, intake: sensors.intake, log: app.log })
    : undefined

  const routes: Route[] = [
    ...sessionRoutes({ isSecure }),
    ...setupRoutes,
    ...settingRoutes({
      version: packageFile.version,
      setByEnvironment: [...config.fromEnvironment],
      liveStreams: () => live.streamCount,
    }),
    ...userRoutes({ store, addressOf }),
    ...inviteRoutes({ publicUrl: config.publicUrl, isSecure }),
    ...serviceRoutes({ store }),
    ...serverServiceRoutes,
    ...mapRoutes({ tryStyle: (url) => tryStyle(mapFetch, url), tryGeocoder, mustBeOnline }),
    ...mapStyleRoutes({ fetch: mapFetch, isOffline }),
    ...regionRoutes({ store }),
    ...roleRoutes,
    ...actionRoutes,
    ...eventTypeRoutes({ mustBeOnline }),
    ...metricRoutes,
    ...auditRoutes,
    ...notificationRoutes,
    ...deviceRoutes,
    ...placeRoutes({ places }),
    ...aoiRoutes({ store, addressOf, search }),
    ...aoiFeedRoutes(mapIndex),
    ...communityRoutes({ store }),
    ...calendarRoutes({ publicUrl: config.publicUrl }),
    ...dashboardRoutes,
    ...logRoutes,
    ...shareRoutes,
    ...publicLinkRoutes(config),
    ...visitorRoutes({ store, places, isSecure }),
    ...followRoutes,
    ...sensorRoutes({ store, ...sensors, onWatched: demoLife?.watched }),
    serveRaw(fileApi.read, async ({ db: pool, params, query, client, allow }) => {
      allow()
      return sendFile(pool, store, { ...params, ...query, ifNoneMatch: client.ifNoneMatch, range: client.range })
    }),
    serveRaw(liveApi.events, async ({ actor, sessionId, client, allow, hijack }) => {
      allow()
      live.openStream({ response: hijack(), memberId: actor.id, sessionId, lastEventId: client.lastEventId })
      return undefined
    }),
  ]
  registerRoutes(app, routes, {
    db,
    apiKey: config.apiKey,
    authenticate: async (token) => {
      const caller = await sessions.callerByToken(db, token)
      if (caller) presence.saw(caller.sessionId)
      return caller
    },
    keyHolder: (key) => sensorQueries.keyHolder(db, key),
    takeRequests,
    pokeRelay: poke,
    checkReplies,
  })

  const document = openApiDocument(packageFile.version)
  const page = docsPage(packageFile.version)
  app.get(`${BASE_PATH}/openapi.json`, (_request, reply) => reply.send(document))
  app.get(`${BASE_PATH}/docs`, (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
  registerHealth(app, { db })
  await registerBasemap(app, config.dataFolder)
  await registerPages(app, webFolder, pageConfigOf(config, database, keys.publicKey), theme)

  const housekeeping = startHousekeeping({
    db,
    auditMonths: config.auditMonths,
    store,
    refreshMapHosts: mapHosts.refresh,
    log: app.log,
  })
  app.addHook('onClose', async () => {
    housekeeping.stop()
    await mqtt?.stop()
    demoLife?.stop()
    sensors.stop()
    await pusher.stop()
    await live.stop()
  })
  return app
}
