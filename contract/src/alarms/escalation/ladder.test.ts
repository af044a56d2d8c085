import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  LADDER_GRACE_MS,
  type LadderEffect,
  type LadderInput,
  type LadderReach,
  type LadderState,
  type LadderTiming,
  ladderDue,
  ladderStart,
  stepLadder,
} from './ladder.ts'

const everyone: LadderReach = { level: () => true, owner: true }
const nobody: LadderReach = { level: () => false, owner: false }
const only = (...levels: number[]): LadderReach => ({ level: (level) => levels.includes(level), owner: true })
const minute = 60_000
const timing: LadderTiming = {
  levels: [
    { waitMs: 5 * minute, repeatMs: 2 * minute },
    { waitMs: 10 * minute, repeatMs: null },
    { waitMs: 20 * minute, repeatMs: 30 * minute },
  ],
  remindMs: 15 * minute,
}

const run = (inputs: [at: number, type: LadderInput['type']][], reach = everyone, plan = timing): string[] => {
  let state = ladderStart(0)
  return inputs.flatMap(([at, type]) => {
    const step = stepLadder(plan, state, { type }, at * minute, reach)
    state = step.state
    return step.effects.map((effect) => `${effect.at / minute}: ${words(effect)}`)
  })
}
const words = (effect: LadderEffect) =>
  effect.type === 'remind' ? 'remind' : `${effect.isRepeat ? 'repeat' : 'notify'} ${effect.level}`
const everyMinute = (until: number): [number, 'time'][] =>
  Array.from({ length: until + 1 }, (_, at) => [at, 'time'] as [number, 'time'])

describe('a ladder', () => {
  test('climbs on time, repeats at growing intervals, and ends at the Admins', () => {
    expect(run(everyMinute(100))).toEqual([
      '0: notify 0',
      '2: repeat 0',
      '5: notify 1',
      '15: notify 2',
      '35: notify 3',
      '65: repeat 3',
    ])
    const patient = { ...timing, levels: [{ waitMs: 600 * minute, repeatMs: minute }] }
    expect(run(everyMinute(40), everyone, patient).slice(1)).toEqual([1, 3, 7, 15, 31].map((at) => `${at}: repeat 0`))
  })

  test('passes on at once from levels that reach nobody, in the end to the Admins', () => {
    expect(run([[0, 'time']], only(2))).toEqual(['0: notify 2'])
    expect(run([[0, 'time']], only(3))).toEqual(['0: notify 3'])
    expect(
      run([
        [0, 'time'],
        [1, 'unreached'],
      ]),
    ).toEqual(['0: notify 0', '1: notify 1'])
    expect(
      run(
        [
          [0, 'time'],
          [4, 'time'],
          [5, 'time'],
        ],
        nobody,
      ),
    ).toEqual(['0: notify 3', '5: notify 3'])
  })

  test('stops when someone acknowledges it, reminds the owner, and continues after a handover', () => {
    const inputs: [number, LadderInput['type']][] = [
      [0, 'time'],
      [1, 'acknowledge'],
      ...everyMinute(50),
      [51, 'handOver'],
    ]
    expect(run(inputs)).toEqual(['0: notify 0', '16: remind', '46: remind', '51: notify 1'])
    expect(run([[0, 'time'], [1, 'acknowledge'], ...everyMinute(50)], everyone, { ...timing, remindMs: null })).toEqual(
      ['0: notify 0'],
    )
  })

  test('restarts if the owner is gone', () => {
    expect(
      run(
        [
          [0, 'time'],
          [1, 'acknowledge'],
          [16, 'time'],
        ],
        { ...everyone, owner: false },
      ),
    ).toEqual(['0: notify 0', '16: notify 0'])
  })

  test('does nothing after it has ended', () => {
    expect(run([[0, 'time'], [1, 'end'], [2, 'acknowledge'], [3, 'handOver'], ...everyMinute(90)])).toEqual([
      '0: notify 0',
    ])
  })

  test('gives each level its full time after an outage', () => {
    expect(
      run([
        [0, 'time'],
        [90, 'time'],
        [94, 'time'],
        [100, 'time'],
      ]),
    ).toEqual(['0: notify 0', '90: notify 1', '100: notify 2'])
  })
})

/** Simulates the ladder second by second, without a state machine. */
const plainModel = (
  plan: LadderTiming,
  acts: Map<number, LadderInput['type']>,
  seconds: number,
  reach: LadderReach,
) => {
  const said: string[] = []
  let appointments: { at: number; what: 'climb' | 'again'; gapMs: number }[] = [{ at: 0, what: 'climb', gapMs: 0 }]
  let level = -1
  let isOwned = false
  const goTo = (from: number, at: number) => {
    isOwned = false
    level = from
    while (level < plan.levels.length && !reach.level(level)) level++
    level = Math.min(level, plan.levels.length)
    said.push(`${at} notify ${level}`)
    const { waitMs, repeatMs } = plan.levels[level] ?? {
      waitMs: Infinity,
      repeatMs: plan.levels.at(-1)?.repeatMs ?? null,
    }
    appointments = [{ at: at + waitMs, what: 'climb', gapMs: 0 }]
    if (repeatMs !== null) appointments.push({ at: at + repeatMs, what: 'again', gapMs: repeatMs })
  }
  for (let at = 0; at <= seconds * 1000; at += 1000) {
    for (const { what, gapMs } of appointments.filter((one) => one.at === at)) {
      if (what === 'climb') {
        goTo(level + 1, at)
        break
      }
      said.push(`${at} ${isOwned ? 'remind' : `repeat ${level}`}`)
      const next = Math.min(gapMs * 2, Math.max(86_400_000, plan.levels[level]?.repeatMs ?? 0))
      appointments = [
        ...appointments.filter((one) => one.what === 'climb'),
        { at: at + next, what: 'again', gapMs: next },
      ]
    }
    const act = acts.get(at / 1000)
    if (act === 'handOver') goTo(level + 1, at)
    if (act === 'unreached' && !isOwned && level < plan.levels.length) goTo(level + 1, at)
    if (act === 'acknowledge') {
      isOwned = true
      appointments = plan.remindMs === null ? [] : [{ at: at + plan.remindMs, what: 'again', gapMs: plan.remindMs }]
    }
    if (act === 'end') return said
  }
  return said
}

test('matches a plain list of appointments under random histories and ticks', () => {
  const ms = (least: number, most: number) => fc.integer({ min: least, max: most }).map((seconds) => seconds * 1000)
  const plan = fc.record({
    levels: fc.array(fc.record({ waitMs: ms(1, 60), repeatMs: fc.option(ms(1, 60)) }), { minLength: 1, maxLength: 4 }),
    remindMs: fc.option(ms(1, 60)),
  })
  const act = fc.constantFrom<LadderInput['type']>('acknowledge', 'handOver', 'unreached', 'end')
  const acts = fc.array(fc.tuple(fc.integer({ min: 1, max: 300 }), act), { maxLength: 6 })
  const looks = fc.array(fc.integer({ min: 1, max: LADDER_GRACE_MS / 1000 }), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(plan, acts, looks, fc.infiniteStream(fc.boolean()), (timing, acts, looks, reached) => {
      const reachable = timing.levels.map(() => reached.next().value as boolean)
      const reach: LadderReach = { level: (level) => reachable[level] ?? true, owner: true }
      const actAt = new Map(acts)
      let state: LadderState = ladderStart(0)
      const said: string[] = []
      const numbers: number[] = []
      const input = (type: LadderInput['type'], at: number) => {
        const step = stepLadder(timing, state, { type }, at, reach)
        state = step.state
        for (const effect of step.effects) {
          said.push(`${effect.at} ${words(effect)}`)
          numbers.push(effect.notice)
        }
      }
      let look = 0
      for (let second = 0; second <= 300; second++) {
        const isLook = second >= look
        if (isLook) look = second + (looks[second % looks.length] as number)
        // As on the server, the ladder advances to the current time before an act.
        if (isLook || actAt.has(second) || second === 300) input('time', second * 1000)
        const act = actAt.get(second)
        if (act) input(act, second * 1000)
      }
      expect(said).toEqual(plainModel(timing, actAt, 300, reach))
      expect(numbers).toEqual(numbers.map((_, index) => index))
      if (state.phase === 'ended') expect(ladderDue(state)).toBeNull()
    }),
    { numRuns: 300 },
  )
})
