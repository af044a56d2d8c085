import { sql } from 'kysely'
import type { Actor, Alarm } from '#contract'
import { followSensors } from '../../core/aoi/areas.ts'
import { callForAlarms } from '../../messaging/webhook/actions.ts'
import type { Db } from '../../platform/db/database.ts'
import { announceAlarms } from './alarms.ts'

type AlarmRow = { id: string; serviceId: string; sensorId: string | null }

const follow = async (db: Db, alarms: readonly AlarmRow[], now: Date): Promise<void> => {
  const changedIds = alarms.flatMap(({ sensorId }) => (sensorId === null ? [] : [sensorId]))
  if (changedIds.length > 0) await followSensors(db, { changedIds, movedIds: [] }, now)
  await callForAlarms(db, 'alarm.cleared', alarms)
  await announceAlarms(
    db,
    alarms.map(({ serviceId }) => serviceId),
  )
}

/**
 * Ends an alarm by a member's decision. The state of the rule stays, so no new alarm is raised while its conditions
 * hold.
 */
export const endByMember = async (db: Db, actor: Actor, alarm: Alarm, reason: string, now: Date): Promise<void> => {
  const { rows } = await sql<AlarmRow>`
    update alarm set ended_at = greatest(raised_at, ${now}), ended_by = ${actor.id}, ended_by_name = ${actor.name},
      end_reason = ${reason}, event_due_at = case when event_id is not null then ${now}::timestamptz end
    where id = ${alarm._id} and ended_at is null returning id, service_id, sensor_id`.execute(db)
  await follow(db, rows, now)
}

export const restartRule = async (db: Db, ruleId: string, now: Date): Promise<void> => {
  await db.deleteFrom('ruleState').where('ruleId', '=', ruleId).execute()
  const { rows } = await sql<AlarmRow>`
    update alarm set ended_at = greatest(raised_at, ${now}),
      event_due_at = case when event_id is not null then ${now}::timestamptz end
    where rule_id = ${ruleId} and ended_at is null returning id, service_id, sensor_id`.execute(db)
  await follow(db, rows, now)
}
