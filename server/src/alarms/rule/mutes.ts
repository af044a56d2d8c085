import { type RawBuilder, sql } from 'kysely'
import type { Actor, Mute, MuteDraft, MuteTarget } from '#contract'
import { followSensors } from '../../core/aoi/areas.ts'
import { callForAlarms } from '../../messaging/webhook/actions.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'
import { isoTime } from '../../platform/db/time.ts'

type AlarmColumns = { serviceId: RawBuilder<unknown>; ruleId: RawBuilder<unknown>; sensorId: RawBuilder<unknown> }

/**
 * Whether a mute covers an alarm. The subqueries on `mute` do not depend on the alarm, so PostgreSQL runs each once, however
 * many alarms a statement checks.
 */
export const isMutedNow = ({ serviceId, ruleId, sensorId }: AlarmColumns, now: Date): RawBuilder<boolean> => {
  const muted = (column: 'service_id' | 'target_id', type: MuteTarget['type']) =>
    sql`(select m.${sql.ref(column)} from mute m where m.until > ${now} and m.target_type = ${sql.lit(type)})`
  return sql<boolean>`coalesce(${serviceId} in ${muted('service_id', 'all')}, false)
    or coalesce(${ruleId} in ${muted('target_id', 'rule')}, false)
    or coalesce(${sensorId} in ${muted('target_id', 'sensor')}, false)
    or exists (select from aoi_sensor i where i.sensor_id = ${sensorId} and i.aoi_id in ${muted('target_id', 'area')})`
}

const ofAlarm: AlarmColumns = { serviceId: sql`a.service_id`, ruleId: sql`a.rule_id`, sensorId: sql`a.sensor_id` }

/** Open alarms whose mute began or ended. */
export const changedMutes = (now: Date): RawBuilder<unknown> => sql`
  select a.id, a.service_id, a.raised_at as at from alarm a join rule r on r.id = a.rule_id
  where a.ended_at is null and a.is_muted <> (${isMutedNow(ofAlarm, now)})`

/**
 * Updates `is_muted` of open alarms. Muted alarms do not affect the status of areas; an alarm that outlasts its mute
 * takes effect. Returns the services with a change.
 */
export const followMutes = async (
  db: Db,
  now: Date,
  which: { serviceId: string } | { ids: readonly string[] },
): Promise<string[]> => {
  const isMeant =
    'ids' in which ? sql`a.id = any(${which.ids as string[]}::uuid[])` : sql`a.service_id = ${which.serviceId}`
  const { rows } = await sql<{ id: string; serviceId: string; sensorId: string | null }>`
    update alarm a set is_muted = not a.is_muted,
      event_due_at = case when a.is_muted and a.event_id is null and r.event_type_id is not null and a.kind = 'alarm'
        then ${now}::timestamptz when a.is_muted then a.event_due_at end
    from rule r
    where a.ended_at is null and r.id = a.rule_id and ${isMeant} and a.is_muted <> (${isMutedNow(ofAlarm, now)})
    returning a.id, a.service_id, a.sensor_id`.execute(db)
  const changedIds = rows.flatMap(({ sensorId }) => (sensorId === null ? [] : [sensorId]))
  if (changedIds.length > 0) await followSensors(db, { changedIds, movedIds: [] }, now)
  // `callForAlarms` skips muted alarms, so it enqueues calls only for alarms whose mute has ended.
  await callForAlarms(db, 'alarm.raised', rows)
  return rows.map((row) => row.serviceId)
}

const fields = sql<Mute>`json_build_object('_id', m.id, 'serviceId', m.service_id,
  'target', case when m.target_type = 'all' then json_build_object('type', 'all')
    else json_build_object('type', m.target_type, 'id', m.target_id) end,
  'targetName', coalesce((select name from sensor where id = m.target_id), (select name from aoi where id = m.target_id),
    (select name from rule where id = m.target_id), ''),
  'until', ${isoTime(sql`m.until`)}, 'reason', m.reason, 'createdBy', m.created_by_name,
  'createdAt', ${isoTime(sql`m.created_at`)})`

const select = async (db: Db, condition: RawBuilder<unknown>): Promise<Mute[]> => {
  const { rows } = await sql<{ mute: Mute }>`select ${fields} as mute from mute m where ${condition}
    order by m.until, m.id`.execute(db)
  return rows.map(({ mute }) => mute)
}

export const activeMutes = (db: Db, serviceIds: readonly string[], now: Date): Promise<Mute[]> =>
  select(db, sql`m.service_id = any(${serviceIds as string[]}::uuid[]) and m.until > ${now}`)

export const muteById = async (db: Db, id: string): Promise<Mute | undefined> =>
  (await select(db, sql`m.id = ${id}`))[0]

export const countMutes = async (db: Db, serviceId: string, now: Date): Promise<number> => {
  const { count } = await db
    .selectFrom('mute')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('serviceId', '=', serviceId)
    .where('until', '>', now)
    .executeTakeFirstOrThrow()
  return count
}

export const addMute = async (db: Db, actor: Actor, { target, until, reason }: MuteDraft): Promise<string> => {
  const id = newId()
  const targetId = target.type === 'all' ? null : target.id
  await db
    .insertInto('mute')
    .values({
      id,
      serviceId: actor.serviceId,
      targetType: target.type,
      targetId,
      until,
      reason,
      createdBy: actor.id,
      createdByName: actor.name,
    })
    .execute()
  return id
}

export const removeMute = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('mute').where('id', '=', id).execute()
}
