import { PUBLIC_MAP } from '#contract'
import packageFile from '../../../package.json' with { type: 'json' }
import { receiversOfPlan } from '../alarms/escalation/queries.ts'
import { escalationRoutes } from '../alarms/escalation/routes.ts'
import { rotaRoutes } from '../alarms/rota/routes.ts'
import { ruleRoutes } from '../alarms/rule/routes.ts'
import { byId } from '../alarms/sensor/queries.ts'
import { sensorRoutes } from '../alarms/sensor/routes.ts'
import { telemetry } from '../alarms/sensor/telemetry.ts'
import * as actions from '../core/action/queries.ts'
import { actionRoutes } from '../core/action/routes.ts'
import { changeRoutes } from '../core/aoi/change-routes.ts'
import { lifecycleRoutes } from '../core/aoi/lifecycle.ts'
import { newestByType } from '../core/aoi/list.ts'
import { logRoutes } from '../core/aoi/log/routes.ts'
import { aoiMapRoutes } from '../core/aoi/map-routes.ts'
import { readRoutes } from '../core/aoi/read-routes.ts'
import { reportRoute } from '../core/aoi/report.ts'
import { shareRoutes } from '../core/aoi/share/routes.ts'
import { messagesForToken } from '../core/aoi/token-messages.ts'
import { communityRoutes } from '../core/community/routes.ts'
import { dashboardRoutes } from '../core/dashboard/routes.ts'
import * as eventTypes from '../core/event-type/queries.ts'
import { eventTypeRoutes } from '../core/event-type/routes.ts'
import { openTypeSuggestions } from '../core/event-type/suggest.ts'
import { metricRoutes } from '../core/metric/routes.ts'
import * as regions from '../core/region/queries.ts'
import { regionRoutes } from '../core/region/routes.ts'
import { calendarRoutes } from '../exchange/calendar/routes.ts'
import { exportRoutes } from '../exchange/export/routes.ts'
import { feedRoutes } from '../exchange/feed/routes.ts'
import { importRoutes } from '../exchange/import/routes.ts'
import { ogcRoutes } from '../exchange/ogc/routes.ts'
import { warningRoutes } from '../exchange/warning/routes.ts'
import { tryStyle } from '../geo/map-style/map-styles.ts'
import { mapStyleRoutes } from '../geo/map-style/routes.ts'
import type { Fetch } from '../geo/map-style/upstream.ts'
import { tryGeocoder } from '../geo/places/geocoder.ts'
import { placeRoutes } from '../geo/places/routes.ts'
import { coversArea } from '../geo/streets/library.ts'
import { streetsRoutes } from '../geo/streets/routes.ts'
import { deviceRoutes } from '../messaging/device/routes.ts'
import { notificationRoutes } from '../messaging/notification/routes.ts'
import type { Gateway } from '../messaging/sms/gateway.ts'
import { smsRoutes } from '../messaging/sms/routes.ts'
import { webhookRoutes } from '../messaging/webhook/routes.ts'
import type { Fetch as WebhookFetch } from '../messaging/webhook/send.ts'
import { backupRoutes } from '../operations/backup/routes.ts'
import { listBackups } from '../operations/backup/state.ts'
import { serviceRoutes } from '../operations/organisation/routes.ts'
import { serverServiceRoutes } from '../operations/organisation/server-routes.ts'
import { setupRoutes } from '../operations/setup/routes.ts'
import { starterRoutes } from '../operations/starter/routes.ts'
import { statusRoutes } from '../operations/status/routes.ts'
import { auditRoutes } from '../people/audit/routes.ts'
import { inviteRoutes } from '../people/invite/routes.ts'
import { mailRoutes } from '../people/mail/routes.ts'
import type { Transport } from '../people/mail/transport.ts'
import { roleRoutes } from '../people/role/routes.ts'
import { mapRoutes } from '../people/service/map-routes.ts'
import * as services from '../people/service/queries.ts'
import * as sessions from '../people/session/queries.ts'
import { sessionRoutes } from '../people/session/routes.ts'
import { secondFactorRoutes } from '../people/session/second-factor-routes.ts'
import * as settings from '../people/setting/queries.ts'
import { settingRoutes } from '../people/setting/routes.ts'
import { tokenRoutes } from '../people/token/routes.ts'
import { isOwnPassword } from '../people/user/actions.ts'
import { userRoutes } from '../people/user/routes.ts'
import type { LimitChoices } from '../platform/access/limits.ts'
import { databaseMs } from '../platform/db/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { Replicas } from '../platform/db/replica/replicas.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import { fileRoutes } from '../platform/files/routes.ts'
import type { Route } from '../platform/http/serve.ts'
import type { Statistics } from '../platform/http/statistics.ts'
import { liveRoutes } from '../platform/live/routes.ts'
import { boardRoutes } from '../public/board/routes.ts'
import { coverRoutes } from '../public/cover/routes.ts'
import { reviewRoutes } from '../public/review/routes.ts'
import { textMessageRoutes } from '../public/text-message/routes.ts'
import { twinRoutes } from '../public/twin/routes.ts'
import { contactRoutes } from '../public/visitor/contact-routes.ts'
import { feedbackRoutes } from '../public/visitor/feedback-routes.ts'
import { followRoutes } from '../public/visitor/follow-routes.ts'
import { publicLinkRoutes } from '../public/visitor/link-routes.ts'
import { questionTexts } from '../public/visitor/questions.ts'
import { visitorRoutes } from '../public/visitor/routes.ts'
import type { openAddresses } from './addresses.ts'
import type { openBackups } from './backups.ts'
import { workingChannels } from './due-work.ts'
import type { openEngines } from './engines.ts'
import type { ImportPart } from './imports.ts'
import type { LivePart } from './live.ts'
import { memberPrograms, notifyOfEndedPrograms } from './member-programs.ts'
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
  online: ReadonlySet<string>
  engines: ReturnType<typeof openEngines>
  addresses: ReturnType<typeof openAddresses>
  streets: StreetsPart
  imports: ImportPart
  sensors: ReturnType<typeof openSensorPart>
  demo: Awaited<ReturnType<typeof openDemo>>
  backups: ReturnType<typeof openBackups>
  transport: Transport | undefined
  gateway: Gateway | undefined
  webhookFetch: WebhookFetch
  isSecure: boolean
  mapFetch: Fetch
  now: () => number
}

/** A service's own map style, or that of the online street map if the server's owner allows it. */
const styleUrlOf = async (db: Db, token: string): Promise<string | undefined> => {
  if (token !== PUBLIC_MAP.token) return services.styleUrlByToken(db, token)
  return (await settings.read(db)).publicMap ? PUBLIC_MAP.styleUrl : undefined
}

export const allRoutes = (base: Base, tools: Tools): Route[] => {
  const { config, isOffline, mustBeOnline } = base
  const { refusals, store, live, engines, addresses, streets, sensors, demo, isSecure, mapFetch, now } = tools
  const { publicUrl, fromEnvironment } = config
  const { places, addressOf } = addresses
  const escalation = { channels: workingChannels(config) }
  const limitChoices: LimitChoices = {
    typesOf: eventTypes.ofService,
    regionsOf: (db, serviceId) => regions.ofServices(db, [serviceId]),
  }
  const followPage = { canMail: config.mail !== undefined }
  return [
    ...sessionRoutes({ isSecure, programs: memberPrograms }),
    ...secondFactorRoutes({ isSecure, now }),
    ...setupRoutes({ places, ...tools.backups }),
    ...settingRoutes({
      version: packageFile.version,
      setByEnvironment: [...fromEnvironment],
      liveStreams: () => live.streams.streamCount,
      flushRefusals: refusals.flush,
      tileSets: streets.library.tileSets,
    }),
    ...userRoutes({
      store,
      addressOf,
      online: tools.online,
      endSessions: sessions.endAllOf,
      programs: memberPrograms,
      notifyOfEnd: notifyOfEndedPrograms,
    }),
    ...tokenRoutes({ choices: limitChoices, isOwnPassword }),
    ...inviteRoutes({ publicUrl, isSecure, canMail: tools.transport !== undefined, programs: memberPrograms }),
    ...mailRoutes({ transport: tools.transport, mustBeOnline }),
    ...smsRoutes({ gateway: tools.gateway, mustBeOnline }),
    ...serviceRoutes({ store }),
    ...serverServiceRoutes,
    ...twinRoutes,
    ...reviewRoutes({ questions: questionTexts({ canText: tools.gateway !== undefined, now: databaseMs }) }),
    ...textMessageRoutes({ publicUrl }),
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
      newestByType,
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
    ...readRoutes(engines),
    reportRoute({ store, addressOf }),
    ...changeRoutes({ store, addressOf }),
    ...lifecycleRoutes,
    ...aoiMapRoutes(engines),
    ...communityRoutes({ store }),
    ...calendarRoutes({ publicUrl }),
    ...importRoutes(tools.imports),
    ...exportRoutes,
    ...ogcRoutes({ publicUrl, hasPublicUrl: fromEnvironment.has('COHESION_PUBLIC_URL'), tiles: engines.tiles }),
    ...feedRoutes({ db: base.database.db, memory: engines.memory, publicUrl, now }),
    ...dashboardRoutes(engines),
    ...logRoutes({ store }),
    ...shareRoutes,
    ...publicLinkRoutes(config),
    ...visitorRoutes({ store, places, isSecure }),
    ...followRoutes({ isSecure, page: followPage }),
    ...feedbackRoutes({ store, page: followPage }),
    ...contactRoutes(followPage),
    ...sensorRoutes({ store, ...sensors, escalation, onWatched: demo?.watched }),
    ...ruleRoutes({ sensorById: byId, telemetry: telemetry, receiversOfPlan }),
    ...warningRoutes({ addressOf, limitChoices, mustBeOnline }),
    ...webhookRoutes({ fetch: tools.webhookFetch, publicUrl, mustBeOnline, limitChoices }),
    ...escalationRoutes(escalation),
    ...rotaRoutes,
    ...fileRoutes({ store }),
    ...liveRoutes({ ...live, messagesForToken }),
  ]
}
