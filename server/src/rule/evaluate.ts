import {
  dueTime,
  normalState,
  observationsOf,
  type RuleEffect,
  type RuleState,
  type RuleStep,
  ruleAfterReading,
  ruleAfterTime,
  type SensorFacts,
} from '#contract'
import type { Db } from '../db/database.ts'
import { type AlarmChange, applyChanges } from './alarms.ts'
import { areasBySensor, type ChangeQuery, loadChanges, type SensorRow } from './facts.ts'
import type { ActiveRule, RuleSet } from './rule-set.ts'
import { type NextState, type StoredState, stateKey, storeStates } from './states.ts'

/** A reading of a sensor as rules see it: the sensor after it, and the time of the newest one before it. */
export type RuleReading = {
  at: number
  previousAt: number | null
  sensor: Omit<SensorRow, 'id' | 'serviceId' | 'kind'>
}

/** A sensor with its new readings from the oldest to the newest; none if only the time is looked at. */
export type RuleSubject = SensorRow & {
  readings: readonly RuleReading[]
  /** When it was last heard, if `lastContactAt` is a later time at which servers began to listen. */
  heardAt?: number | null
}

type Pair = { subject: RuleSubject; rule: ActiveRule }

const pairsOf = (rules: RuleSet, subjects: readonly RuleSubject[], areas: ReadonlyMap<string, string[]>): Pair[] =>
  subjects.flatMap((subject) => rules.of(subject, areas.get(subject.id)).map((rule) => ({ subject, rule })))

const changeQueries = (pairs: readonly Pair[]): ChangeQuery[] =>
  pairs.flatMap(({ subject, rule }) =>
    rule.trigger.conditions.flatMap((condition) => {
      if (condition.type !== 'rate') return []
      const times = [...subject.readings.map(({ at }) => at), subject.lastReadingAt].filter((at) => at !== null)
      return [...new Set(times)].map((at) => ({ sensorId: subject.id, at, ...condition }))
    }),
  )

const isSame = (a: RuleState, b: RuleState): boolean =>
  a.phase === b.phase &&
  a.since === b.since &&
  a.active === b.active &&
  a.contradictedAt === b.contradictedAt &&
  a.quietUntil === b.quietUntil

type Evaluation = {
  rules: RuleSet
  subjects: readonly RuleSubject[]
  states: readonly StoredState[]
  /**
   * `readings`: sensors have new readings. `due`: only the states that are handed over are looked at, since their time
   * has come. `changed`: sensors changed just now by something else.
   */
  cause: 'readings' | 'due' | 'changed'
}

/**
 * Evaluates rules for locked sensors and applies what follows, in the caller's transaction: a state and its alarm are
 * stored together or not at all.
 */
export const evaluate = async (db: Db, { rules, subjects, states, cause }: Evaluation, now: Date): Promise<void> => {
  const areas = await areasBySensor(
    db,
    rules,
    subjects.map(({ id }) => id),
  )
  const pairs = pairsOf(rules, subjects, areas)
  const changes = await loadChanges(db, changeQueries(pairs))
  const byKey = new Map(states.map((stored) => [stateKey(stored.ruleId, stored.sensorId), stored.state]))
  const next: NextState[] = []
  const alarmChanges: AlarmChange[] = []

  for (const { subject, rule } of pairs) {
    const key = stateKey(rule.id, subject.id)
    const stored = byKey.get(key)
    byKey.delete(key)
    if (cause === 'due' && !stored) continue
    const factsAt = (sensor: RuleReading['sensor'], at: number | null): SensorFacts => ({
      ...sensor,
      changeOf: (parameter, withinSeconds) =>
        at === null ? undefined : changes.of({ sensorId: subject.id, at, parameter, withinSeconds }),
    })
    let state = stored ?? normalState
    let facts = factsAt(subject, subject.lastReadingAt)
    const follow = (step: RuleStep) => {
      for (const effect of step.effects) alarmChanges.push(alarmChange(rule, subject, effect, facts))
      state = step.state
    }
    for (const { at, previousAt, sensor } of subject.readings) {
      facts = factsAt(sensor, at)
      follow(ruleAfterReading(rule, state, facts, { at, previousAt }))
    }
    facts = factsAt(subject, subject.lastReadingAt)
    if (stored || state !== normalState || cause === 'changed')
      follow(
        ruleAfterTime(
          rule,
          state,
          facts,
          now.getTime(),
          cause === 'changed' ? now.getTime() : (subject.heardAt ?? undefined),
        ),
      )
    if (stored ? !isSame(stored, state) || cause === 'due' : state.phase !== 'normal' || state.quietUntil !== null)
      next.push({ ruleId: rule.id, sensorId: subject.id, state, dueAt: dueTime(rule, state, facts, now.getTime()) })
  }
  // Their sensor left the rule's scope, or the rule is switched off.
  for (const { ruleId, sensorId, state } of states)
    if (byKey.has(stateKey(ruleId, sensorId))) {
      next.push({ ruleId, sensorId, state: normalState, dueAt: null })
      const subject = subjects.find(({ id }) => id === sensorId)
      if (subject) alarmChanges.push(...leaving(ruleId, subject, state, now.getTime()))
    }
  await storeStates(db, next)
  await applyChanges(db, alarmChanges, now)
}

const alarmChange = (rule: ActiveRule, subject: RuleSubject, effect: RuleEffect, facts: SensorFacts): AlarmChange => {
  const where = { ruleId: rule.id, sensorId: subject.id, serviceId: subject.serviceId, at: effect.at }
  if (effect.type === 'clear' || effect.type === 'regainData')
    return { ...where, type: 'end', kind: effect.type === 'clear' ? 'alarm' : 'noData' }
  const isAlarm = effect.type === 'raise'
  const values = observationsOf(rule.trigger, facts)
  return {
    ...where,
    type: 'raise',
    kind: isAlarm ? 'alarm' : 'noData',
    rule,
    beganAt: isAlarm ? effect.since : (facts.lastContactAt ?? effect.at),
    explanation: {
      match: rule.trigger.match,
      conditions: rule.trigger.conditions.map((condition, index) => ({ condition, value: values[index] ?? null })),
    },
  }
}

/** Ends what is open for a sensor that the rule no longer watches. */
const leaving = (ruleId: string, { id, serviceId }: RuleSubject, { phase }: RuleState, at: number): AlarmChange[] =>
  phase === 'normal' || phase === 'pending'
    ? []
    : [{ type: 'end', ruleId, sensorId: id, serviceId, at, kind: phase === 'noData' ? 'noData' : 'alarm' }]
