import { sql } from 'kysely'
import type { AlarmExplanation } from '#contract'
import { followSensors } from '../../core/aoi/areas.ts'
import { callForAlarms } from '../../messaging/webhook/actions.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'
import { timestampOf } from '../../platform/db/time.ts'
import { partsOf, Turns } from '../../platform/kit/slices.ts'
import { publish } from '../../platform/outbox/outbox.ts'
import { isMutedNow } from './mutes.ts'
import type { ActiveRule } from './rule-set.ts'

type Where = { ruleId: string; sensorId: string; serviceId: string; kind: 'alarm' | 'noData'; at: number }

export type AlarmChange =
  | (Where & { type: 'raise'; rule: ActiveRule; beganAt: number; explanation: AlarmExplanation })
  | (Where & { type: 'end' })

/** Maximum number of alarms per statement. */
const CHANGED_AT_ONCE = 1_000

type NewAlarm = Extract<AlarmChange, { type: 'raise' }> & { endedAt: number | null }

/** Publishes one message per service, on which clients reload alarms and escalations. */
export const announceAlarms = (db: Db, serviceIds: readonly string[]): Promise<void> =>
  publish(
    db,
    [...new Set(serviceIds)].map((serviceId) => ({ serviceId, message: { type: 'ALARMS_UPDATED', serviceId } })),
  )

/** Splits changes into new alarms (some already ended) and ends of earlier ones. */
const sortOut = async (changes: readonly AlarmChange[]): Promise<{ raised: NewAlarm[]; ended: AlarmChange[] }> => {
  const turns = new Turns()
  const raised: NewAlarm[] = []
  const ended: AlarmChange[] = []
  const open = new Map<string, NewAlarm>()
  for (const [index, change] of changes.entries()) {
    if (index % CHANGED_AT_ONCE === CHANGED_AT_ONCE - 1) await turns.next()
    const key = `${change.ruleId} ${change.sensorId} ${change.kind}`
    if (change.type === 'raise') {
      const alarm = { ...change, endedAt: null }
      raised.push(alarm)
      open.set(key, alarm)
      continue
    }
    const alarm = open.get(key)
    if (alarm) alarm.endedAt = change.at
    else ended.push(change)
    open.delete(key)
  }
  return { raised, ended }
}

const insertAlarms = async (db: Db, alarms: readonly NewAlarm[], now: Date): Promise<void> => {
  const column = <T>(of: (alarm: NewAlarm) => T) => alarms.map(of)
  const { rows } = await sql<{ id: string; isOver: boolean }>`
    insert into alarm (id, service_id, kind, rule_id, rule_name, severity, sets_area_status, sensor_id, began_at,
      raised_at, ended_at, explanation, is_muted, event_due_at)
    select n.id, n.service_id, n.kind, n.rule_id, n.rule_name, n.severity, n.sets_area_status, n.sensor_id, n.began_at,
      n.raised_at, n.ended_at, n.explanation, muted.is_muted,
      case when n.makes_event and n.ended_at is null and not muted.is_muted then ${now}::timestamptz end
    from unnest(${column(newId)}::uuid[], ${column(({ serviceId }) => serviceId)}::uuid[],
      ${column(({ kind }) => kind)}::text[], ${column(({ ruleId }) => ruleId)}::uuid[],
      ${column(({ rule }) => rule.name)}::text[], ${column(({ rule }) => rule.severity)}::text[],
      ${column(({ rule }) => rule.setsAreaStatus)}::boolean[], ${column(({ sensorId }) => sensorId)}::uuid[],
      ${column(({ beganAt }) => timestampOf(beganAt))}::timestamptz[], ${column(({ at }) => timestampOf(at))}::timestamptz[],
      ${column(({ endedAt }) => timestampOf(endedAt))}::timestamptz[],
      ${column(({ explanation }) => JSON.stringify(explanation))}::jsonb[],
      ${column(({ rule, kind }) => rule.eventTypeId !== null && kind === 'alarm')}::boolean[])
      as n (id, service_id, kind, rule_id, rule_name, severity, sets_area_status, sensor_id, began_at, raised_at,
        ended_at, explanation, makes_event)
    cross join lateral (select (${isMutedNow({ serviceId: sql`n.service_id`, ruleId: sql`n.rule_id`, sensorId: sql`n.sensor_id` }, now)})
      as is_muted) muted
    on conflict do nothing returning id, ended_at is not null as is_over`.execute(db)
  await callForAlarms(db, 'alarm.raised', rows)
  await callForAlarms(
    db,
    'alarm.cleared',
    rows.filter(({ isOver }) => isOver),
  )
}

const endAlarms = async (db: Db, ends: readonly AlarmChange[], now: Date): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    update alarm a set ended_at = greatest(a.raised_at, e.at),
      event_due_at = case when a.event_id is not null then ${now}::timestamptz end
    from unnest(${ends.map(({ ruleId }) => ruleId)}::uuid[], ${ends.map(({ sensorId }) => sensorId)}::uuid[],
      ${ends.map(({ kind }) => kind)}::text[], ${ends.map(({ at }) => timestampOf(at))}::timestamptz[])
      as e (rule_id, sensor_id, kind, at)
    where a.rule_id = e.rule_id and a.sensor_id = e.sensor_id and a.kind = e.kind and a.ended_at is null
    returning a.id`.execute(db)
  await callForAlarms(db, 'alarm.cleared', rows)
}

/** Stores raised and ended alarms and updates the areas of their sensors, in a few statements. */
export const applyChanges = async (db: Db, changes: readonly AlarmChange[], now: Date): Promise<void> => {
  if (changes.length === 0) return
  const { raised, ended } = await sortOut(changes)
  for (const some of partsOf(ended, CHANGED_AT_ONCE)) await endAlarms(db, some, now)
  for (const some of partsOf(raised, CHANGED_AT_ONCE)) await insertAlarms(db, some, now)
  const changedIds = [...new Set(changes.map(({ sensorId }) => sensorId))]
  await followSensors(db, { changedIds, movedIds: [] }, now)
  await announceAlarms(
    db,
    changes.map(({ serviceId }) => serviceId),
  )
}

export const joinEscalation = async (db: Db, alarmIds: readonly string[], escalationId: string): Promise<void> => {
  await sql`update alarm set escalation_id = ${escalationId} where id = any(${alarmIds as string[]}::uuid[])`.execute(
    db,
  )
}

/** Detaches open alarms from ended escalations, so that they can escalate again. */
export const leaveEscalations = async (db: Db, escalationIds: readonly string[]): Promise<void> => {
  await sql`update alarm set escalation_id = null
    where escalation_id = any(${escalationIds as string[]}::uuid[]) and ended_at is null`.execute(db)
}
