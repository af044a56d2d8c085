import { sql } from 'kysely'
import { normalState, type RulePhase, type RuleState } from '#contract'
import type { Batch } from '../../platform/clock/batch.ts'
import type { Db } from '../../platform/db/database.ts'
import { timestampOf } from '../../platform/db/time.ts'

export type StoredState = { ruleId: string; sensorId: string; state: RuleState }

export type NextState = StoredState & { dueAt: number | null }

type Row = {
  ruleId: string
  sensorId: string
  phase: RulePhase
  since: Date
  active: number
  contradictedAt: Date | null
  quietUntil: Date | null
}

const columns = sql`rule_id, sensor_id, phase, since, active, contradicted_at, quiet_until`

const asState = ({ ruleId, sensorId, phase, active, ...row }: Row): StoredState => ({
  ruleId,
  sensorId,
  state: {
    phase,
    active,
    since: row.since.getTime(),
    contradictedAt: row.contradictedAt?.getTime() ?? null,
    quietUntil: row.quietUntil?.getTime() ?? null,
  },
})

/** States of these locked sensors that are not normal or have a quiet time. */
export const activeStates = async (db: Db, sensorIds: readonly string[]): Promise<StoredState[]> => {
  const { rows } = await sql<Row>`select ${columns} from rule_state
    where sensor_id = any(${sensorIds as string[]}::uuid[]) and (phase <> 'normal' or quiet_until is not null)`.execute(
    db,
  )
  return rows.map(asState)
}

export const statesDue = async (db: Db, sensorIds: readonly string[], now: Date): Promise<StoredState[]> => {
  const { rows } = await sql<Row>`select ${columns} from rule_state
    where sensor_id = any(${sensorIds as string[]}::uuid[])
      and (due_at <= ${now} or phase <> 'normal' or quiet_until is not null)`.execute(db)
  return rows.map(asState)
}

const isBlank = ({ state: { phase, quietUntil }, dueAt }: NextState) =>
  phase === 'normal' && quietUntil === null && dueAt === null

export const storeStates = async (db: Db, states: readonly NextState[]): Promise<void> => {
  const blank = states.filter(isBlank)
  if (blank.length > 0)
    await sql`delete from rule_state s
      using unnest(${blank.map(({ ruleId }) => ruleId)}::uuid[], ${blank.map(({ sensorId }) => sensorId)}::uuid[])
        as gone (rule_id, sensor_id)
      where s.rule_id = gone.rule_id and s.sensor_id = gone.sensor_id`.execute(db)
  const kept = states.filter((state) => !isBlank(state))
  if (kept.length === 0) return
  const column = <T>(of: (next: NextState) => T) => kept.map(of)
  await sql`
    insert into rule_state (${columns}, due_at)
    select * from unnest(${column(({ ruleId }) => ruleId)}::uuid[], ${column(({ sensorId }) => sensorId)}::uuid[],
      ${column(({ state }) => state.phase)}::text[], ${column(({ state }) => timestampOf(state.since))}::timestamptz[],
      ${column(({ state }) => state.active)}::integer[],
      ${column(({ state }) => timestampOf(state.contradictedAt))}::timestamptz[],
      ${column(({ state }) => timestampOf(state.quietUntil))}::timestamptz[], ${column(({ dueAt }) => timestampOf(dueAt))}::timestamptz[])
    on conflict (rule_id, sensor_id) do update set phase = excluded.phase, since = excluded.since,
      active = excluded.active, contradicted_at = excluded.contradicted_at, quiet_until = excluded.quiet_until,
      due_at = excluded.due_at`.execute(db)
}

const isUnwatched = sql`s.service_id = r.service_id
  and case r.trigger -> 'scope' ->> 'type'
    when 'sensor' then s.id::text = r.trigger -> 'scope' ->> 'sensorId'
    when 'kind' then s.telemetry_name = r.trigger -> 'scope' ->> 'kind'
    when 'area' then exists (select from aoi_sensor i
      where i.sensor_id = s.id and i.aoi_id::text = r.trigger -> 'scope' ->> 'areaId')
    else true end
  and not exists (select from rule_state x where x.rule_id = r.id and x.sensor_id = s.id)`

/**
 * Gives every watched sensor without a state a due time, so that conditions on silence and hours are checked without
 * readings. The sensors are looked up when it is a service's turn, because a service may have millions of states.
 */
export const unwatchedSensors: Batch = {
  table: 'rule',
  due: () => sql`
    select r.id, r.service_id, r.created_at as at from rule r
    where r.is_enabled and r.trigger ->> 'type' = 'sensor' and (r.trigger -> 'noDataSeconds' <> 'null'
        or r.trigger @? '$.conditions[*] ? (@.type == "silence" || @.type == "time")')`,
  process: async (db, ids, now) => {
    const { numAffectedRows = 0n } = await sql`
      insert into rule_state (rule_id, sensor_id, phase, since, due_at)
      select r.id, s.id, ${normalState.phase}, ${now}, ${now}
      from rule r join sensor s on ${isUnwatched} where r.id = any(${ids}::uuid[])
      on conflict do nothing`.execute(db)
    return Number(numAffectedRows)
  },
}
