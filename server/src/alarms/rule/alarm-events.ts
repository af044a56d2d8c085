import { sql } from 'kysely'
import { type AlarmExplanation, alarmDescription, EVENT_NAME_MAX, type LngLat, languageOr, shorten } from '#contract'
import { archiveSystemReport, createSystemReport, describeSystemReport } from '../../core/aoi/system-report.ts'
import * as eventTypes from '../../core/event-type/queries.ts'
import type { Batch } from '../../platform/clock/batch.ts'
import type { Db } from '../../platform/db/database.ts'

/** Minimum time between two updates of an alarm's event. */
const UPDATE_SECONDS = 60

/** Maximum number of due alarms that are read for a service. */
const DUE_OF_A_SERVICE = 1_000

type DueAlarm = {
  id: string
  serviceId: string
  ruleName: string
  eventTypeId: string | null
  archivesEvent: boolean | null
  eventId: string | null
  isOver: boolean
  explanation: AlarmExplanation
  subjectName: string | null
  parameters: { parameter: string; value: number | string }[] | null
  place: { x: number; y: number } | null
  address: string | null
  language: string
}

const takeAlarms = async (db: Db, ids: string[], now: Date): Promise<DueAlarm[]> => {
  const { rows } = await sql<DueAlarm>`
    select a.id, a.service_id, a.rule_name, r.event_type_id, r.archives_event, a.event_id,
      a.ended_at is not null as is_over, a.explanation, coalesce(s.name, w.name, a.explanation -> 'warning' -> 'headlines' -> 0 ->> 'headline') as subject_name, s.parameters,
      coalesce(s.location, area.place, w.place, warned.place) as place, coalesce(s.address, area.address, w.address) as address,
      v.main_language as language
    from alarm a
    join service v on v.id = a.service_id
    left join rule r on r.id = a.rule_id
    left join sensor s on s.id = a.sensor_id
    left join aoi w on w.id = a.watched_aoi_id
    left join lateral (select o.place, o.address from aoi_sensor i join aoi o on o.id = i.aoi_id
      where i.sensor_id = s.id and o.deleted_at is null order by o.created_at limit 1) area on true
    left join lateral (select coalesce(n.place, (select @@ r.outline from region r where r.id = any(n.region_ids) limit 1)) as place
      from warning n where n.thread_id = a.watched_warning order by n.sent_at desc limit 1) warned on true
    where a.id = any(${ids}::uuid[]) and a.event_due_at <= ${now} order by a.event_due_at for update of a skip locked`.execute(
    db,
  )
  return rows
}

const descriptionOf = ({ language, explanation, parameters, isOver }: DueAlarm) =>
  alarmDescription(languageOr(language), { explanation, parameters: parameters ?? [], isOver })

const makeEvent = async (db: Db, alarm: DueAlarm): Promise<string | null> => {
  const type = alarm.eventTypeId === null ? undefined : await eventTypes.byId(db, alarm.eventTypeId)
  if (!type || !alarm.place) return null
  return createSystemReport(db, {
    name: shorten([alarm.ruleName, alarm.subjectName].filter(Boolean).join(': '), EVENT_NAME_MAX),
    description: descriptionOf(alarm),
    place: [alarm.place.x, alarm.place.y] as LngLat,
    address: alarm.address,
    type,
  })
}

const later = (now: Date) => new Date(now.getTime() + UPDATE_SECONDS * 1000)

const followAlarm = async (db: Db, alarm: DueAlarm, now: Date) => {
  const { eventId, isOver } = alarm
  if (eventId === null) {
    const made = isOver ? null : await makeEvent(db, alarm)
    return { eventId: made, eventDueAt: made === null ? null : later(now) }
  }
  await describeSystemReport(db, eventId, descriptionOf(alarm))
  if (isOver && alarm.archivesEvent) await archiveSystemReport(db, eventId)
  return { eventId, eventDueAt: isOver ? null : later(now) }
}

export const alarmEvents: Batch = {
  table: 'alarm',
  atOnce: 20,
  due: (now, isReady) => sql`
    select d.id, v.id as service_id, d.at from service v cross join lateral (
      select id, event_due_at as at from alarm
      where service_id = v.id and event_due_at <= ${now} and ${isReady(sql`alarm.id`)}
      order by event_due_at limit ${sql.lit(DUE_OF_A_SERVICE)}) d`,
  process: async (db, ids, now) => {
    const alarms = await takeAlarms(db, ids, now)
    for (const alarm of alarms)
      await db
        .updateTable('alarm')
        .set(await followAlarm(db, alarm, now))
        .where('id', '=', alarm.id)
        .execute()
    return alarms.length
  },
}
