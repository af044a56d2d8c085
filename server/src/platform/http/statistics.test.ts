import { afterAll, beforeEach, expect, test } from 'vitest'
import { Problem } from '#contract'
import { testDatabase } from '../../testing/database.ts'
import { forgetOldStatistics, openStatistics } from './statistics.ts'

const HOUR_MS = 3_600_000
const request = (id: string) => ({ id, method: 'GET', routeOptions: { url: '/aoi' } }) as never

const database = await testDatabase()
const { db } = database
const opened: { stop: () => Promise<void> }[] = []
afterAll(async () => {
  for (const one of opened) await one.stop()
  await database.close()
})
beforeEach(async () => {
  await db.deleteFrom('serverHour').execute()
  await db.deleteFrom('failedRequest').execute()
})

const open = (now: () => number, warn = (_: { err: unknown }) => {}) => {
  const statistics = openStatistics({ db, warn, now })
  opened.push(statistics)
  return statistics
}
const storedHours = () => db.selectFrom('serverHour').selectAll().orderBy('hour').execute()
const storedErrors = () => db.selectFrom('failedRequest').selectAll().orderBy('at').orderBy('id').execute()

test('the requests of all servers add up by hour', async () => {
  let now = Date.UTC(2026, 10, 17, 8, 59)
  const one = open(() => now)
  const other = open(() => now)
  one.count('GET', '/aoi', 200, 10)
  one.count('GET', '/aoi', 503, 30)
  await one.flush()
  other.count('GET', '/aoi', 200, 5)
  now += HOUR_MS
  other.count('GET', '/aoi', 200, 7)
  await other.flush()
  await other.flush()
  expect(await storedHours()).toEqual([
    { hour: new Date(Date.UTC(2026, 10, 17, 8)), requests: 3, failures: 1, totalMs: 45 },
    { hour: new Date(Date.UTC(2026, 10, 17, 9)), requests: 1, failures: 0, totalMs: 7 },
  ])
})

test('counts whose write failed are stored later', async () => {
  const warnings: unknown[] = []
  const statistics = open(
    () => 0,
    ({ err }) => warnings.push(err),
  )
  await database.pool.query('alter table server_hour rename to server_hour_away')
  statistics.count('GET', '/aoi', 200, 10)
  statistics.noteProblem(new Problem('unknownServerError'), request('a'))
  await statistics.flush()
  await database.pool.query('alter table server_hour_away rename to server_hour')
  expect(warnings).toHaveLength(1)
  statistics.count('GET', '/aoi', 200, 20)
  await statistics.flush()
  expect(await storedHours()).toMatchObject([{ requests: 2, totalMs: 30 }])
  expect(await storedErrors()).toMatchObject([{ id: 'a' }])
})

test('the slowest routes come first, without rare ones', () => {
  const statistics = open(() => 0)
  for (let n = 0; n < 5; n++) {
    statistics.count('GET', '/fast', 200, 1)
    statistics.count('POST', '/slow', 200, 10 * n)
  }
  statistics.count('GET', '/once', 200, 9_000)
  expect(statistics.readRoutes().routes).toEqual([
    { method: 'POST', path: '/slow', count: 5, meanMs: 20, mostMs: 40 },
    { method: 'GET', path: '/fast', count: 5, meanMs: 1, mostMs: 1 },
  ])
})

test('stores failures with their ids, the newest of a minute, and no refusals', async () => {
  const statistics = open(() => 0)
  statistics.noteProblem(new Problem('forbidden'), request('refused'))
  for (let n = 0; n < 40; n++) statistics.noteProblem(new Problem('unknownServerError'), request(`id${n}`))
  await statistics.flush()
  const errors = await storedErrors()
  expect(errors).toHaveLength(30)
  expect(errors).toContainEqual({
    id: 'id39',
    at: new Date(0),
    method: 'GET',
    path: '/aoi',
    code: 'unknownServerError',
  })
})

test('failures are deleted after a day', async () => {
  const statistics = open(() => Date.now() - 26 * HOUR_MS)
  statistics.count('GET', '/aoi', 200, 10)
  statistics.noteProblem(new Problem('unknownServerError'), request('old'))
  await statistics.flush()
  const fresh = open(() => Date.now())
  fresh.count('GET', '/aoi', 200, 10)
  fresh.noteProblem(new Problem('unknownServerError'), request('new'))
  await fresh.flush()
  await forgetOldStatistics(db)
  expect(await storedHours()).toHaveLength(1)
  expect(await storedErrors()).toMatchObject([{ id: 'new' }])
})
