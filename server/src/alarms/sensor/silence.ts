import { sql } from 'kysely'
import { followSensors } from '../../core/aoi/areas.ts'
import { type Batch, takeService } from '../../platform/clock/batch.ts'
import { recheckSensors } from '../rule/actions.ts'
import { announceStates } from './messages.ts'
import { logTransitions } from './rows.ts'

/** Lets one server check a service at a time; a second would only wait. */
const SILENCE_LOCK = 7_010

const dueAt = sql`(last_received_at + make_interval(secs => 3 * coalesce(heartbeat_seconds,
  greatest(10, coalesce(usual_interval_seconds, 300)))))`

type SilentSensor = { id: string; serviceId: string; name: string; previousState: string }

const isSilent = (now: Date) => sql`silent_at <= ${now} and state <> 'ALARM' and state_before_silence is null`

/** Sets overdue sensors to NOCOMM, except those in alarm. One server does so at a time for each service. */
export const silentSensors: Batch = {
  table: 'sensor',
  atOnce: 1_000,
  // Sensors behind one gateway fall silent together, which is one message to each member.
  first: 1_000,
  due: (now) => sql`select id, service_id, silent_at as at from sensor where ${isSilent(now)}`,
  process: async (db, ids, now, serviceId) => {
    if (!(await takeService(db, SILENCE_LOCK, serviceId))) return 0
    // `silent_at` does not move with each reading, so sensors that have reported are rescheduled here.
    await sql`update sensor set silent_at = ${dueAt}
      where id = any(${ids}::uuid[]) and ${isSilent(now)} and ${dueAt} > ${now}`.execute(db)
    const { rows } = await sql<SilentSensor>`
      with due as (
        select id, state from sensor where id = any(${ids}::uuid[]) and ${isSilent(now)} for no key update skip locked)
      update sensor s set state = 'NOCOMM', state_at = ${now}, state_before_silence = due.state, silent_at = null,
        acknowledged_at = null, acknowledged_by = null, updated_at = ${now}
      from due where s.id = due.id
      returning s.id, s.service_id, s.name, due.state as previous_state`.execute(db)
    const silentIds = rows.map(({ id }) => id)
    if (silentIds.length === 0) return 0
    const at = now.getTime()
    await logTransitions(
      db,
      rows
        .filter(({ previousState }) => previousState !== 'NOCOMM')
        .map(({ id, previousState }) => ({ sensorId: id, at, from: previousState, to: 'NOCOMM' })),
    )
    await followSensors(db, { changedIds: silentIds, movedIds: [] }, now)
    await recheckSensors(db, silentIds, now)
    await announceStates(
      db,
      rows.map(({ id, serviceId, name }) => ({ serviceId, sensorId: id, name, state: 'NOCOMM' })),
    )
    return silentIds.length
  },
}
