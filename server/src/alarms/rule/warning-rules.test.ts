import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { RuleDraft } from '#contract'
import { runBatch } from '../../platform/clock/batch.ts'
import { openClock } from '../../platform/clock/clock.ts'
import { newId } from '../../platform/db/id.ts'
import { testDatabase } from '../../testing/database.ts'
import { addEventType } from '../../testing/events.ts'
import { addService } from '../../testing/people.ts'
import { alarmEvents } from './alarm-events.ts'
import { endByMember, restartRule } from './end.ts'
import { ruleJobs } from './jobs.ts'
import * as rules from './queries.ts'

const { db, close } = await testDatabase()
afterAll(close)
const noon = new Date('2026-03-01T12:00:00Z')
const noonPlus = (minutes: number) => new Date(noon.getTime() + minutes * 60_000)
const clock = openClock({ jobs: ruleJobs(db), log: { warn: () => {} }, time: () => noon })
clock.stop()
const evaluate = (minutes = 0) => clock.runAll(noonPlus(minutes))

let service: { id: string }
let feedId: string
beforeEach(async () => {
  service = await addService(db, `Haifa ${newId()}`)
  feedId = newId()
  await db
    .insertInto('warningFeed')
    .values({
      id: feedId,
      serviceId: service.id,
      name: 'Weather',
      url: 'https://warnings.example.org/',
      intervalMinutes: 5,
      showsTests: true,
      kept: JSON.stringify({ type: 'all' }),
      isEnabled: false,
    })
    .execute()
})

const river = newId()
const text = { description: '', instruction: '', senderName: '', web: '', contact: '', areas: 'Haifa' }
const texts = [
  { ...text, language: 'he', event: 'שיטפון', headline: 'שיטפון בחיפה' },
  { ...text, language: 'en', event: 'Flood', headline: '' },
]
const addWarning = async (more: Record<string, unknown> = {}) => {
  const id = newId()
  await db
    .insertInto('warning')
    .values({
      id,
      serviceId: service.id,
      feedId,
      threadId: id,
      sender: 'a',
      identifier: id,
      part: 0,
      source: '',
      status: 'actual',
      severity: 'severe',
      urgency: 'immediate',
      certainty: 'likely',
      categories: [],
      responses: [],
      sentAt: noon,
      effectiveAt: noon,
      beginsAt: noonPlus(60),
      expiresAt: noonPlus(600),
      texts: JSON.stringify(texts),
      areas: '[]',
      areaKeys: [],
      replaces: [],
      regionIds: [river],
      place: '(35,32.8)',
      ...more,
    })
    .execute()
  return id
}
const addRule = (trigger: object, more: object = {}) =>
  rules.create(
    db,
    service.id,
    RuleDraft.parse({
      name: 'Storms',
      severity: 'high',
      trigger: { type: 'warning', severity: 'severe', ...trigger },
      ...more,
    }),
  )
const alarms = async () => {
  const rows = await rules.alarms(db, [service.id], {})
  return rows.map(({ explanation, endedAt }) => [explanation.warning?._id, endedAt])
}

test('a severe warning that touches a region raises one alarm, which ends with the warning', async () => {
  const ruleId = await addRule({ regionIds: [river] })
  const id = await addWarning()
  await addWarning({ severity: 'moderate' })
  await addWarning({ regionIds: [newId()] })
  await addWarning({ regionIds: [] })
  await evaluate()
  await evaluate(1)
  expect(await alarms()).toEqual([[id, null]])
  const [alarm] = await rules.alarms(db, [service.id], {})
  expect(alarm).toMatchObject({ ruleId, severity: 'high', sensor: null, event: null, beganAt: noon.toISOString() })
  expect(alarm?.explanation.warning).toEqual({
    _id: id,
    severity: 'severe',
    headlines: [
      { language: 'he', headline: 'שיטפון בחיפה' },
      { language: 'en', headline: 'Flood' },
    ],
  })
  await db
    .updateTable('warning')
    .set({ endedAt: noonPlus(2) })
    .where('id', '=', id)
    .execute()
  await evaluate(2)
  expect(await alarms()).toEqual([])
  const past = await rules.alarms(db, [service.id], { rule: ruleId })
  expect(past.map(({ endedAt }) => endedAt)).toEqual([noonPlus(2).toISOString()])
})

test('an alarm ends when an update of its warning is too mild or the warning expires', async () => {
  const ruleId = await addRule({ regionIds: [river] })
  const first = await addWarning()
  await evaluate()
  await db.updateTable('warning').set({ endedAt: noon }).where('id', '=', first).execute()
  const update = await addWarning({ threadId: first, severity: 'extreme' })
  await evaluate(1)
  expect(await alarms()).toEqual([[first, null]])
  await db.updateTable('warning').set({ severity: 'minor' }).where('id', '=', update).execute()
  await evaluate(2)
  expect(await alarms()).toEqual([])
  await db.updateTable('warning').set({ severity: 'severe' }).where('id', '=', update).execute()
  await evaluate(3)
  expect(await alarms()).toEqual([[update, null]])
  await evaluate(600)
  expect(await alarms()).toEqual([])
  expect(await rules.alarms(db, [service.id], { rule: ruleId })).toHaveLength(2)
})

test.each<[string, Record<string, unknown>, boolean]>([
  ['inside the home area', { isInHome: true }, true],
  ['outside of the home area', { isInHome: false }, false],
  ['an exercise', { status: 'exercise' }, false],
  ['a test', { status: 'test' }, false],
  ['outside of the limit of its feed', { isKept: false }, false],
  ['that takes effect later', { effectiveAt: noonPlus(10) }, false],
  ['that ended', { endedAt: noon }, false],
  ['that expired', { expiresAt: noon }, false],
])('a rule on the home area and a warning %s', async (_kind, more, isRaised) => {
  await addRule({})
  const id = await addWarning(more)
  await evaluate()
  expect(await alarms()).toEqual(isRaised ? [[id, null]] : [])
})

test('a warning that takes effect later raises its alarm then', async () => {
  await addRule({})
  const id = await addWarning({ effectiveAt: noonPlus(10) })
  await evaluate(9)
  expect(await alarms()).toEqual([])
  await evaluate(10)
  expect(await alarms()).toEqual([[id, null]])
})

test('an alarm that a member ended is not raised again, and a changed rule starts again', async () => {
  const ruleId = await addRule({})
  await addWarning()
  await evaluate()
  const [alarm] = await rules.alarms(db, [service.id], {})
  const memberId = newId()
  await sql`insert into member (id, service_id, username, type, first_name, password_hash)
    values (${memberId}, ${service.id}, ${memberId}, 'Operator', 'Dana', '')`.execute(db)
  await endByMember(db, { id: memberId, name: 'Dana' } as never, alarm as never, 'Known', noonPlus(1))
  await evaluate(2)
  expect(await alarms()).toEqual([])
  await addWarning()
  await evaluate(3)
  expect(await alarms()).toHaveLength(1)
  await restartRule(db, ruleId, noonPlus(4))
  await evaluate(5)
  expect(await alarms()).toHaveLength(1)
})

test('the event of an alarm lies inside the warning and has its headline', async () => {
  const type = await addEventType(db, service, { name: 'Weather' })
  await addRule({}, { event: { eventTypeId: type.id, isArchivedOnClear: true } })
  const id = await addWarning()
  await evaluate()
  await runBatch(db, 'events of alarms', alarmEvents, noonPlus(1))
  const read = () =>
    db.selectFrom('aoi').select(['name', 'place', 'archivedAt']).where('serviceId', '=', service.id).execute()
  expect(await read()).toEqual([{ name: 'Storms: שיטפון בחיפה', place: { x: 35, y: 32.8 }, archivedAt: null }])
  await db
    .updateTable('warning')
    .set({ endedAt: noonPlus(2) })
    .where('id', '=', id)
    .execute()
  await evaluate(3)
  await runBatch(db, 'events of alarms', alarmEvents, noonPlus(4))
  expect((await read())[0]?.archivedAt).not.toBeNull()
})
