/**
 * The states of a rule for one sensor. Times are ms since 1970. Everything here is a pure function: the server keeps the
 * state in its database, and tries rules on old readings with the same code (docs/RULES.md has the picture).
 */
const rulePhases = ['normal', 'pending', 'alarm', 'recovering', 'noData'] as const
export type RulePhase = (typeof rulePhases)[number]

export type RuleState = {
  phase: RulePhase
  /** When the phase began, by the reading that began it. */
  since: number
  /** The conditions that hold, one bit each. A condition that holds is judged by its leave value. */
  active: number
  /** The newest reading before `since` that contradicts the phase: readings between both that arrive late extend it. */
  contradictedAt: number | null
  /** No alarm is raised before this time. */
  quietUntil: number | null
}

export const normalState: RuleState = {
  phase: 'normal',
  since: 0,
  active: 0,
  contradictedAt: null,
  quietUntil: null,
}

export type RuleTiming = { forMs: number; clearMs: number; quietMs: number }

/** `since`: when the phase began that the effect ends; of `raise` when the conditions began to hold. */
export type RuleEffect = { type: 'raise' | 'clear' | 'loseData' | 'regainData'; at: number; since: number }

export type RuleStep = { state: RuleState; effects: RuleEffect[] }

/** Whether the conditions hold at a time, and the time of the reading before it. */
export type RuleInput = { at: number; holds: boolean; active: number; previousAt: number | null }

/** When time alone changes the state; null: never. */
export const timerOf = ({ forMs, clearMs }: RuleTiming, { phase, since, quietUntil }: RuleState): number | null => {
  if (phase === 'pending') return Math.max(since + forMs, quietUntil ?? 0)
  if (phase === 'recovering') return since + clearMs
  return phase === 'normal' ? quietUntil : null
}

/** The state after its timers up to `now`. Each ends its phase, so this passes at most three of them. */
export const settle = (timing: RuleTiming, start: RuleState, now: number): RuleStep => {
  const effects: RuleEffect[] = []
  let state = start
  for (let at = timerOf(timing, state); at !== null && at <= now; at = timerOf(timing, state)) {
    if (state.phase === 'pending') {
      effects.push({ type: 'raise', at, since: state.since })
      state = { ...state, phase: 'alarm', since: at, contradictedAt: null, quietUntil: null }
    } else if (state.phase === 'recovering') {
      effects.push({ type: 'clear', at, since: state.since })
      state = { ...normalState, since: at, quietUntil: timing.quietMs > 0 ? at + timing.quietMs : null }
    } else state = { ...state, quietUntil: null }
  }
  return { state, effects }
}

/** The phase that follows from the conditions alone. */
const phaseAfter = (phase: RulePhase, holds: boolean): RulePhase => {
  if (phase === 'alarm' || phase === 'recovering') return holds ? 'alarm' : 'recovering'
  return holds ? 'pending' : 'normal'
}

/** The state after timers up to `input.at`, and then the conditions at that time. */
export const observe = (timing: RuleTiming, start: RuleState, input: RuleInput): RuleStep => {
  const { at, holds, active, previousAt } = input
  const before = settle(timing, start, at)
  const phase = phaseAfter(before.state.phase, holds)
  const regained: RuleEffect[] =
    before.state.phase === 'noData' ? [{ type: 'regainData', at, since: before.state.since }] : []
  const isSame = phase === before.state.phase
  const state: RuleState = isSame
    ? { ...before.state, active: phase === 'normal' ? 0 : active }
    : { ...before.state, phase, since: at, active: phase === 'normal' ? 0 : active, contradictedAt: previousAt }
  const after = settle(timing, state, at)
  return { state: after.state, effects: [...before.effects, ...regained, ...after.effects] }
}

/** Readings stopped. An alarm stays as it is: silence does not clear it. */
export const loseData = (timing: RuleTiming, start: RuleState, at: number): RuleStep => {
  const { state, effects } = settle(timing, start, at)
  if (state.phase !== 'normal' && state.phase !== 'pending') return { state, effects }
  const lost: RuleState = { ...normalState, phase: 'noData', since: at, quietUntil: state.quietUntil }
  return { state: lost, effects: [...effects, { type: 'loseData', at, since: state.since }] }
}

/**
 * A reading that is older than the newest one. It neither raises nor clears anything by itself, since newer readings are
 * known; it moves the beginning of a phase that waits for its time. If it contradicts the phase, only the newest reading
 * is known to come after it, so the time counts from there: never too early, at most one interval too late.
 */
export const observeLate = (
  start: RuleState,
  { at, holds }: Pick<RuleInput, 'at' | 'holds'>,
  newestAt: number,
): RuleState => {
  const { phase, since, contradictedAt } = start
  if (phase !== 'pending' && phase !== 'recovering') return start
  const isContrary = holds !== (phase === 'pending')
  if (at >= since) return isContrary ? { ...start, since: newestAt, contradictedAt: at } : start
  if (contradictedAt !== null && at <= contradictedAt) return start
  return isContrary ? { ...start, contradictedAt: at } : { ...start, since: at }
}
