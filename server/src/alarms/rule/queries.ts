import { type RawBuilder, sql } from 'kysely'
import { type Alarm, type LngLat, type Rule, type RuleDraft, type RuleScope, RuleTrigger } from '#contract'
import { deletionOf } from '../../platform/clock/batch.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'
import { lngLat, type Point } from '../../platform/db/point.ts'
import { isoTime } from '../../platform/db/time.ts'

const openAlarms = sql<number>`(select count(*)::int from alarm where alarm.rule_id = rule.id and alarm.ended_at is null)`

const rules = (db: Db) =>
  db
    .selectFrom('rule')
    .select(['id', 'serviceId', 'name', 'isEnabled', 'severity', 'trigger', 'quietSeconds', 'setsAreaStatus'])
    .select(['eventTypeId', 'archivesEvent', 'planId', openAlarms.as('openAlarms')])
    .orderBy(sql`lower(rule.name)`)
    .orderBy('id')

type Row = Awaited<ReturnType<ReturnType<typeof rules>['execute']>>[number]

const asRule = ({ id, trigger, eventTypeId, archivesEvent, ...rule }: Row): Rule => ({
  ...rule,
  _id: id,
  trigger: RuleTrigger.parse(trigger),
  event: eventTypeId === null ? null : { eventTypeId, isArchivedOnClear: archivesEvent },
})

export const ofService = async (db: Db, serviceId: string): Promise<Rule[]> =>
  (await rules(db).where('serviceId', '=', serviceId).execute()).map(asRule)

/** Locks the service, so that concurrent additions cannot exceed the limits of rules and mutes. */
export const lockService = async (db: Db, serviceId: string): Promise<void> => {
  await db.selectFrom('service').select('id').where('id', '=', serviceId).forNoKeyUpdate().execute()
}

export const countOf = async (db: Db, serviceId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('rule')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('serviceId', '=', serviceId)
    .executeTakeFirstOrThrow()
  return count
}

export const byId = async (db: Db, id: string): Promise<Rule | undefined> => {
  const row = await rules(db).where('id', '=', id).executeTakeFirst()
  return row && asRule(row)
}

export const lock = async (db: Db, id: string): Promise<void> => {
  await db.selectFrom('rule').select('id').where('id', '=', id).forUpdate().execute()
}

const columns = ({ trigger, event, name, isEnabled, severity, quietSeconds, setsAreaStatus, planId }: RuleDraft) => ({
  name,
  isEnabled,
  severity,
  quietSeconds,
  setsAreaStatus,
  planId,
  trigger: JSON.stringify(trigger),
  eventTypeId: event?.eventTypeId ?? null,
  archivesEvent: event?.isArchivedOnClear ?? false,
})

export const create = async (db: Db, serviceId: string, draft: RuleDraft): Promise<string> => {
  const id = newId()
  await db
    .insertInto('rule')
    .values({ id, serviceId, ...columns(draft) })
    .execute()
  return id
}

export const change = async (db: Db, id: string, draft: RuleDraft, { isRestarted }: { isRestarted: boolean }) => {
  await db
    .updateTable('rule')
    .set({ ...columns(draft), revision: sql<number>`revision + 1` })
    .$if(isRestarted, (query) => query.set({ activeFrom: sql<Date>`now()`, checkedAt: null }))
    .where('id', '=', id)
    .execute()
}

export const remove = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('rule').where('id', '=', id).execute()
}

export const foreignIds = async (db: Db, serviceId: string, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select n.id from unnest(${ids as string[]}::uuid[]) as n (id)
    where not exists (select from sensor s where s.id = n.id and s.service_id = ${serviceId})
      and not exists (select from aoi a where a.id = n.id and a.service_id = ${serviceId} and a.kind = 'sensor')
      and not exists (select from region g where g.id = n.id and g.service_id = ${serviceId})
      and not exists (select from event_type t where t.id = n.id and t.service_id = ${serviceId})
      and not exists (select from rule r where r.id = n.id and r.service_id = ${serviceId})
      and not exists (select from escalation_plan p where p.id = n.id and p.service_id = ${serviceId})`.execute(db)
  return rows.map(({ id }) => id)
}

const watchedBy = (scope: RuleScope): RawBuilder<unknown> => {
  if (scope.type === 'sensor') return sql`s.id = ${scope.sensorId}`
  if (scope.type === 'kind') return sql`s.telemetry_name = ${scope.kind}`
  if (scope.type === 'all') return sql`true`
  return sql`exists (select from aoi_sensor i where i.sensor_id = s.id and i.aoi_id = ${scope.areaId})`
}

/** Returns a sensor in scope: preferably one that has the parameter, then the one with the latest reading. */
export const sensorInScope = async (
  db: Db,
  serviceId: string,
  scope: RuleScope,
  parameter: string | undefined,
): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    select s.id from sensor s where s.service_id = ${serviceId} and ${watchedBy(scope)}
    order by exists (select from jsonb_array_elements(s.parameters) p where p->>'parameter' = ${parameter ?? null}) desc,
      s.last_reading_at desc nulls last, s.id limit 1`.execute(db)
  return rows[0]?.id
}

const MOST_ALARMS = 500
const MOST_PAST_ALARMS = 100

const alarmFields = sql<Alarm>`json_build_object('_id', a.id, 'serviceId', a.service_id, 'kind', a.kind,
  'ruleId', a.rule_id, 'ruleName', a.rule_name, 'severity', a.severity,
  'sensor', case when s.id is not null then json_build_object('_id', s.id, 'name', s.name) end,
  'event', case when e.id is not null then json_build_object('_id', e.id, 'name', e.name, 'nonce', e.nonce::text) end,
  'beganAt', ${isoTime(sql`a.began_at`)}, 'raisedAt', ${isoTime(sql`a.raised_at`)}, 'endedAt', ${isoTime(sql`a.ended_at`)},
  'endedBy', a.ended_by_name, 'endReason', a.end_reason, 'isMuted', a.is_muted,
  'escalationId', a.escalation_id, 'explanation', a.explanation)`

const selectAlarms = async (db: Db, condition: RawBuilder<unknown>, limit: number): Promise<Alarm[]> => {
  const { rows } = await sql<{ alarm: Alarm }>`
    select ${alarmFields} as alarm from alarm a left join sensor s on s.id = a.sensor_id
    left join aoi e on e.id = coalesce(a.event_id, a.watched_aoi_id) and e.deleted_at is null
    where ${condition} order by a.raised_at desc, a.id desc limit ${sql.lit(limit)}`.execute(db)
  return rows.map(({ alarm }) => alarm)
}

type AlarmFilter = { sensor?: string | undefined; rule?: string | undefined }

export const alarms = (db: Db, serviceIds: readonly string[], { sensor, rule }: AlarmFilter): Promise<Alarm[]> => {
  const visible = sql`a.service_id = any(${serviceIds as string[]}::uuid[])`
  if (sensor) return selectAlarms(db, sql`${visible} and a.sensor_id = ${sensor}`, MOST_PAST_ALARMS)
  if (rule) return selectAlarms(db, sql`${visible} and a.rule_id = ${rule}`, MOST_PAST_ALARMS)
  return selectAlarms(db, sql`${visible} and a.ended_at is null`, MOST_ALARMS)
}

export const alarmById = async (db: Db, id: string): Promise<Alarm | undefined> =>
  (await selectAlarms(db, sql`a.id = ${id}`, 1))[0]

/** Places of alarms by their ids: of the sensor, else of the event. */
export const placesOfAlarms = async (db: Db, ids: readonly string[]): Promise<Map<string, LngLat>> => {
  const { rows } = await sql<{ id: string; place: Point }>`
    select a.id, coalesce(s.location, e.place) as place from alarm a left join sensor s on s.id = a.sensor_id
    left join aoi e on e.id = coalesce(a.event_id, a.watched_aoi_id) and e.deleted_at is null
    where a.id = any(${ids as string[]}::uuid[]) and coalesce(s.location, e.place) is not null`.execute(db)
  return new Map(rows.map(({ id, place }) => [id, lngLat(place)]))
}

/** Alarms are kept as long as the log of a sensor, mutes for a month after their end. */
export const oldAlarms = deletionOf('alarm', sql`ended_at`, sql`ended_at < now() - interval '400 days'`)
export const oldMutes = deletionOf('mute', sql`until`, sql`until < now() - interval '30 days'`)
