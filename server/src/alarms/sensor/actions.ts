import { sql } from 'kysely'
import { type Actor, afterAlarmEnded } from '#contract'
import { followSensors } from '../../core/aoi/areas.ts'
import type { Db } from '../../platform/db/database.ts'
import { publish } from '../../platform/outbox/outbox.ts'
import { acknowledgeSensor, type EscalationTools } from '../escalation/actions.ts'
import { recheckSensors } from '../rule/actions.ts'
import { announceStates, sensorUpdate } from './messages.ts'
import { lockById, logTransitions } from './rows.ts'

const lockAlarmed = async (db: Db, id: string) => {
  const sensor = await lockById(db, id)
  return sensor?.state === 'ALARM' ? sensor : undefined
}

/**
 * Acknowledges the escalations of a sensor and, if nobody has taken it, the alarm of the sensor. The sensor stays in
 * alarm.
 */
export const acknowledge = async (
  db: Db,
  tools: EscalationTools,
  actor: Actor,
  { id, serviceId }: { id: string; serviceId: string },
  now: Date,
): Promise<void> => {
  await acknowledgeSensor(db, tools, id, actor, now)
  const sensor = await lockAlarmed(db, id)
  if (!sensor || sensor.isAcknowledged) return
  await db
    .updateTable('sensor')
    .set({ acknowledgedAt: now, acknowledgedBy: actor.id, updatedAt: now })
    .where('id', '=', id)
    .execute()
  await logTransitions(db, [{ sensorId: id, at: now.getTime(), from: sensor.state, to: sensor.state }], {
    author: actor,
  })
  await publish(db, { serviceId, message: sensorUpdate(serviceId, [id]) })
}

export const endAlarm = async (db: Db, actor: Actor, id: string, reason: string, now: Date): Promise<void> => {
  const sensor = await lockAlarmed(db, id)
  if (!sensor) return
  const { state } = afterAlarmEnded(sensor)
  const row = await db
    .updateTable('sensor')
    .set({ state, stateAt: now, acknowledgedAt: now, acknowledgedBy: actor.id, updatedAt: now })
    .where('id', '=', id)
    .returning('serviceId')
    .executeTakeFirstOrThrow()
  const transition = { sensorId: id, at: now.getTime(), from: sensor.state, to: state }
  await logTransitions(db, [transition], { author: actor, text: reason })
  await followSensors(db, { changedIds: [id], movedIds: [] }, now)
  await recheckSensors(db, [id], now)
  await announceStates(db, [{ ...row, sensorId: id, name: sensor.name, state }])
}

/** Records the use of a key, at most once a minute. */
export const noteUse = async (db: Db, keyId: string): Promise<void> => {
  await sql`update ingest_key set last_used_at = now()
    where id = ${keyId} and (last_used_at is null or last_used_at < now() - interval '1 minute')`.execute(db)
}
