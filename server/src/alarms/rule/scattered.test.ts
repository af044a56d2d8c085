import { afterAll, expect, test } from 'vitest'
import { RuleDraft } from '#contract'
import { openClock } from '../../platform/clock/clock.ts'
import { newId } from '../../platform/db/id.ts'
import { testDatabase } from '../../testing/database.ts'
import { addEventType } from '../../testing/events.ts'
import { addService } from '../../testing/people.ts'
import { ruleJobs } from './jobs.ts'
import * as rules from './queries.ts'

const { db, close } = await testDatabase()
afterAll(close)
const noon = new Date('2026-03-01T12:00:00Z')
const noonPlus = (seconds: number) => new Date(noon.getTime() + seconds * 1000)
const clock = openClock({ jobs: ruleJobs(db), log: { warn: () => {} }, time: () => noon })
clock.stop()

test('neither an import nor the event of the rule prolongs a cluster alarm', async () => {
  const service = await addService(db, 'Bay')
  const type = await addEventType(db, service, { name: 'Fire' })
  const near = { radiusMetres: 1000, withinSeconds: 3600 }
  const trigger = { type: 'cluster', eventTypeIds: [type.id], moreThan: 1, ...near }
  const draft = { name: 'Watch', severity: 'warning', trigger }
  const ruleId = await rules.create(db, service.id, RuleDraft.parse(draft))
  await db.updateTable('rule').set({ activeFrom: noon }).where('id', '=', ruleId).execute()
  const addEvent = async (seconds: number, importId: string | null = null) => {
    const id = newId()
    const receivedAt = noonPlus(seconds)
    const row = { id, serviceId: service.id, kind: 'event' as const, eventTypeId: type.id, name: 'Fire', importId }
    await db
      .insertInto('aoi')
      .values({ ...row, nonce: seconds, place: '(34.8,32.1)', receivedAt, createdAt: receivedAt })
      .execute()
    return id
  }
  const alarm = () => db.selectFrom('alarm').selectAll().where('serviceId', '=', service.id).executeTakeFirstOrThrow()
  for (const seconds of [10, 20]) await addEvent(seconds)
  await clock.runAll(noonPlus(30))
  expect(await alarm()).toMatchObject({ ruleId, endedAt: null })

  const importId = newId()
  for (const seconds of [3000, 3010, 3020]) await addEvent(seconds, importId)
  const made = await addEvent(3030)
  await db.updateTable('alarm').set({ eventId: made }).where('serviceId', '=', service.id).execute()
  await addEvent(3040)
  await clock.runAll(noonPlus(3700))
  expect((await alarm()).endedAt).toEqual(noonPlus(3700))
})
