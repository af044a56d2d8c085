import { actionApi } from './action/api.ts'
import { aoiApi } from './aoi/api.ts'
import { auditApi } from './audit/api.ts'
import { backupApi } from './backup/api.ts'
import { batchApi } from './batch/api.ts'
import { boardApi } from './board/api.ts'
import { calendarApi } from './calendar/api.ts'
import { communityApi } from './community/api.ts'
import { coverApi } from './cover/api.ts'
import { dashboardApi } from './dashboard/api.ts'
import { deviceApi } from './device/api.ts'
import type { Endpoint } from './endpoint.ts'
import { escalationApi } from './escalation/api.ts'
import { eventTypeApi } from './event-type/api.ts'
import { fileApi } from './file/api.ts'
import { inviteApi } from './invite/api.ts'
import { liveApi } from './live/api.ts'
import { logApi } from './log/api.ts'
import { mailApi } from './mail/api.ts'
import { mapStyleApi } from './map-style/api.ts'
import { metricApi } from './metric/api.ts'
import { notificationApi } from './notification/api.ts'
import { placeApi } from './place/api.ts'
import { regionApi } from './region/api.ts'
import { reviewApi } from './review/api.ts'
import { roleApi } from './role/api.ts'
import { rotaApi } from './rota/api.ts'
import { ruleApi } from './rule/api.ts'
import { secondFactorApi } from './second-factor/api.ts'
import { sensorApi } from './sensor/api.ts'
import { serviceApi } from './service/api.ts'
import { sessionApi } from './session/api.ts'
import { settingApi } from './setting/api.ts'
import { setupApi } from './setup/api.ts'
import { shareApi } from './share/api.ts'
import { smsApi } from './sms/api.ts'
import { starterApi } from './starter/api.ts'
import { statusApi } from './status/api.ts'
import { streetsApi } from './streets/api.ts'
import { twinApi } from './twin/api.ts'
import { userApi } from './user/api.ts'
import { visitorApi } from './visitor/api.ts'
import { webhookApi } from './webhook/api.ts'

export * from './access.ts'
export * from './action/api.ts'
export * from './action/rules.ts'
export * from './aoi/activity-rules.ts'
export * from './aoi/api.ts'
export * from './aoi/draft.ts'
export * from './aoi/filter.ts'
export * from './aoi/live-counts.ts'
export * from './aoi/live-rows.ts'
export * from './aoi/place.ts'
export * from './aoi/rules.ts'
export * from './aoi/schema.ts'
export * from './aoi/subject.ts'
export * from './aoi/suggest-name.ts'
export * from './aoi/tile.ts'
export * from './audit/api.ts'
export * from './backup/api.ts'
export * from './backup/rules.ts'
export * from './batch/api.ts'
export * from './board/api.ts'
export * from './board/rules.ts'
export * from './board/schema.ts'
export * from './calendar/api.ts'
export * from './community/api.ts'
export * from './community/draft.ts'
export * from './community/schema.ts'
export * from './cover/api.ts'
export * from './cover/rules.ts'
export * from './cover/schema.ts'
export * from './dashboard/api.ts'
export * from './delivery/schema.ts'
export * from './device/api.ts'
export * from './endpoint.ts'
export * from './escalation/api.ts'
export * from './escalation/ladder.ts'
export * from './escalation/schema.ts'
export * from './escalation/texts.ts'
export * from './event-type/api.ts'
export * from './event-type/rules.ts'
export * from './file/api.ts'
export * from './invite/api.ts'
export * from './language.ts'
export * from './language-traits.ts'
export * from './live/api.ts'
export * from './log/api.ts'
export * from './mail/api.ts'
export * from './mail/texts.ts'
export * from './map-style/api.ts'
export * from './map-style/public-map.ts'
export * from './menu.ts'
export * from './metric/api.ts'
export * from './metric/rules.ts'
export * from './notification/api.ts'
export * from './notification/rules.ts'
export * from './notification/texts.ts'
export * from './place/api.ts'
export * from './problem.ts'
export * from './region/api.ts'
export * from './region/geojson.ts'
export * from './region/outline.ts'
export * from './region/plan.ts'
export * from './review/api.ts'
export * from './review/rules.ts'
export * from './review/schema.ts'
export * from './review/texts.ts'
export * from './role/api.ts'
export * from './role/rules.ts'
export * from './rota/api.ts'
export * from './rota/schema.ts'
export * from './rota/weeks.ts'
export * from './rule/api.ts'
export * from './rule/judge.ts'
export * from './rule/place.ts'
export * from './rule/schema.ts'
export * from './rule/state.ts'
export * from './rule/texts.ts'
export * from './schema.ts'
export * from './second-factor/api.ts'
export * from './second-factor/rules.ts'
export * from './sensor/api.ts'
export * from './sensor/reading.ts'
export * from './sensor/state.ts'
export * from './service/api.ts'
export * from './service/rules.ts'
export * from './service/schema.ts'
export * from './session/api.ts'
export * from './session/rules.ts'
export * from './setting/api.ts'
export * from './setting/refusals.ts'
export * from './setup/api.ts'
export * from './share/api.ts'
export * from './shorten.ts'
export * from './sms/api.ts'
export * from './sms/texts.ts'
export * from './starter/api.ts'
export * from './status/api.ts'
export * from './status/faults.ts'
export * from './streets/api.ts'
export * from './streets/tile-set.ts'
export * from './subject.ts'
export * from './twin/api.ts'
export * from './user/api.ts'
export * from './user/rules.ts'
export * from './user/schema.ts'
export * from './visitor/api.ts'
export * from './visitor/progress.ts'
export * from './visitor/rules.ts'
export * from './visitor/schema.ts'
export * from './webhook/api.ts'
export * from './webhook/texts.ts'

/** Every endpoint of the product, by feature. The server serves all of them; documents and tests walk them. */
export const contract = {
  action: actionApi,
  aoi: aoiApi,
  audit: auditApi,
  backup: backupApi,
  batch: batchApi,
  board: boardApi,
  community: communityApi,
  calendar: calendarApi,
  cover: coverApi,
  dashboard: dashboardApi,
  device: deviceApi,
  escalation: escalationApi,
  eventType: eventTypeApi,
  file: fileApi,
  mapStyle: mapStyleApi,
  invite: inviteApi,
  live: liveApi,
  log: logApi,
  mail: mailApi,
  metric: metricApi,
  notification: notificationApi,
  place: placeApi,
  region: regionApi,
  review: reviewApi,
  role: roleApi,
  rota: rotaApi,
  rule: ruleApi,
  secondFactor: secondFactorApi,
  sensor: sensorApi,
  service: serviceApi,
  session: sessionApi,
  setting: settingApi,
  setup: setupApi,
  sms: smsApi,
  starter: starterApi,
  twin: twinApi,
  share: shareApi,
  status: statusApi,
  streets: streetsApi,
  user: userApi,
  visitor: visitorApi,
  webhook: webhookApi,
} satisfies Record<string, Record<string, Endpoint>>

export const allEndpoints: { name: string; endpoint: Endpoint }[] = Object.entries(contract).flatMap(([feature, api]) =>
  Object.entries(api).map(([name, endpoint]) => ({ name: `${feature}.${name}`, endpoint: endpoint as Endpoint })),
)
