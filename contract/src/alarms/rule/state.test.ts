import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dueTime, ruleAfterReading, ruleAfterTime, type SensorFacts, type SensorRule, timingOf } from './judge.ts'
import { SensorTrigger } from './schema.ts'
import { normalState, type RuleEffect, type RuleState } from './state.ts'

/** A rule that holds above 10 and ends below 8. Times are seconds of the test's own clock. */
const ruleWith = (more: object = {}, quietSeconds = 0): SensorRule => {
  const condition = { type: 'value', parameter: 'level', operator: 'above', enter: 10, leave: 8 }
  const trigger = SensorTrigger.parse({ type: 'sensor', scope: { type: 'all' }, conditions: [condition], ...more })
  return { trigger, timing: timingOf(trigger, quietSeconds), shapes: new Map() }
}

type Sample = { at: number; value: number }
const factsAfter = ({ at, value }: Sample): SensorFacts => ({
  parameters: [{ parameter: 'level', value }],
  state: 'READY',
  location: null,
  lastReadingAt: at * 1000,
  lastContactAt: at * 1000,
  changeOf: () => undefined,
})
const silent: SensorFacts = {
  ...factsAfter({ at: 0, value: 0 }),
  parameters: [],
  lastReadingAt: null,
  lastContactAt: null,
}

/** Applies readings, and evaluates timers at the times in `looks`, as a server may at any time. */
const live = (rule: SensorRule, readings: readonly Sample[], looks: readonly number[], end: number) => {
  const effects: RuleEffect[] = []
  let [state, facts]: [RuleState, SensorFacts] = [normalState, silent]
  const inputs = [
    ...readings.map((sample) => ({ at: sample.at, sample })),
    ...[...looks, end].map((at) => ({ at, sample: undefined })),
  ].sort((a, b) => a.at - b.at || Number(a.sample === undefined) - Number(b.sample === undefined))
  for (const { at, sample } of inputs) {
    // Timers run before a reading of the same second.
    const before = sample && ruleAfterTime(rule, state, facts, at * 1000)
    if (before && at * 1000 > (facts.lastContactAt ?? -1)) {
      effects.push(...before.effects)
      state = before.state
    }
    const previousAt = facts.lastReadingAt
    if (sample) facts = factsAfter(sample)
    const step = sample
      ? ruleAfterReading(rule, state, facts, { at: at * 1000, previousAt })
      : ruleAfterTime(rule, state, facts, at * 1000)
    effects.push(...step.effects)
    state = step.state
  }
  return { state, effects: effects.map(({ type, at }) => `${type} ${at / 1000}`) }
}

type Model = { forS: number; clearS: number; quietS: number; noDataS: number | null }

/** A second-by-second model with a counter for each duration. */
const model = ({ forS, clearS, quietS, noDataS }: Model, readings: readonly Sample[], end: number): string[] => {
  const effects: string[] = []
  let isAlarm = false
  let isOver = false
  let isMissing = false
  let overSince: number | null = null
  let underSince: number | null = null
  let quietUntil: number | null = null
  let heardAt: number | null = null
  const raiseIfTime = (second: number) => {
    if (isAlarm || overSince === null || second < Math.max(overSince + forS, quietUntil ?? 0)) return
    effects.push(`raise ${second}`)
    isAlarm = true
    overSince = null
    quietUntil = null
  }
  const clearIfTime = (second: number) => {
    if (!isAlarm || underSince === null || second < underSince + clearS) return
    effects.push(`clear ${second}`)
    isAlarm = false
    underSince = null
    quietUntil = quietS > 0 ? second + quietS : null
  }
  for (let second = 0; second <= end; second++) {
    raiseIfTime(second)
    clearIfTime(second)
    if (noDataS !== null && heardAt !== null && !isMissing && !isAlarm && second >= heardAt + noDataS) {
      effects.push(`loseData ${second}`)
      isMissing = true
      isOver = false
      overSince = null
    }
    for (const { value } of readings.filter(({ at }) => at === second)) {
      heardAt = second
      if (isMissing) effects.push(`regainData ${second}`)
      isMissing = false
      isOver = isOver ? value >= 8 : value > 10
      if (!isAlarm) overSince = isOver ? (overSince ?? second) : null
      else underSince = isOver ? null : (underSince ?? second)
      raiseIfTime(second)
      clearIfTime(second)
    }
  }
  return effects
}

const END = 120
const readingsOf = fc
  .uniqueArray(fc.record({ at: fc.integer({ min: 0, max: END }), value: fc.integer({ min: 5, max: 13 }) }), {
    selector: ({ at }) => at,
    maxLength: 40,
  })
  .map((all) => all.toSorted((a, b) => a.at - b.at))
const looksOf = fc.array(fc.integer({ min: 0, max: END }), { maxLength: 20 })
const modelOf: fc.Arbitrary<Model> = fc.record({
  forS: fc.integer({ min: 0, max: 20 }),
  clearS: fc.integer({ min: 0, max: 20 }),
  quietS: fc.integer({ min: 0, max: 30 }),
  noDataS: fc.option(fc.integer({ min: 1, max: 40 })),
})
const ruleOf = ({ forS, clearS, quietS, noDataS }: Model) =>
  ruleWith({ forSeconds: forS, clearSeconds: clearS, noDataSeconds: noDataS }, quietS)

test('the states match a plain model, whenever timers are evaluated', () => {
  fc.assert(
    fc.property(modelOf, readingsOf, looksOf, (of, readings, looks) => {
      expect(live(ruleOf(of), readings, looks, END).effects).toEqual(model(of, readings, END))
    }),
    { numRuns: 2000 },
  )
})

test('alarms are raised and cleared in turn, and none is raised in the quiet time', () => {
  fc.assert(
    fc.property(modelOf, readingsOf, looksOf, (of, readings, looks) => {
      const turns = live(ruleOf(of), readings, looks, END)
        .effects.map((effect) => effect.split(' '))
        .filter(([type]) => type === 'raise' || type === 'clear')
      for (const [index, [type, at]] of turns.entries()) {
        expect(type).toBe(index % 2 === 0 ? 'raise' : 'clear')
        const before = turns[index - 1]
        if (type === 'raise' && before) expect(Number(at)).toBeGreaterThanOrEqual(Number(before[1]) + of.quietS)
      }
    }),
  )
})

test('a thousand noisy readings around the threshold are one alarm and one clear', () => {
  const noise = (second: number) => Math.sin(second * 12.9898) * 1.9
  const readings = Array.from({ length: 1000 }, (_, at) => ({
    at,
    value: at < 800 ? 9.9 + noise(at) : 6 + noise(at) / 4,
  }))
  expect(readings.filter(({ value }, at) => value > 10 && at < 800).length).toBeGreaterThan(100)
  expect(readings.filter(({ value }, at) => value < 10 && at < 800).length).toBeGreaterThan(100)
  const { effects } = live(ruleWith({ forSeconds: 5, clearSeconds: 5 }), readings, [], 1000)
  expect(effects.map((effect) => effect.split(' ')[0])).toEqual(['raise', 'clear'])
})

test('a reading in the millisecond of the timeout never leaves the state stuck', () => {
  const rules = Array.from({ length: 97 }, (_, index) => ruleWith({ noDataSeconds: 1 + index, forSeconds: index % 3 }))
  let stuck = 0
  for (let trial = 0; trial < 10_000; trial++) {
    const timeout = 1 + (trial % 97)
    const rule = rules[trial % 97] as SensorRule
    const first = factsAfter({ at: trial % 11, value: trial % 2 === 0 ? 5 : 12 })
    const start = ruleAfterReading(rule, normalState, first, { at: first.lastReadingAt ?? 0, previousAt: null }).state
    const at = (first.lastContactAt ?? 0) + timeout * 1000
    const second = { ...factsAfter({ at: at / 1000, value: trial % 5 === 0 ? 12 : 5 }) }
    const read = (state: RuleState) =>
      ruleAfterReading(rule, state, second, { at, previousAt: first.lastReadingAt }).state
    const timeoutFirst = read(ruleAfterTime(rule, start, first, at).state)
    const readingFirst = ruleAfterTime(rule, read(start), second, at).state
    for (const state of [timeoutFirst, readingFirst]) {
      // After either order, the next silence is detected and the next reading ends it.
      if (state.phase === 'noData' || dueTime(rule, state, second, at) === null) stuck++
      const later = factsAfter({ at: at / 1000 + 1000, value: 5 })
      const after = ruleAfterTime(rule, state, second, at + 500_000).state
      const end = ruleAfterReading(rule, after, later, { at: at + 1_000_000, previousAt: at }).state
      if (ruleAfterTime(rule, end, later, at + 1_000_000).state.phase !== 'normal') stuck++
    }
  }
  expect(stuck).toBe(0)
})

const over = { active: 1, phase: 'pending' } as const

test('a late reading from before the alarm moves its start back', () => {
  const rule = ruleWith({ forSeconds: 60 })
  const pending: RuleState = { ...normalState, ...over, since: 100_000, contradictedAt: 50_000 }
  const facts = { ...factsAfter({ at: 100, value: 12 }), lastReadingAt: 100_000 }
  const late = (at: number, value: number) =>
    ruleAfterReading(rule, pending, { ...facts, parameters: [{ parameter: 'level', value }] }, { at, previousAt: null })
      .state
  expect(late(80_000, 12).since).toBe(80_000)
  expect(late(40_000, 12).since).toBe(100_000)
  expect(late(80_000, 5)).toMatchObject({ since: 100_000, contradictedAt: 80_000 })
})

test('a late contradicting reading restarts the wait and neither raises nor clears', () => {
  const rule = ruleWith({ forSeconds: 60 })
  const facts = { ...factsAfter({ at: 100, value: 5 }), lastReadingAt: 130_000 }
  const late = (state: RuleState) => ruleAfterReading(rule, state, facts, { at: 120_000, previousAt: null })
  expect(late({ ...normalState, ...over, since: 100_000 }).state).toMatchObject({ phase: 'pending', since: 130_000 })
  const alarm: RuleState = { ...normalState, phase: 'alarm', active: 1, since: 100_000 }
  expect(late(alarm)).toEqual({ state: alarm, effects: [] })
})

test('silence does not clear an alarm', () => {
  const rule = ruleWith({ noDataSeconds: 30 })
  const { effects, state } = live(rule, [{ at: 0, value: 12 }], [], 5000)
  expect(effects).toEqual(['raise 0'])
  expect(state.phase).toBe('alarm')
})
