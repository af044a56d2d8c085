import type { LngLat } from '../../platform/kit/schema.ts'
import { type AreaShape, liesInside } from './place.ts'
import type { Observation, RuleCondition, SensorTrigger } from './schema.ts'
import {
  loseData,
  observe,
  observeLate,
  type RuleState,
  type RuleStep,
  type RuleTiming,
  settle,
  timerOf,
} from './state.ts'
import { hoursAt } from './week.ts'

/** `ruleAfterTime` skips timers that are older, because nobody would act on them any more. */
const LOOK_BACK_MS = 7 * 86_400_000

/** A sensor rule ready for evaluation. `shapes` has the areas of its conditions, by id. */
export type SensorRule = {
  trigger: SensorTrigger
  timing: RuleTiming
  shapes: ReadonlyMap<string, AreaShape>
}

export type SensorFacts = {
  parameters: readonly { parameter: string; value: number | string }[]
  state: string
  location: LngLat | null
  lastReadingAt: number | null
  /** Time of the last contact or of the server's start; null: never. */
  lastContactAt: number | null
  /** Greatest rise and fall of a parameter within these seconds before the newest reading. */
  changeOf: (parameter: string, withinSeconds: number) => { rise: number; fall: number } | undefined
}

export const timingOf = ({ forSeconds, clearSeconds }: SensorTrigger, quietSeconds: number): RuleTiming => ({
  forMs: forSeconds * 1000,
  clearMs: clearSeconds * 1000,
  quietMs: quietSeconds * 1000,
})

const numberOf = ({ parameters }: SensorFacts, name: string): number | undefined => {
  for (let index = 0; index < parameters.length; index++) {
    const { parameter, value } = parameters[index] as (typeof parameters)[number]
    if (parameter !== name) continue
    if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
    const number = value.trim() === '' ? Number.NaN : Number(value)
    return Number.isFinite(number) ? number : undefined
  }
  return undefined
}

const isSilent = ({ lastContactAt }: SensorFacts, seconds: number, at: number): boolean =>
  lastContactAt !== null && at >= lastContactAt + seconds * 1000

/**
 * Whether a condition holds. `isActive`: the condition held before, so its leave value applies. Conditions on unknown
 * values do not hold.
 */
const holdsAt = (
  condition: RuleCondition,
  facts: SensorFacts,
  at: number,
  isActive: boolean,
  shapes: SensorRule['shapes'],
): boolean => {
  switch (condition.type) {
    case 'value': {
      const value = numberOf(facts, condition.parameter)
      if (value === undefined) return false
      const { operator, enter, leave } = condition
      if (isActive && leave !== null) return operator === 'above' ? value >= leave : value <= leave
      return operator === 'above' ? value > enter : value < enter
    }
    case 'rate': {
      const change = facts.changeOf(condition.parameter, condition.withinSeconds)
      return change !== undefined && (condition.direction === 'rises' ? change.rise : change.fall) >= condition.by
    }
    case 'silence':
      return isSilent(facts, condition.seconds, at)
    case 'state':
      return (facts.state === condition.state) === condition.isState
    case 'place': {
      const shape = shapes.get(condition.areaId)
      return shape !== undefined && facts.location !== null && liesInside(facts.location, shape) === condition.isInside
    }
    case 'time':
      return hoursAt(condition, at).isWithin
  }
}

const notHeld = { holds: false, active: 0 }

/** The conditions that hold, one bit each, and whether the rule holds as a whole. */
const judge = (
  { trigger: { conditions, match }, shapes }: SensorRule,
  facts: SensorFacts,
  at: number,
  active: number,
) => {
  let bits = 0
  for (let index = 0; index < conditions.length; index++) {
    const bit = 1 << index
    if (holdsAt(conditions[index] as RuleCondition, facts, at, (active & bit) !== 0, shapes)) bits |= bit
    else if (match === 'all' && active === 0) return notHeld
  }
  return { holds: match === 'all' ? bits === (1 << conditions.length) - 1 : bits !== 0, active: bits }
}

/** Whether a reading can end the `normal` phase. Most readings cannot, and need no further work. */
export const canLeaveNormal = (rule: SensorRule, facts: SensorFacts, at: number): boolean =>
  judge(rule, facts, at, 0).holds

const isWaiting = ({ phase }: RuleState) => phase === 'normal' || phase === 'noData'

/**
 * The state after a reading that is already part of `facts`. A late reading, older than `facts.lastReadingAt`, only
 * moves the start of a phase.
 */
export const ruleAfterReading = (
  rule: SensorRule,
  state: RuleState,
  facts: SensorFacts,
  { at, previousAt }: { at: number; previousAt: number | null },
): RuleStep => {
  if (facts.lastReadingAt !== null && at < facts.lastReadingAt) {
    if (state.phase !== 'pending' && state.phase !== 'recovering') return { state, effects: [] }
    const { holds } = judge(rule, facts, at, state.active)
    return { state: observeLate(state, { at, holds }, facts.lastReadingAt), effects: [] }
  }
  const verdict = judge(rule, facts, at, isWaiting(state) ? 0 : state.active)
  return observe(rule.timing, state, { at, previousAt, ...verdict })
}

/**
 * First time after `at` when the result can change without a reading, because of silence or the hours of a condition;
 * null: never.
 */
const nextTurn = ({ trigger }: SensorRule, { lastContactAt }: SensorFacts, at: number): number | null => {
  let next = Number.POSITIVE_INFINITY
  const consider = (time: number) => {
    if (time > at && time < next) next = time
  }
  for (const condition of trigger.conditions) {
    if (condition.type === 'time') consider(hoursAt(condition, at).until)
    if (condition.type === 'silence' && lastContactAt !== null) consider(lastContactAt + condition.seconds * 1000)
  }
  if (trigger.noDataSeconds !== null && lastContactAt !== null) consider(lastContactAt + trigger.noDataSeconds * 1000)
  return Number.isFinite(next) ? next : null
}

/** The state at the time `at` if no reading arrives then. */
const lookAt = (rule: SensorRule, state: RuleState, facts: SensorFacts, at: number): RuleStep => {
  const { noDataSeconds } = rule.trigger
  if (noDataSeconds !== null && isSilent(facts, noDataSeconds, at)) return loseData(rule.timing, state, at)
  if (state.phase === 'noData') return { state, effects: [] }
  const verdict = judge(rule, facts, at, isWaiting(state) ? 0 : state.active)
  return observe(rule.timing, state, { at, previousAt: facts.lastReadingAt, ...verdict })
}

/** Next time when `ruleAfterTime` may change the state without a reading; null: never. */
export const dueTime = (rule: SensorRule, state: RuleState, facts: SensorFacts, now: number): number | null => {
  const times = [timerOf(rule.timing, state), nextTurn(rule, facts, now)].filter((time) => time !== null)
  return times.length > 0 ? Math.min(...times) : null
}

/**
 * The state at `now`, after all timers, silences and hours since the last step, in order. `from`: time from which the
 * facts are valid, by default the last contact.
 */
export const ruleAfterTime = (
  rule: SensorRule,
  start: RuleState,
  facts: SensorFacts,
  now: number,
  from = facts.lastContactAt ?? 0,
): RuleStep => {
  let step: RuleStep = { state: start, effects: [] }
  const follow = (next: RuleStep) => {
    step = { state: next.state, effects: [...step.effects, ...next.effects] }
  }
  let at = Math.max(from, start.since, now - LOOK_BACK_MS)
  for (
    let due = dueTime(rule, start, facts, at);
    due !== null && due <= now;
    due = dueTime(rule, step.state, facts, at)
  ) {
    follow(settle(rule.timing, step.state, due))
    follow(lookAt(rule, step.state, facts, due))
    at = due
  }
  follow(settle(rule.timing, step.state, now))
  follow(lookAt(rule, step.state, facts, now))
  return step
}

export const observationsOf = ({ conditions }: SensorTrigger, facts: SensorFacts): Observation[] =>
  conditions.map((condition) => {
    if (condition.type === 'value') return numberOf(facts, condition.parameter) ?? null
    if (condition.type === 'state') return facts.state
    if (condition.type !== 'rate') return null
    const change = facts.changeOf(condition.parameter, condition.withinSeconds)
    return (condition.direction === 'rises' ? change?.rise : change?.fall) ?? null
  })
