import { PUBLIC_MAP } from '#contract'
import packageFile from '../../../package.json' with { type: 'json' }
import * as actions from '../action/queries.ts'
import { actionRoutes } from '../action/routes.ts'
import { aoiMapRoutes } from '../aoi/map-routes.ts'
import * as aois from '../aoi/queries.ts'
import { aoiRoutes } from '../aoi/routes.ts'
import { auditRoutes } from '../audit/routes.ts'
import { backupRoutes } from '../backup/routes.ts'
import { listBackups } from '../backup/state.ts'
import { boardRoutes } from '../board/routes.ts'
import { calendarRoutes } from '../calendar/routes.ts'
import { communityRoutes } from '../community/routes.ts'
import { coverRoutes } from '../cover/routes.ts'
import { dashboardRoutes } from '../dashboard/routes.ts'
import { databaseMs } from '../db/clock.ts'
import type { Db } from '../db/database.ts'
import type { Replicas } from '../db/replica/replicas.ts'
import { deviceRoutes } from '../device/routes.ts'
import { escalationRoutes } from '../escalation/routes.ts'
import * as eventTypes from '../event-type/queries.ts'
import { eventTypeRoutes } from '../event-type/routes.ts'
import { openTypeSuggestions } from '../event-type/suggest.ts'
import { fileRoutes } from '../files/routes.ts'
import type { FileStore } from '../files/store.ts'
import type { Route } from '../http/serve.ts'
import type { Statistics } from '../http/statistics.ts'
import { inviteRoutes } from '../invite/routes.ts'
import { liveRoutes } from '../live/routes.ts'
import { logRoutes } from '../log/routes.ts'
import { mailRoutes } from '../mail/routes.ts'
import type { Transport } from '../mail/transport.ts'
import { tryStyle } from '../map-style/map-styles.ts'
import { mapStyleRoutes } from '../map-style/routes.ts'
import type { Fetch } from '../map-style/upstream.ts'
import { metricRoutes } from '../metric/routes.ts'
import { notificationRoutes } from '../notification/routes.ts'
import { placeRoutes } from '../place/routes.ts'
import { tryGeocoder } from '../places/try-geocoder.ts'
import { regionRoutes } from '../region/routes.ts'
import { reviewRoutes } from '../review/routes.ts'
import { roleRoutes } from '../role/routes.ts'
import { rotaRoutes } from '../rota/routes.ts'
import { ruleRoutes } from '../rule/routes.ts'
import { secondFactorRoutes } from '../second-factor/routes.ts'
import * as sensorQueries from '../sensor/queries.ts'
import { sensorRoutes } from '../sensor/routes.ts'
import { mapRoutes } from '../service/map-routes.ts'
import * as services from '../service/queries.ts'
import { serviceRoutes } from '../service/routes.ts'
import { serverServiceRoutes } from '../service/server-routes.ts'
import * as sessions from '../session/queries.ts'
import { sessionRoutes } from '../session/routes.ts'
import * as settings from '../setting/queries.ts'
import { settingRoutes } from '../setting/routes.ts'
import { setupRoutes } from '../setup/routes.ts'
import { shareRoutes } from '../share/routes.ts'
import type { Gateway } from '../sms/gateway.ts'
import { smsRoutes } from '../sms/routes.ts'
import { starterRoutes } from '../starter/routes.ts'
import { statusRoutes } from '../status/routes.ts'
import { coversArea } from '../streets/library.ts'
import { streetsRoutes } from '../streets/routes.ts'
import { twinRoutes } from '../twin/routes.ts'
import { userRoutes } from '../user/routes.ts'
import { contactRoutes } from '../visitor/contact-routes.ts'
import { feedbackRoutes } from '../visitor/feedback-routes.ts'
import { followRoutes } from '../visitor/follow-routes.ts'
import { publicLinkRoutes } from '../visitor/link-routes.ts'
import * as visitors from '../visitor/queries.ts'
import { visitorRoutes } from '../visitor/routes.ts'
import { webhookRoutes } from '../webhook/routes.ts'
import type { Fetch as WebhookFetch } from '../webhook/send.ts'
import type { openAddresses } from './addresses.ts'
import type { openBackups } from './backups.ts'
import { workingChannels } from './due-work.ts'
import type { openEngines } from './engines.ts'
import type { LivePart } from './live.ts'
import type { Base } from './part.ts'
import type { openDemo, openSensorPart } from './sensors.ts'
import { examiner, watcher } from './status.ts'
import type { StreetsPart } from './streets.ts'

type Tools = {
  statistics: Statistics
  replicas: Replicas
  refusals: { flush: () => Promise<void> }
  store: FileStore
  live: LivePart
  /** The ids of members who are online. */
  online: ReadonlySet<string>
  engines: ReturnType<typeof openEngines>
  addresses: ReturnType<typeof openAddresses>
  streets: StreetsPart
  sensors: ReturnType<typeof openSensorPart>
  demo: Awaited<ReturnType<typeof openDemo>>
  backups: ReturnType<typeof openBackups>
  /** Undefined where no mail server is configured. */
  transport: Transport | undefined
  /** Undefined where no gateway for text messages is configured. */
  gateway: Gateway | undefined
  webhookFetch: WebhookFetch
  isSecure: boolean
  mapFetch: Fetch
  /** The clock of one-time codes, in milliseconds. */
  now: () => number
}

/** A service's own map style, or the public one if the server's owner chose it. */
const styleUrlOf = async (db: Db, token: string): Promise<string | undefined> => {
  if (token !== PUBLIC_MAP.token) return services.styleUrlByToken(db, token)
  return (await settings.read(db)).publicMap ? PUBLIC_MAP.styleUrl : undefined
}

/** The routes of all features. */
export const allRoutes = (base: Base, tools: Tools): Route[] => {
  const { config, isOffline, mustBeOnline } = base
  const { refusals, store, live, engines, addresses, streets, sensors, demo, isSecure, mapFetch, now } = tools
  const { publicUrl, fromEnvironment } = config
  const { places, addressOf } = addresses
  const escalation = { channels: workingChannels(config) }
  const followPage = { canMail: config.mail !== undefined }
  return [
    ...sessionRoutes({ isSecure }),
    ...secondFactorRoutes({ isSecure, now }),
    ...setupRoutes({ places, ...tools.backups }),
    ...settingRoutes({
      version: packageFile.version,
      setByEnvironment: [...fromEnvironment],
      liveStreams: () => live.streams.streamCount,
      flushRefusals: refusals.flush,
      tileSets: streets.library.tileSets,
    }),
    ...userRoutes({ store, addressOf, online: tools.online, endSessions: sessions.endAllOf }),
    ...inviteRoutes({ publicUrl, isSecure, canMail: tools.transport !== undefined }),
    ...mailRoutes({ transport: tools.transport, mustBeOnline }),
    ...smsRoutes({ gateway: tools.gateway, mustBeOnline }),
    ...serviceRoutes({ store }),
    ...serverServiceRoutes,
    ...twinRoutes,
    ...reviewRoutes,
    ...coverRoutes({ store, pool: base.database.db }),
    ...boardRoutes({ publicUrl }),
    ...starterRoutes({
      hasStreets: async ({ map, homeArea }) =>
        Boolean(map.styleUrl ?? config.mapStyleUrl) || coversArea(await streets.library.tileSets(), homeArea),
      hasBackup: async () => (await listBackups(tools.backups.openPlace)).stored.length > 0,
    }),
    ...mapRoutes({ tryStyle: (url) => tryStyle(mapFetch, url), tryGeocoder, mustBeOnline }),
    ...mapStyleRoutes({ fetch: mapFetch, isOffline, styleUrlOf }),
    ...streetsRoutes({ ...streets, mustBeOnline, nameOf: places.regionOf }),
    ...regionRoutes({ store }),
    ...roleRoutes({ actionsOf: actions.ofServices, typesOf: eventTypes.ofService }),
    ...actionRoutes,
    ...eventTypeRoutes({
      mustBeOnline,
      suggestTypes: openTypeSuggestions(base.database.db),
      newestByType: aois.newestByType,
    }),
    ...metricRoutes(engines),
    ...auditRoutes,
    ...backupRoutes(tools.backups),
    ...statusRoutes({
      statistics: tools.statistics,
      watch: watcher(base, tools),
      examine: examiner(base),
      now: databaseMs,
    }),
    ...notificationRoutes,
    ...deviceRoutes,
    ...placeRoutes({ places }),
    ...aoiRoutes({
      store,
      addressOf,
      search: engines.search,
      countIndex: engines.countIndex,
      unsubscribe: visitors.unsubscribe,
    }),
    ...aoiMapRoutes(engines.mapIndex),
    ...communityRoutes({ store }),
    ...calendarRoutes({ publicUrl }),
    ...dashboardRoutes({ eventIndex: engines.eventIndex }),
    ...logRoutes({ store }),
    ...shareRoutes,
    ...publicLinkRoutes(config),
    ...visitorRoutes({ store, places, isSecure }),
    ...followRoutes({ isSecure, page: followPage }),
    ...feedbackRoutes({ store, page: followPage }),
    ...contactRoutes(followPage),
    ...sensorRoutes({ store, ...sensors, escalation, onWatched: demo?.watched }),
    ...ruleRoutes({ byId: sensorQueries.byId, telemetry: sensorQueries.telemetry }),
    ...webhookRoutes({ fetch: tools.webhookFetch, publicUrl, mustBeOnline }),
    ...escalationRoutes(escalation),
    ...rotaRoutes,
    ...fileRoutes({ store }),
    ...liveRoutes(live),
  ]
}
