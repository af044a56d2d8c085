import { escalationApi } from './alarms/escalation/api.ts'
import { rotaApi } from './alarms/rota/api.ts'
import { ruleApi } from './alarms/rule/api.ts'
import { sensorApi } from './alarms/sensor/api.ts'
import { actionApi } from './core/action/api.ts'
import { aoiApi } from './core/aoi/api.ts'
import { logApi } from './core/aoi/log/api.ts'
import { shareApi } from './core/aoi/share/api.ts'
import { communityApi } from './core/community/api.ts'
import { dashboardApi } from './core/dashboard/api.ts'
import { eventTypeApi } from './core/event-type/api.ts'
import { metricApi } from './core/metric/api.ts'
import { regionApi } from './core/region/api.ts'
import { calendarApi } from './exchange/calendar/api.ts'
import { exportApi } from './exchange/export/api.ts'
import { feedApi } from './exchange/feed/api.ts'
import { importApi } from './exchange/import/api.ts'
import { ogcApi } from './exchange/ogc/api.ts'
import { warningApi } from './exchange/warning/api.ts'
import { mapStyleApi } from './geo/map-style/api.ts'
import { placeApi } from './geo/places/api.ts'
import { streetsApi } from './geo/streets/api.ts'
import { liveApi } from './live.ts'
import { deviceApi } from './messaging/device/api.ts'
import { notificationApi } from './messaging/notification/api.ts'
import { smsApi } from './messaging/sms/api.ts'
import { webhookApi } from './messaging/webhook/api.ts'
import { backupApi } from './operations/backup/api.ts'
import { serviceApi } from './operations/organisation/api.ts'
import { setupApi } from './operations/setup/api.ts'
import { starterApi } from './operations/starter/api.ts'
import { statusApi } from './operations/status/api.ts'
import { auditApi } from './people/audit/api.ts'
import { inviteApi } from './people/invite/api.ts'
import { mailApi } from './people/mail/api.ts'
import { roleApi } from './people/role/api.ts'
import { secondFactorApi } from './people/second-factor/api.ts'
import { sessionApi } from './people/session/api.ts'
import { settingApi } from './people/setting/api.ts'
import { tokenApi } from './people/token/api.ts'
import { userApi } from './people/user/api.ts'
import { fileApi } from './platform/files/api.ts'
import type { Endpoint } from './platform/http/endpoint.ts'
import { boardApi } from './public/board/api.ts'
import { coverApi } from './public/cover/api.ts'
import { reviewApi } from './public/review/api.ts'
import { textMessageApi } from './public/text-message/api.ts'
import { twinApi } from './public/twin/api.ts'
import { visitorApi } from './public/visitor/api.ts'

export * from './alarms/escalation/api.ts'
export * from './alarms/escalation/ladder.ts'
export * from './alarms/escalation/schema.ts'
export * from './alarms/escalation/texts.ts'
export * from './alarms/rota/api.ts'
export * from './alarms/rota/schema.ts'
export * from './alarms/rota/weeks.ts'
export * from './alarms/rule/api.ts'
export * from './alarms/rule/judge.ts'
export * from './alarms/rule/place.ts'
export * from './alarms/rule/schema.ts'
export * from './alarms/rule/state.ts'
export * from './alarms/rule/texts.ts'
export * from './alarms/sensor/api.ts'
export * from './alarms/sensor/reading.ts'
export * from './alarms/sensor/state.ts'
export * from './core/action/api.ts'
export * from './core/action/rules.ts'
export * from './core/aoi/activity-rules.ts'
export * from './core/aoi/api.ts'
export * from './core/aoi/draft.ts'
export * from './core/aoi/filter.ts'
export * from './core/aoi/log/api.ts'
export * from './core/aoi/rules.ts'
export * from './core/aoi/schema.ts'
export * from './core/aoi/share/api.ts'
export * from './core/aoi/subject.ts'
export * from './core/aoi/tile.ts'
export * from './core/community/api.ts'
export * from './core/community/draft.ts'
export * from './core/community/schema.ts'
export * from './core/dashboard/api.ts'
export * from './core/event-type/api.ts'
export * from './core/event-type/rules.ts'
export * from './core/metric/api.ts'
export * from './core/metric/rules.ts'
export * from './core/region/api.ts'
export * from './core/region/geojson.ts'
export * from './core/region/outline.ts'
export * from './core/region/plan.ts'
export * from './exchange/calendar/api.ts'
export * from './exchange/export/api.ts'
export * from './exchange/feed/api.ts'
export * from './exchange/import/api.ts'
export * from './exchange/import/guess-columns.ts'
export * from './exchange/import/limits.ts'
export * from './exchange/import/rights.ts'
export * from './exchange/import/schema.ts'
export * from './exchange/import/texts.ts'
export * from './exchange/ogc/api.ts'
export * from './exchange/warning/api.ts'
export * from './exchange/warning/rules.ts'
export * from './exchange/warning/schema.ts'
export * from './geo/map-style/api.ts'
export * from './geo/places/api.ts'
export * from './geo/streets/api.ts'
export * from './geo/streets/tile-set.ts'
export * from './live.ts'
export * from './messaging/device/api.ts'
export * from './messaging/notification/api.ts'
export * from './messaging/notification/rules.ts'
export * from './messaging/notification/texts.ts'
export * from './messaging/sms/api.ts'
export * from './messaging/webhook/api.ts'
export * from './operations/backup/api.ts'
export * from './operations/backup/problem.ts'
export * from './operations/organisation/api.ts'
export * from './operations/setup/api.ts'
export * from './operations/starter/api.ts'
export * from './operations/status/api.ts'
export * from './operations/status/faults.ts'
export * from './people/audit/api.ts'
export * from './people/invite/api.ts'
export * from './people/mail/api.ts'
export * from './people/mail/texts.ts'
export * from './people/role/api.ts'
export * from './people/second-factor/api.ts'
export * from './people/service/schema.ts'
export * from './people/session/api.ts'
export * from './people/setting/api.ts'
export * from './people/setting/refusals.ts'
export * from './people/token/api.ts'
export * from './people/user/api.ts'
export * from './people/user/rules.ts'
export * from './people/user/schema.ts'
export * from './platform/access/access.ts'
export * from './platform/access/action.ts'
export * from './platform/access/menu.ts'
export * from './platform/access/scope.ts'
export * from './platform/access/subject.ts'
export * from './platform/delivery/schema.ts'
export * from './platform/files/api.ts'
export * from './platform/http/endpoint.ts'
export * from './platform/http/problem.ts'
export * from './platform/http/usage.ts'
export * from './platform/kit/csv.ts'
export * from './platform/kit/password.ts'
export * from './platform/kit/schema.ts'
export * from './platform/kit/text.ts'
export * from './platform/language/language.ts'
export * from './platform/language/language-traits.ts'
export * from './public/board/api.ts'
export * from './public/board/rules.ts'
export * from './public/board/schema.ts'
export * from './public/cover/api.ts'
export * from './public/cover/rules.ts'
export * from './public/cover/schema.ts'
export * from './public/review/api.ts'
export * from './public/review/schema.ts'
export * from './public/review/texts.ts'
export * from './public/text-message/api.ts'
export * from './public/text-message/rules.ts'
export * from './public/twin/api.ts'
export * from './public/visitor/api.ts'
export * from './public/visitor/progress.ts'
export * from './public/visitor/rules.ts'
export * from './public/visitor/schema.ts'

export const contract = {
  action: actionApi,
  aoi: aoiApi,
  audit: auditApi,
  backup: backupApi,
  board: boardApi,
  community: communityApi,
  calendar: calendarApi,
  import: importApi,
  cover: coverApi,
  dashboard: dashboardApi,
  device: deviceApi,
  escalation: escalationApi,
  eventType: eventTypeApi,
  export: exportApi,
  feed: feedApi,
  ogc: ogcApi,
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
  textMessage: textMessageApi,
  token: tokenApi,
  user: userApi,
  visitor: visitorApi,
  warning: warningApi,
  webhook: webhookApi,
} satisfies Record<string, Record<string, Endpoint>>

export const allEndpoints: { name: string; endpoint: Endpoint }[] = Object.entries(contract).flatMap(([feature, api]) =>
  Object.entries(api).map(([name, endpoint]) => ({ name: `${feature}.${name}`, endpoint: endpoint as Endpoint })),
)
