const rulePhases = ['normal', 'pending', 'alarm', 'recovering', 'noData'] as const
export type RulePhase = (typeof rulePhases)[number]

export type RuleState = {
  phase: RulePhase
  /** Time of the reading that began the phase. */
  since: number
  /** Conditions that hold, one bit each. Their leave values apply. */
  active: number
  /**
   * Time of the newest reading before `since` that contradicts the phase. Only late readings after this time can move
   * `since` back.
   */
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

/** `since`: start of the phase that ends; for `raise`, the time at which the conditions began to hold. */
export type RuleEffect = { type: 'raise' | 'clear' | 'loseData' | 'regainData'; at: number; since: number }

export type RuleStep = { state: RuleState; effects: RuleEffect[] }

/** Result of evaluating a reading. `previousAt`: time of the reading before. */
export type RuleInput = { at: number; holds: boolean; active: number; previousAt: number | null }

export const timerOf = ({ forMs, clearMs }: RuleTiming, { phase, since, quietUntil }: RuleState): number | null => {
  if (phase === 'pending') return Math.max(since + forMs, quietUntil ?? 0)
  if (phase === 'recovering') return since + clearMs
  return phase === 'normal' ? quietUntil : null
}

/** Advances timers to `now`. Each timer ends a phase or the quiet time, so the loop ends. */
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

/** The next phase according to the conditions, without timers. */
const phaseAfter = (phase: RulePhase, holds: boolean): RulePhase => {
  if (phase === 'alarm' || phase === 'recovering') return holds ? 'alarm' : 'recovering'
  return holds ? 'pending' : 'normal'
}

/** Advances timers to `input.at`, then applies the conditions. */
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

/** The state after readings have stopped. An alarm stays, because silence does not clear it. */
export const loseData = (timing: RuleTiming, start: RuleState, at: number): RuleStep => {
  const { state, effects } = settle(timing, start, at)
  if (state.phase !== 'normal' && state.phase !== 'pending') return { state, effects }
  const lost: RuleState = { ...normalState, phase: 'noData', since: at, quietUntil: state.quietUntil }
  return { state: lost, effects: [...effects, { type: 'loseData', at, since: state.since }] }
}

/**
 * Applies a late reading, older than the newest one. It raises and clears nothing, but moves the start of `pending` or
 * `recovering`. If it contradicts the phase, the phase starts at the newest reading: never too early, and at most one
 * interval too late.
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
