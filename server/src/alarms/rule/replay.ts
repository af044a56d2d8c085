import { sql } from 'kysely'
import {
  MOST_TRIAL_PERIODS,
  normalState,
  type Observation,
  observationsOf,
  type RuleDraft,
  type RuleEffect,
  type RuleState,
  type RuleTrial,
  ruleAfterReading,
  ruleAfterTime,
  type SensorFacts,
  type SensorRule,
  type SensorTrigger,
  timingOf,
} from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { Turns } from '../../platform/kit/slices.ts'
import { RecentChanges } from './recent-changes.ts'
import { shapesOf } from './rule-set.ts'

const DAYS = 30
/** A reading every ten seconds for 30 days. Of a sensor that reports more often, only the newest readings are replayed. */
const MOST_READINGS = 260_000
const AT_ONCE = 2_000

type Reading = {
  at: Date
  receivedAt: Date
  state: string | null
  parameters: Record<string, number>
  location: { x: number; y: number } | null
}
/** The exact position of a reading in the order of time. A `Date` would lose its microseconds. */
type Position = { exactAt: string; readingKey: string }

const startOf = async (db: Db, sensorId: string, from: Date, to: Date, most: number): Promise<Date> => {
  const { rows } = await sql<{ at: Date }>`
    select at from sensor_reading where sensor_id = ${sensorId} and at > ${from} and at <= ${to}
    order by at desc offset ${most - 1} limit 1`.execute(db)
  return rows[0]?.at ?? from
}

async function* readingsOf(db: Db, sensorId: string, from: Date, to: Date): AsyncGenerator<Reading> {
  let after: Position = { exactAt: from.toISOString(), readingKey: '' }
  for (;;) {
    const { rows } = await sql<Reading & Position>`
      select at, received_at, state, parameters, location, at::text as exact_at, reading_key from sensor_reading
      where sensor_id = ${sensorId} and at >= ${after.exactAt}::timestamptz and at <= ${to}
        and (at, reading_key) > (${after.exactAt}::timestamptz, ${after.readingKey})
      order by at, reading_key limit ${sql.lit(AT_ONCE)}`.execute(db)
    yield* rows
    after = rows.at(-1) ?? after
    if (rows.length < AT_ONCE) return
  }
}

type Period = RuleTrial['periods'][number]
const iso = (ms: number) => new Date(ms).toISOString()

const periodsOf = () => {
  let periods: Period[] = []
  let alarms = 0
  const end = (kind: Period['kind'], at: number) => {
    const open = periods.findLast((period) => period.kind === kind && period.endedAt === null)
    if (open) open.endedAt = iso(at)
  }
  const add = (effects: readonly RuleEffect[], values: Observation[]) => {
    for (const { type, at, since } of effects) {
      if (type === 'clear') end('alarm', at)
      else if (type === 'regainData') end('noData', at)
      else {
        const kind = type === 'raise' ? 'alarm' : 'noData'
        periods.push({
          kind,
          beganAt: iso(type === 'raise' ? since : at),
          raisedAt: iso(at),
          endedAt: null,
          values,
          levels: [],
          receivers: [],
        })
        if (kind === 'alarm') alarms++
        if (periods.length >= 2 * MOST_TRIAL_PERIODS) periods = periods.slice(-MOST_TRIAL_PERIODS)
      }
    }
  }
  return { add, newest: () => ({ alarms, periods: periods.slice(-MOST_TRIAL_PERIODS) }) }
}

type Subject = { sensorId: string; state: string; location: SensorFacts['location'] }

export const replay = async (
  db: Db,
  rule: RuleDraft & { trigger: SensorTrigger },
  subject: Subject,
  now: Date,
  mostReadings = MOST_READINGS,
) => {
  const { trigger } = rule
  const named = trigger.conditions.flatMap((condition) => (condition.type === 'place' ? [condition.areaId] : []))
  const live: SensorRule = { trigger, timing: timingOf(trigger, rule.quietSeconds), shapes: await shapesOf(db, named) }
  const monthAgo = new Date(now.getTime() - DAYS * 86_400_000)
  const from = await startOf(db, subject.sensorId, monthAgo, now, mostReadings)
  const recent = new RecentChanges(trigger)
  const parameters = new Map<string, { parameter: string; value: number }>()
  const { newest, add } = periodsOf()
  const turns = new Turns()
  let readings = 0
  let state: RuleState = { ...normalState, since: from.getTime() }
  let facts: SensorFacts = {
    parameters: [],
    state: subject.state,
    location: subject.location,
    lastReadingAt: null,
    lastContactAt: null,
    changeOf: (parameter, withinSeconds) => recent.of(parameter, withinSeconds),
  }
  const follow = (step: { state: RuleState; effects: RuleEffect[] }) => {
    if (step.effects.length > 0) add(step.effects, observationsOf(trigger, facts))
    state = step.state
  }
  for await (const reading of readingsOf(db, subject.sensorId, from, now)) {
    await turns.next()
    const at = reading.at.getTime()
    // Applies state changes that were due before this reading.
    if (facts.lastContactAt !== null) follow(ruleAfterTime(live, state, facts, at - 1))
    const previousAt = facts.lastReadingAt
    for (const [parameter, value] of Object.entries(reading.parameters)) parameters.set(parameter, { parameter, value })
    recent.add(at, reading.parameters)
    facts = {
      ...facts,
      parameters: [...parameters.values()],
      state: reading.state ?? facts.state,
      location: reading.location ? [reading.location.x, reading.location.y] : facts.location,
      lastReadingAt: at,
      lastContactAt: at,
    }
    follow(ruleAfterReading(live, state, facts, { at, previousAt }))
    readings++
  }
  if (readings > 0) follow(ruleAfterTime(live, state, facts, now.getTime()))
  return { from: from.toISOString(), to: now.toISOString(), readings, ...newest() }
}
