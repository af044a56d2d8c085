import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { type Actor, type Metric, type MetricCondition, metricProblems } from '#contract'
import { scope } from '../aoi/queries.ts'
import { type CountIndex, openCountIndex } from '../count-index/count-index.ts'
import { newId } from '../db/id.ts'
import { sharedMemory } from '../live-view/testing.ts'
import { testDatabase } from '../testing/database.ts'
import { addEventType } from '../testing/events.ts'
import { addMember, addService } from '../testing/people.ts'
import { calculate } from './calculate.ts'
import { type PlainAoi, reference, type World } from './testing.ts'

const { db, close } = await testDatabase()
afterAll(close)

const service = await addService(db, 'Harbour')
const members = [
  await addMember(db, service, service.roleId),
  await addMember(db, service, service.roleId),
  await addMember(db, service, service.viewerRoleId),
]
const flood = await addEventType(db, service, { name: 'Flood', questions: ['Depth', 'Cause'] })
const fire = await addEventType(db, service, { name: 'Fire', questions: ['Size'] })
const other = await addEventType(db, service, { name: 'Other' })
await sql`update event_type set value = '2.5', unit = 'Dollar' where id = ${flood.id}`.execute(db)
await sql`update event_type set value = '-4' where id = ${fire.id}`.execute(db)
await sql`update event_type set value = 'much', unit = 'Text' where id = ${other.id}`.execute(db)
const actions = ['Number', 'Dollar', 'Text'].map((unit) => ({ id: newId(), unit: unit as 'Number' }))
await db
  .insertInto('action')
  .values(actions.map(({ id, unit }) => ({ id, unit, serviceId: service.id, name: unit })))
  .execute()

const regions: World['regions'] = {}
for (const [west, south, east, north, isTriangle] of [
  [0.05, 0.05, 4.45, 6.35, false],
  [2.35, 2.15, 8.65, 9.45, true],
] as const) {
  const id = newId()
  regions[id] = { west, south, east, north, isTriangle }
  const ring = [[west, south], [east, south], [east, north], ...(isTriangle ? [] : [[west, north]]), [west, south]]
  await db
    .insertInto('region')
    .values({ id, serviceId: service.id, name: 'Region', coordinates: JSON.stringify([ring]) })
    .execute()
}

const quiet = { info() {}, warn() {} }
const fromSql = { byType: async () => undefined }

const end = new Date('2026-05-20T12:00:00Z')
const oneOf = <T>(...values: T[]) => fc.constantFrom(...values)
const at = fc.integer({ min: 0, max: 18 * 30 }).map((days) => new Date(end.getTime() - (days - 20) * 86_400_000))
const word = oneOf('knee', 'Knee', ' KNEE ', 'waist', 'none')
const author = oneOf(null, ...members.map(({ id }) => id))
const entry = fc
  .tuple(at, author, oneOf(...actions), fc.integer({ min: -3, max: 3 }), word)
  .map(([time, authorId, action, number, text]) => ({
    at: time,
    authorId,
    actionId: action.id,
    unit: action.unit as string,
    value: (action.unit as string) === 'Text' ? text : String(number / 2),
  }))
const aoi: fc.Arbitrary<PlainAoi> = fc
  .record({
    kind: oneOf('event', 'event', 'event', 'sensor'),
    createdAt: at,
    isDeleted: oneOf(false, false, false, false, true),
    creatorId: author,
    type: oneOf(flood, flood, fire, other),
    place: fc.tuple(fc.integer({ min: 0, max: 10 }), fc.integer({ min: 0, max: 10 })),
    words: fc.array(word, { minLength: 2, maxLength: 2 }),
    entries: fc.array(entry, { maxLength: 3 }),
  })
  .map(({ type, words, kind, ...rest }) => ({
    ...rest,
    kind: kind as 'event',
    id: newId(),
    typeId: kind === 'event' ? type.id : null,
    answers: Object.fromEntries(type.questions.map((id, index) => [id, words[index] ?? ''])),
  }))

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
const metric: fc.Arbitrary<Metric> = fc
  .record({
    metricType: oneOf('BY_POSTS', 'BY_USERS'),
    metricCountType: oneOf('COUNT_POSTS', 'CALCULATE'),
    conditions: fc.array(condition, { maxLength: 4 }),
  })
  .map((given) => ({
    translations: {},
    ...(given as Pick<Metric, 'metricType' | 'metricCountType' | 'conditions'>),
    ...{
      _id: newId(),
      service: service.id,
      name: 'Any',
      shortName: 'Any',
      isAdminOnly: false,
      unit: 'Number' as const,
    },
  }))
  .filter((given) => Object.keys(metricProblems(given)).length === 0)

let nonce = 0
const store = async (aois: PlainAoi[]) => {
  await sql`delete from aoi`.execute(db)
  if (aois.length === 0) return
  await db
    .insertInto('aoi')
    .values(
      aois.map(({ id, kind, createdAt, isDeleted, creatorId, typeId, place }) => ({
        ...{ id, kind, createdAt, creatorId, serviceId: service.id, nonce: ++nonce, name: 'AOI' },
        deletedAt: isDeleted ? end : null,
        eventTypeId: typeId,
        place: `(${place.join()})`,
        status: kind === 'sensor' ? ('OK' as const) : null,
      })),
    )
    .execute()
  const answers = aois.flatMap(({ id, answers: given }) =>
    Object.entries(given).map(([questionId, value]) => ({ aoiId: id, questionId, questionName: 'Q', value })),
  )
  if (answers.length > 0) await db.insertInto('aoiAnswer').values(answers).execute()
  const entries = aois.flatMap(({ id, entries: made }) =>
    made.map(({ at: happenedAt, authorId, actionId, unit, value }) => ({
      ...{ id: newId(), aoiId: id, type: 'action' as const, authorId, actionId, actionName: 'A', happenedAt, value },
      unit: unit as 'Text',
      valueNumber: unit === 'Text' ? null : Number(value),
    })),
  )
  if (entries.length > 0) await db.insertInto('logEntry').values(entries).execute()
}

const [first] = members
const actor: Actor = {
  ...{ id: first?.id ?? '', name: 'Dana', type: 'Admin', serviceId: service.id },
  ...{ visibleServiceIds: [service.id], isViewer: false, isServerOwner: false },
}

const listed = async (one: Metric, period: { startTime?: Date | undefined; endTime?: Date | undefined }) => {
  const { rows } = await sql<{ id: string }>`
    select a.id from ${scope({ type: 'all', metric: one, ...period }, actor)}`.execute(db)
  return rows.map(({ id }) => id).sort()
}

describe('what a metric says is what its rules say', () => {
  test('for any data, any metric and any period: value, AOIs, trend and filtered list', async () => {
    const roleOf = Object.fromEntries(
      members.map(({ id }, index) => [id, index < 2 ? service.roleId : service.viewerRoleId]),
    )
    const typeWorth = {
      [flood.id]: { unit: 'Dollar', value: '2.5' },
      [fire.id]: { unit: 'Number', value: '-4' },
      [other.id]: { unit: 'Text', value: 'much' },
    }
    const period = fc.record({
      startTime: fc.option(at, { nil: undefined }),
      endTime: fc.option(at, { nil: undefined }),
    })
    let [hits, inMemory] = [0, 0]
    await fc.assert(
      fc.asyncProperty(
        fc.array(aoi, { minLength: 20, maxLength: 60 }),
        fc.array(fc.tuple(metric, period), { minLength: 20, maxLength: 20 }),
        async (aois, asked) => {
          await store(aois)
          const countIndex = openCountIndex(db, quiet, { ...sharedMemory(db), blockRows: 4 })
          const memory = {
            byType: async (...asked: Parameters<CountIndex['byType']>) => {
              inMemory++
              return (await countIndex.byType(...asked)) ?? expect.fail('memory cannot tell')
            },
          }
          const world = { roleOf, typeWorth, regions, aois }
          const ask = async ([one, { startTime, endTime }]: (typeof asked)[number]) => {
            const expected = reference(world, one)
            const wanted = { startTime, endTime: endTime ?? end, getAois: true, trend: true, timeZone: 'UTC' }
            const given = await calculate(db, fromSql, one, wanted)
            const told = expected.over(wanted)
            expect({ ...given, aois: given.aois?.sort() }).toEqual({ ...told, trend: expected.trend(wanted.endTime) })

            const events = reference({ ...world, aois: aois.filter(({ kind }) => kind === 'event') }, one)
            expect(await listed(one, wanted)).toEqual(events.over(wanted).aois)
            const ofEvents = { ...wanted, type: 'event' as const, getAois: false }
            // What memory cannot tell is the same query once more.
            const isInMemory = one.conditions.every(({ type }) => type === 'BY_PUBLIC_ACTION' || type === 'BY_ROLE')
            for (const way of isInMemory ? [fromSql, memory] : [fromSql]) {
              const counted = await calculate(db, way, one, ofEvents)
              expect(counted).toEqual({ value: events.over(wanted).value, trend: events.trend(wanted.endTime) })
            }
            if (told.aois.length > 0) hits++
            if (!isInMemory) return
            const all = { ...wanted, endTime, getAois: false, trend: endTime !== undefined, timeZone: 'Asia/Jerusalem' }
            expect(await calculate(db, memory, one, all)).toEqual(await calculate(db, fromSql, one, all))
          }
          await Promise.all(asked.map(ask))
        },
      ),
      { numRuns: 10 },
    )
    // Metrics that never find anything would agree on nothing.
    expect(hits).toBeGreaterThan(20)
    expect(inMemory).toBeGreaterThan(40)
  })
})
