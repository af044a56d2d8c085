import { sql } from 'kysely'
import type { Batch } from '../../platform/clock/batch.ts'
import type { Db } from '../../platform/db/database.ts'
import { partsOf } from '../../platform/kit/slices.ts'
import { evaluate, type RuleSubject } from './evaluate.ts'
import { listeningSince, lockSensors, type SensorRow } from './facts.ts'
import { type RuleSet, ruleSetOf } from './rule-set.ts'
import { activeStates, statesDue } from './states.ts'

/** Maximum number of pairs of a sensor and a rule that are evaluated together. */
const PAIRS_AT_ONCE = 10_000

/** Maximum number of due states that are read for a service. 500 rules on 10,000 sensors may have five million. */
const DUE_OF_A_SERVICE = 5_000

const withFewPairs = (rules: RuleSet, subjects: readonly RuleSubject[]): RuleSubject[][] =>
  partsOf(subjects, Math.max(1, Math.floor(PAIRS_AT_ONCE / Math.max(1, rules.byId.size))))

/**
 * Evaluates the rules of a service for sensors with new readings. The caller has locked the sensors, so no other server
 * evaluates them at the same time. Takes one statement if the service has no rules.
 */
export const evaluateReadings = async (
  db: Db,
  serviceId: string,
  subjects: readonly RuleSubject[],
  now: Date,
): Promise<void> => {
  const rules = await ruleSetOf(db, serviceId)
  if (rules.isEmpty || subjects.length === 0) return
  for (const some of withFewPairs(rules, subjects)) {
    const states = await activeStates(
      db,
      some.map(({ id }) => id),
    )
    await evaluate(db, { rules, subjects: some, states, cause: 'readings' }, now)
  }
}

/**
 * Evaluates rules for sensors that changed without a reading: they fell silent, were moved, or a member ended their
 * alarm.
 */
export const recheckSensors = async (db: Db, sensorIds: readonly string[], now: Date): Promise<void> => {
  const sensors = await lockSensors(db, sensorIds)
  const since = await listeningSince(db)
  for (const [serviceId, own] of Map.groupBy(sensors, (sensor) => sensor.serviceId)) {
    const rules = await ruleSetOf(db, serviceId)
    if (rules.isEmpty) continue
    for (const subjects of withFewPairs(
      rules,
      own.map((row) => heardSince(row, since)),
    )) {
      const states = await activeStates(
        db,
        subjects.map(({ id }) => id),
      )
      await evaluate(db, { rules, subjects, states, cause: 'changed' }, now)
    }
  }
}

const heardSince = (sensor: SensorRow, since: number): RuleSubject => {
  const { lastContactAt } = sensor
  const counted = lastContactAt === null ? null : Math.max(lastContactAt, since)
  return { ...sensor, heardAt: lastContactAt, lastContactAt: counted, readings: [] }
}

export const dueStates: Batch = {
  table: 'sensor',
  due: (now, isReady) => sql`
    select d.id, v.id as service_id, d.at from service v cross join lateral (
      select sensor_id as id, min(due_at) as at from (
        select sensor_id, due_at from rule_state
        where service_id = v.id and due_at <= ${now} and ${isReady(sql`sensor_id`)}
        order by due_at limit ${sql.lit(DUE_OF_A_SERVICE)}) oldest
      group by 1) d`,
  process: async (db, ids, now) => {
    const sensors = await lockSensors(db, ids, { skipLocked: true })
    if (sensors.length === 0) return 0
    const since = await listeningSince(db)
    for (const [serviceId, own] of Map.groupBy(sensors, (sensor) => sensor.serviceId)) {
      const rules = await ruleSetOf(db, serviceId)
      for (const subjects of withFewPairs(
        rules,
        own.map((row) => heardSince(row, since)),
      )) {
        const states = await statesDue(
          db,
          subjects.map(({ id }) => id),
          now,
        )
        await evaluate(db, { rules, subjects, states, cause: 'due' }, now)
      }
    }
    return sensors.length
  },
}
