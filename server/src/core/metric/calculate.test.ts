import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { type Actor, type Metric, type MetricCondition, metricProblems } from '#contract'
import { testMemory } from '../../memory/testing.ts'
import { databaseTime } from '../../platform/db/clock.ts'
import { newId } from '../../platform/db/id.ts'
import {
  actions,
  aoi,
  apply,
  at,
  change,
  close,
  db,
  end,
  fire,
  flood,
  members,
  oneOf,
  other,
  regions,
  roleOf,
  service,
  store,
  word,
} from '../../testing/metric-world.ts'
import { visibleAois } from '../aoi/filter.ts'
import { type Metrics, openMetrics } from './calculate.ts'
import { calculateInSql } from './from-sql.ts'
import { reference } from './testing.ts'

afterAll(close)

const fromSql: Metrics = (target, one, query) =>
  calculateInSql(target, one, { ...query, end: query.endTime ?? databaseTime() })
/** Fails if memory leaves a metric of types and roles to PostgreSQL. */
const openFromMemory = () => {
  const { memory, view } = testMemory(db)
  return openMetrics(memory, async (filter) => {
    const found = await view(filter)
    return found.rows ? expect.fail('memory left the result to PostgreSQL') : found
  })
}

const some = <T>(...values: T[]) => fc.subarray(values, { minLength: 1 })
const settings = fc
  .record({
    value: fc.option(oneOf('0.5', '1', 'knee', '0'), { nil: undefined }),
    expression: fc.option(oneOf('EXACT', 'LESS', 'MORE'), { nil: undefined }),
    values: fc.option(some('0.5', '1', 'knee', '0'), { nil: undefined }),
    users: fc.option(some(...members.map(({ id }) => id)), { nil: undefined }),
  })
  .map((given) => ({ ...given, expression: given.expression as 'EXACT' | undefined }))
const condition: fc.Arbitrary<MetricCondition> = fc.oneof(
  fc.record({
    type: fc.constant('BY_ACTION' as const),
    actionId: oneOf(...actions.map(({ id }) => id)),
    actionSettings: fc.option(settings, { nil: undefined }),
  }),
  fc.record({ type: fc.constant('BY_PUBLIC_ACTION' as const), publicActionIds: some(flood.id, fire.id, other.id) }),
  fc.record({
    type: fc.constant('BY_QUESTION_RESPONSE' as const),
    questionResponse: fc.record({ questionId: oneOf(...flood.questions, ...fire.questions), response: word }),
  }),
  fc.record({ type: fc.constant('BY_REGION' as const), regionsIds: some(...Object.keys(regions)) }),
  fc.record({ type: fc.constant('BY_ROLE' as const), userRoleIds: some(service.roleId, service.viewerRoleId) }),
)
type Rules = Pick<Metric, 'metricType' | 'metricCountType' | 'conditions'>
const metricOf = (rules: Rules): Metric => ({
  _id: newId(),
  service: service.id,
  name: 'Any',
  shortName: 'Any',
  translations: {},
  isAdminOnly: false,
  unit: 'Number',
  ...rules,
})
const metric: fc.Arbitrary<Metric> = fc
  .record({
    metricType: oneOf('BY_POSTS' as const, 'BY_USERS' as const),
    metricCountType: oneOf('COUNT_POSTS' as const, 'CALCULATE' as const),
    conditions: fc.array(condition, { maxLength: 4 }),
  })
  .map(metricOf)
  .filter((given) => Object.keys(metricProblems(given)).length === 0)
/** Chosen so that nearly every world has matches for each metric, and nearly every change affects one. */
const simpleMetrics = (['COUNT_POSTS', 'CALCULATE'] as const).flatMap((metricCountType) => {
  const byAction = actions.map(({ id }): MetricCondition => ({ type: 'BY_ACTION', actionId: id }))
  const byRegion: MetricCondition = { type: 'BY_REGION', regionsIds: Object.keys(regions) }
  const byRole: MetricCondition = { type: 'BY_ROLE', userRoleIds: [service.roleId] }
  const [questionId = ''] = flood.questions
  const byAnswer: MetricCondition = { type: 'BY_QUESTION_RESPONSE', questionResponse: { questionId, response: 'knee' } }
  return [
    ...[...byAction, byRegion, byAnswer].map((one) => ({ metricType: 'BY_POSTS' as const, conditions: [one] })),
    ...[byAction[0], byRegion].map((one) => ({
      metricType: 'BY_USERS' as const,
      conditions: one ? [one, byRole] : [],
    })),
  ].map((rules) => metricOf({ metricCountType, ...rules }))
})

const [first] = members
const actor: Actor = {
  id: first?.id ?? '',
  name: 'Dana',
  type: 'Admin',
  serviceId: service.id,
  visibleServiceIds: [service.id],
  isViewer: false,
  isServerOwner: false,
  mayExport: false,
  token: null,
}

const listed = async (one: Metric, period: { startTime?: Date | undefined; endTime?: Date | undefined }) => {
  const { rows } = await sql<{ id: string }>`
    select a.id from ${visibleAois(actor, { type: 'all', metric: one, ...period })} a`.execute(db)
  return rows.map(({ id }) => id).sort()
}

describe('a metric matches a model of its rules', () => {
  test('for any data, any metric and any period: value, AOIs, trend and filtered list', async () => {
    const typeWorth = {
      [flood.id]: { unit: 'Dollar', value: '2.5' },
      [fire.id]: { unit: 'Number', value: '-4' },
      [other.id]: { unit: 'Text', value: 'much' },
    }
    const period = fc.record({
      startTime: fc.option(at, { nil: undefined }),
      endTime: fc.option(at, { nil: undefined }),
    })
    let hits = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(aoi, { minLength: 20, maxLength: 60 }),
        fc.array(fc.tuple(metric, period), { minLength: 14, maxLength: 14 }),
        fc.array(change, { minLength: 8, maxLength: 16 }),
        async (aois, asked, changes) => {
          await store(aois)
          const memory = openFromMemory()
          const world = { roleOf, typeWorth, regions, aois }
          const ask = async ([one, { startTime, endTime }]: (typeof asked)[number]) => {
            const expected = reference(world, one)
            const wanted = { startTime, endTime: endTime ?? end, getAois: true, trend: true, timeZone: 'UTC' }
            const given = await fromSql(db, one, wanted)
            const told = expected.over(wanted)
            expect({ ...given, aois: given.aois?.sort() }).toEqual({ ...told, trend: expected.trend(wanted.endTime) })

            const events = reference({ ...world, aois: aois.filter(({ kind }) => kind === 'event') }, one)
            expect(await listed(one, wanted)).toEqual(events.over(wanted).aois)
            const ofEvents = { ...wanted, type: 'event' as const, getAois: false }
            for (const way of [fromSql, memory]) {
              const counted = await way(db, one, ofEvents)
              expect(counted).toEqual({ value: events.over(wanted).value, trend: events.trend(wanted.endTime) })
            }
            if (told.aois.length > 0) hits++
          }
          const askAgain = async ([one, { startTime, endTime }]: (typeof asked)[number]) => {
            const trend = endTime !== undefined
            const all = { startTime, endTime, getAois: false, trend, timeZone: 'Asia/Jerusalem' }
            expect(await memory(db, one, all)).toEqual(await fromSql(db, one, all))
          }
          const simple = simpleMetrics.map((one): (typeof asked)[number] => [
            one,
            { startTime: undefined, endTime: end },
          ])
          await Promise.all([...asked.map(ask), ...simple.map(askAgain)])
          for (const one of changes) await apply(aois, one)
          const [sample] = changes as [(typeof changes)[number]]
          for (const what of ['restore', 'separate'] as const) await apply(aois, { ...sample, what, at: 3 })
          for (const what of ['separate', 'merge', 'log'] as const) await apply(aois, { ...sample, what, at: 2 })
          await Promise.all([...asked, ...simple].map(askAgain))
          // Changes of merged reports and changes without messages.
          await apply(aois, { ...sample, what: 'log', at: 3 })
          for (const one of changes.slice(0, 2)) await apply(aois, { ...one, what: 'region' })
          for (const one of changes.slice(0, 2)) await apply(aois, { ...one, what: 'role' })
          await Promise.all(simple.map(askAgain))
          // AOIs change while a member has another role, and nothing is computed meanwhile.
          await apply(aois, { ...sample, what: 'role', at: 3 })
          for (let at = 0; at < 8; at++) await apply(aois, { ...sample, what: 'restore', at })
          await Promise.all(simple.slice(0, 1).map(askAgain))
          await apply(aois, { ...sample, what: 'role', at: 0 })
          await Promise.all(simple.filter(([{ metricType }]) => metricType === 'BY_USERS').map(askAgain))
          const [[first, period], [second]] = simple as [(typeof asked)[number], (typeof asked)[number]]
          await askAgain([{ ...second, _id: first._id }, period])
        },
      ),
      { numRuns: 6, endOnFailure: true },
    )
    // Guards against metrics that never find anything.
    expect(hits).toBeGreaterThan(5)
  })
})
