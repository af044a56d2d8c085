import {
  canLeaveNormal,
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
import type { Db } from '../../platform/db/database.ts'
import { Turns } from '../../platform/kit/slices.ts'
import { type AlarmChange, applyChanges } from './alarms.ts'
import { areasBySensor, type ChangeQuery, type Changes, loadChanges, type SensorRow } from './facts.ts'
import type { ActiveRule, RuleSet } from './rule-set.ts'
import { type NextState, type StoredState, storeStates } from './states.ts'

export type RuleReading = {
  at: number
  previousAt: number | null
  sensor: Omit<SensorRow, 'id' | 'serviceId' | 'kind'>
}

/**
 * A sensor with its new readings in order of time. `readings` is empty if the sensor is evaluated for another reason.
 */
export type RuleSubject = SensorRow & {
  readings: readonly RuleReading[]
  heardAt?: number | null
}

type WatchedSensor = { subject: RuleSubject; rules: readonly ActiveRule[] }

/** Number of judgements between two yields. Most evaluations take fewer and never yield. */
const JUDGED_AT_ONCE = 1_000

/** Yields to other work after every JUDGED_AT_ONCE judgements of a rule or a reading. */
const turnsOfJudging = () => {
  const turns = new Turns()
  let judged = 0
  return async (count: number) => {
    judged += count
    if (judged < JUDGED_AT_ONCE) return
    judged = 0
    await turns.next()
  }
}

const windowOf = ({ parameter, withinSeconds }: ActiveRule['rates'][number]) => `${withinSeconds} ${parameter}`

/** Maximum number of rates of change in memory. A batch of 2,000 readings under 500 rules may need ten million. */
const CHANGES_AT_ONCE = 20_000

/** Splits sensors and their rules into parts that need few rates of change. */
function* partsByChanges(watched: readonly WatchedSensor[]): Generator<WatchedSensor[]> {
  let part: WatchedSensor[] = []
  let count = 0
  for (const { subject, rules } of watched) {
    const times = subject.readings.length + 1
    let own: ActiveRule[] = []
    let windows = new Set<string>()
    part.push({ subject, rules: own })
    for (const rule of rules) {
      const added = new Set(rule.rates.map(windowOf)).difference(windows)
      if (count > 0 && count + added.size * times > CHANGES_AT_ONCE) {
        yield part
        own = []
        windows = new Set()
        part = [{ subject, rules: own }]
        count = 0
      }
      own.push(rule)
      for (const window of added) windows.add(window)
      count += added.size * times
    }
  }
  yield part
}

/** Yields one query per parameter, period and time of a sensor, however many rules share them. */
function* changeQueries(watched: readonly WatchedSensor[]): Generator<ChangeQuery> {
  for (const { subject, rules } of watched) {
    const rates = new Map<string, ActiveRule['rates'][number]>()
    for (const rule of rules) for (const rate of rule.rates) rates.set(windowOf(rate), rate)
    if (rates.size === 0) continue
    const times = new Set([...subject.readings.map(({ at }) => at), subject.lastReadingAt])
    for (const { parameter, withinSeconds } of rates.values())
      for (const at of times) if (at !== null) yield { sensorId: subject.id, at, parameter, withinSeconds }
  }
}

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
   * Why sensors are evaluated. `readings` means new readings, `due` evaluates only the given states, and `changed` means
   * any other change.
   */
  cause: 'readings' | 'due' | 'changed'
}

/**
 * Evaluates rules for locked sensors and applies the effects in the caller's transaction, so that a state and its alarm
 * are stored together.
 */
export const evaluate = async (db: Db, { rules, subjects, states, cause }: Evaluation, now: Date): Promise<void> => {
  const areas = await areasBySensor(
    db,
    rules,
    subjects.map(({ id }) => id),
  )
  const judging = turnsOfJudging()
  const watched: WatchedSensor[] = []
  for (const subject of subjects) {
    const own = rules.of(subject, areas.get(subject.id))
    watched.push({ subject, rules: own })
    await judging(own.length)
  }
  const stored = new Map(
    [...Map.groupBy(states, ({ sensorId }) => sensorId)].map(([sensorId, own]) => [
      sensorId,
      new Map(own.map(({ ruleId, state }) => [ruleId, state])),
    ]),
  )
  const next: NextState[] = []
  const alarmChanges: AlarmChange[] = []
  const at = now.getTime()

  const judgeRules = async ({ subject, rules: own }: WatchedSensor, changes: Changes): Promise<void> => {
    const factsAt = (sensor: RuleReading['sensor'], readAt: number | null): SensorFacts => ({
      ...sensor,
      changeOf: (parameter, withinSeconds) =>
        readAt === null ? undefined : changes.of({ sensorId: subject.id, at: readAt, parameter, withinSeconds }),
    })
    const readings = subject.readings.map((reading) => ({ ...reading, facts: factsAt(reading.sensor, reading.at) }))
    const current = factsAt(subject, subject.lastReadingAt)
    for (const rule of own) {
      await judging(1 + readings.length)
      const before = stored.get(subject.id)?.get(rule.id)
      if (!before && cause === 'due') continue
      // The fast path: nearly every rule ends here for nearly every reading.
      if (!before && cause === 'readings' && !readings.some(({ facts, at }) => canLeaveNormal(rule, facts, at)))
        continue
      let state = before ?? normalState
      const follow = (step: RuleStep, facts: SensorFacts) => {
        for (const effect of step.effects) alarmChanges.push(alarmChange(rule, subject, effect, facts))
        state = step.state
      }
      for (const { facts, ...reading } of readings) follow(ruleAfterReading(rule, state, facts, reading), facts)
      const from = cause === 'changed' ? at : (subject.heardAt ?? undefined)
      follow(ruleAfterTime(rule, state, current, at, from), current)
      if (before ? !isSame(before, state) || cause === 'due' : state.phase !== 'normal' || state.quietUntil !== null)
        next.push({ ruleId: rule.id, sensorId: subject.id, state, dueAt: dueTime(rule, state, current, at) })
    }
  }

  for (const part of partsByChanges(watched)) {
    const changes = await loadChanges(db, changeQueries(part))
    for (const sensor of part) await judgeRules(sensor, changes)
  }
  for (const { subject, rules: own } of watched) {
    const watching = new Set(own.map(({ id }) => id))
    for (const [ruleId, state] of stored.get(subject.id) ?? [])
      if (!watching.has(ruleId) && !rules.unreadableIds.has(ruleId)) {
        next.push({ ruleId, sensorId: subject.id, state: normalState, dueAt: null })
        alarmChanges.push(...leaving(ruleId, subject, state, at))
      }
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

const leaving = (ruleId: string, { id, serviceId }: RuleSubject, { phase }: RuleState, at: number): AlarmChange[] =>
  phase === 'normal' || phase === 'pending'
    ? []
    : [{ type: 'end', ruleId, sensorId: id, serviceId, at, kind: phase === 'noData' ? 'noData' : 'alarm' }]
