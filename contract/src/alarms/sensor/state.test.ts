import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterAlarmEnded, afterReading, learnedInterval, type SensorStand, silentAfterSeconds } from './state.ts'

const fresh: SensorStand = {
  state: 'READY',
  stateBeforeSilence: null,
  isAcknowledged: false,
  isAlarmEnded: false,
  statedAt: null,
}
const state = fc.constantFrom('READY', 'ALARM', 'NOCOMM', 'TAMPER', 'LOW BATTERY')

type Step = { say: string | null } | 'silence' | 'acknowledge' | 'end'
const steps = fc.array(
  fc.oneof(
    fc.record({ say: fc.option(state) }),
    fc.constantFrom<Step>('silence', 'acknowledge', 'end'),
  ) as fc.Arbitrary<Step>,
)
/**
 * Makes a sensor silent, as server/src/alarms/sensor/silence.ts does: an alarm stays, any other state becomes NOCOMM.
 */
const silent = (stand: SensorStand): SensorStand =>
  stand.state === 'ALARM' || stand.stateBeforeSilence !== null
    ? stand
    : { ...stand, state: 'NOCOMM', stateBeforeSilence: stand.state, isAcknowledged: false, isAlarmEnded: false }

/** Acknowledging does not change the state. */
const acknowledged = (stand: SensorStand) => ({
  ...stand,
  isAcknowledged: stand.isAcknowledged || stand.state === 'ALARM',
})

const live = (stand: SensorStand, all: readonly Step[], from = 0) =>
  all.reduce<SensorStand>(
    (now, step, index) =>
      step === 'silence'
        ? silent(now)
        : step === 'acknowledge'
          ? acknowledged(now)
          : step === 'end'
            ? afterAlarmEnded(now)
            : afterReading(now, { state: step.say, at: from + index }),
    stand,
  )

test('an alarm stays until READY or until a member ends it', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const alarmed = afterReading(fresh, { state: 'ALARM', at: 0 })
      const harmless = all.filter((step) => step !== 'end' && (typeof step === 'string' || step.say !== 'READY'))
      expect(live(alarmed, harmless, 1).state).toBe('ALARM')
    }),
  )
})

test('READY leads to READY from every state', () => {
  fc.assert(
    fc.property(steps, (all) => {
      expect(afterReading(live(fresh, all), { state: 'READY', at: 1000 }).state).toBe('READY')
    }),
  )
})

test('the first reading after silence restores the state', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const before = live(fresh, all)
      const back = afterReading(silent(before), { state: null, at: 1000 })
      expect(back.state).toBe(before.stateBeforeSilence ?? before.state)
      expect(back.stateBeforeSilence).toBeNull()
    }),
  )
})

test('late readings do not undo newer ones', () => {
  const ready = afterReading(fresh, { state: 'READY', at: 100 })
  expect(afterReading(ready, { state: 'ALARM', at: 50 }).state).toBe('READY')
  expect(afterReading(ready, { state: 'ALARM', at: 100 }).state).toBe('ALARM')
})

test('an alarm that a member ended is raised again only by a new alarm, not by its repetition', () => {
  const seen = afterAlarmEnded(afterReading(fresh, { state: 'ALARM', at: 1 }))
  expect(seen).toMatchObject({ state: 'READY', isAcknowledged: false, isAlarmEnded: true })
  expect(afterReading(seen, { state: 'ALARM', at: 2 }).state).toBe('READY')
  const over = afterReading(seen, { state: 'READY', at: 3 })
  expect(afterReading(over, { state: 'ALARM', at: 4 }).state).toBe('ALARM')
  expect(afterReading(silent(seen), { state: 'ALARM', at: 5 }).state).toBe('ALARM')
})

test('silence is three intervals: the configured one, else the learned one, else a default', () => {
  expect(silentAfterSeconds({ heartbeatSeconds: 20, usualIntervalSeconds: 500 })).toBe(60)
  expect(silentAfterSeconds({ heartbeatSeconds: null, usualIntervalSeconds: 60 })).toBe(180)
  expect(silentAfterSeconds({ heartbeatSeconds: null, usualIntervalSeconds: null })).toBe(900)
})

test('a steady rhythm is learned, and a burst does not make the next pause an outage', () => {
  let usual: number | null = null
  for (let contact = 0; contact < 20; contact++) usual = learnedInterval(usual, 60)
  expect(usual).toBeCloseTo(60)
  for (let contact = 0; contact < 10; contact++) usual = learnedInterval(usual, 1)
  expect(silentAfterSeconds({ heartbeatSeconds: null, usualIntervalSeconds: usual })).toBeGreaterThan(60)
  expect(learnedInterval(usual, 100_000)).toBe(usual)
})
