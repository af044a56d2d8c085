/**
 * The ladder of an escalation decides whom to notify next and when. Times are ms since 1970. The functions are pure;
 * the server stores the state (diagram in docs/RULES.md).
 */
export type LadderTiming = {
  /** Each repeat doubles the interval; null: no repeats. */
  levels: readonly { waitMs: number; repeatMs: number | null }[]
  /** First interval of reminders to the owner after an acknowledgement; null: no reminders. */
  remindMs: number | null
}

export type LadderState = {
  phase: 'climbing' | 'acknowledged' | 'ended'
  /** Level that was notified last: -1 for none yet; the number of levels stands for the Admins. */
  level: number
  /** Number of repeats of this level or, after an acknowledgement, of reminders to the owner. */
  rounds: number
  /** Number of notices sent so far. The next notice gets this number. */
  notices: number
  climbAt: number | null
  repeatAt: number | null
}

export type LadderInput =
  | { type: 'time' }
  /** Every message of the current level failed. */
  | { type: 'unreached' }
  | { type: 'acknowledge' }
  | { type: 'handOver' }
  | { type: 'end' }

/** `notice`: number of the notice within its escalation. Each number is sent once. */
export type LadderEffect =
  | { type: 'notify'; level: number; notice: number; isRepeat: boolean; at: number }
  | { type: 'remind'; notice: number; at: number }

export type LadderStep = { state: LadderState; effects: LadderEffect[] }

export type LadderReach = { level: (level: number) => boolean; owner: boolean }

const DAY_MS = 86_400_000
/** If nobody can be reached, the ladder starts again after this time. */
const RETRY_MS = 300_000
/**
 * After a delay of at most this time, the next wait counts from the planned time. After a longer outage it counts from
 * now, so that notified members have time to answer.
 */
export const LADDER_GRACE_MS = 30_000

export const ladderStart = (at: number): LadderState => ({
  phase: 'climbing',
  level: -1,
  rounds: 0,
  notices: 0,
  climbAt: at,
  repeatAt: null,
})

export const ladderDue = ({ climbAt, repeatAt }: LadderState): number | null => {
  if (climbAt === null || repeatAt === null) return climbAt ?? repeatAt
  return Math.min(climbAt, repeatAt)
}

/** Interval before a repeat: doubles each time, up to a day. */
const gap = (firstMs: number, rounds: number): number => Math.min(firstMs * 2 ** rounds, Math.max(firstMs, DAY_MS))

/** Notifies this level or, if it reaches nobody, the next level that does. The Admins follow the last level. */
const enter = (
  { levels }: LadderTiming,
  state: LadderState,
  from: number,
  at: number,
  reach: LadderReach,
): LadderStep => {
  const admins = levels.length
  let level = Math.min(from, admins)
  while (level < admins && !reach.level(level)) level++
  const isReached = level < admins || reach.level(admins)
  const wait = levels[level]?.waitMs
  const repeatMs = (levels[level] ?? levels.at(-1))?.repeatMs ?? null
  const retryMs = isReached ? repeatMs : RETRY_MS
  return {
    state: {
      phase: 'climbing',
      level,
      rounds: 0,
      notices: state.notices + 1,
      climbAt: wait === undefined ? null : at + wait,
      repeatAt: retryMs === null ? null : at + retryMs,
    },
    effects: [{ type: 'notify', level, notice: state.notices, isRepeat: false, at }],
  }
}

const repeat = (timing: LadderTiming, state: LadderState, at: number, reach: LadderReach): LadderStep => {
  const { levels, remindMs } = timing
  const { level, notices: notice, phase } = state
  if (phase === 'acknowledged' && !reach.owner) return enter(timing, state, 0, at, reach)
  // The Admins cannot be reached; by now someone of an earlier level may be, so the ladder starts again.
  if (phase === 'climbing' && level === levels.length && !reach.level(level)) return enter(timing, state, 0, at, reach)
  const firstMs = phase === 'acknowledged' ? remindMs : ((levels[level] ?? levels.at(-1))?.repeatMs ?? null)
  const rounds = state.rounds + 1
  return {
    state: { ...state, rounds, notices: notice + 1, repeatAt: firstMs === null ? null : at + gap(firstMs, rounds) },
    effects: [
      phase === 'acknowledged' ? { type: 'remind', notice, at } : { type: 'notify', level, notice, isRepeat: true, at },
    ],
  }
}

const passTime = (timing: LadderTiming, start: LadderState, now: number, reach: LadderReach): LadderStep => {
  const effects: LadderEffect[] = []
  let state = start
  for (let due = ladderDue(state); due !== null && due <= now; due = ladderDue(state)) {
    const isLate = now - due > LADDER_GRACE_MS
    const at = isLate ? now : due
    const { climbAt } = state
    // After an outage, skips a missed repeat if the next level is due too.
    const climbs = climbAt !== null && (climbAt === due || (isLate && climbAt <= now))
    const step = climbs ? enter(timing, state, state.level + 1, at, reach) : repeat(timing, state, at, reach)
    effects.push(...step.effects)
    state = step.state
  }
  return { state, effects }
}

export const stepLadder = (
  timing: LadderTiming,
  start: LadderState,
  input: LadderInput,
  now: number,
  reach: LadderReach,
): LadderStep => {
  if (start.phase === 'ended') return { state: start, effects: [] }
  if (input.type === 'time') return passTime(timing, start, now, reach)
  const isLast = start.level >= timing.levels.length
  switch (input.type) {
    case 'unreached':
      return start.phase !== 'climbing' || isLast
        ? { state: start, effects: [] }
        : enter(timing, start, start.level + 1, now, reach)
    case 'handOver':
      return enter(timing, start, start.level + 1, now, reach)
    case 'acknowledge': {
      const repeatAt = timing.remindMs === null ? null : now + timing.remindMs
      return { state: { ...start, phase: 'acknowledged', rounds: 0, climbAt: null, repeatAt }, effects: [] }
    }
    case 'end':
      return { state: { ...start, phase: 'ended', climbAt: null, repeatAt: null }, effects: [] }
  }
}
