import { type Kysely, sql } from 'kysely'
import { followSensors } from '../aoi/actions.ts'
import type { Database } from '../db/schema/index.ts'
import { recheckSensors } from '../rule/actions.ts'
import { announceStates } from './messages.ts'
import { logTransitions } from './rows.ts'

/** Lets one server check at a time; a second would only wait. */
const SILENCE_LOCK = 7_010
const AT_ONCE = 1000

/** When a sensor counts as silent, by the rule of `silentAfterSeconds`. */
const dueAt = sql`(last_received_at + make_interval(secs => 3 * coalesce(heartbeat_seconds,
  greatest(10, coalesce(usual_interval_seconds, 300)))))`

type SilentSensor = { id: string; serviceId: string; name: string; previousState: string }

/**
 * Sets overdue sensors to NOCOMM, except those in alarm. Returns how many. Only one
 * server does this at a time, whichever comes first.
 */
export const checkSilence = async (db: Kysely<Database>, now: Date): Promise<number> => {
  let silenced = 0
  while (true) {
    const count = await db.transaction().execute(async (transaction) => {
      const { rows: turn } = await sql<{ isMine: boolean }>`
        select pg_try_advisory_xact_lock(${sql.lit(SILENCE_LOCK)}) as is_mine`.execute(transaction)
      if (!turn[0]?.isMine) return 0
      // `silent_at` is not moved with every reading, so sensors that reported since are rescheduled here.
      await sql`
        update sensor set silent_at = ${dueAt} where silent_at <= ${now} and state <> 'ALARM' and ${dueAt} > ${now}`.execute(
        transaction,
      )
      const { rows } = await sql<SilentSensor>`
        with due as (
          select id, state from sensor
          where silent_at <= ${now} and state <> 'ALARM' and state_before_silence is null order by silent_at limit ${sql.lit(AT_ONCE)}
          for no key update skip locked)
        update sensor s set state = 'NOCOMM', state_at = ${now}, state_before_silence = due.state, silent_at = null,
          acknowledged_at = null, acknowledged_by = null, updated_at = ${now}
        from due where s.id = due.id
        returning s.id, s.service_id, s.name, due.state as previous_state`.execute(transaction)
      if (rows.length === 0) return 0
      const at = now.getTime()
      await logTransitions(
        transaction,
        rows
          .filter(({ previousState }) => previousState !== 'NOCOMM')
          .map(({ id, previousState }) => ({ sensorId: id, at, from: previousState, to: 'NOCOMM' })),
      )
      await followSensors(transaction, { changedIds: rows.map(({ id }) => id), movedIds: [] }, now)
      await recheckSensors(
        transaction,
        rows.map(({ id }) => id),
        now,
      )
      await announceStates(
        transaction,
        rows.map(({ id, serviceId, name }) => ({ serviceId, sensorId: id, name, state: 'NOCOMM' })),
      )
      return rows.length
    })
    silenced += count
    if (count < AT_ONCE) return silenced
  }
}
