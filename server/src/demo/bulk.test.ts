import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { addBulk } from './bulk.ts'
import { type BulkOptions, readBulkOptions } from './bulk-options.ts'
import { fillDemo } from './fill.ts'

type Test = Awaited<ReturnType<typeof testDatabase>>

const now = new Date('2025-03-01T12:00:00Z')
const bulkOptions: BulkOptions = readBulkOptions([
  '--events',
  '1200',
  '--members',
  '30',
  '--services',
  '3',
  '--skew',
  'new=0.92',
])

async function made(): Promise<Test> {
  const test = await testDatabase()
  await fillDemo(test.db, now)
  await addBulk(test.db, bulkOptions, { now })
  return test
}

let large: Test
let demoAois: number
beforeAll(async () => {
  large = await made()
  const small = await testDatabase()
  await fillDemo(small.db, now)
  demoAois = await ask(small, 'aoi')
  await small.close()
})
afterAll(() => large.close())

const ask = async ({ pool }: Test, from: string) => (await pool.query(`select count(*) from ${from}`)).rows[0].count

const fingerprint = async ({ pool }: Test): Promise<string> => {
  const { rows } = await pool.query(`
    select md5(string_agg(id::text || number || name || place::text || state || created_at, '' order by number)) as aois,
      (select md5(string_agg(id::text || username || first_name, '' order by username)) from member) as members,
      (select md5(string_agg(id::text || text || happened_at, '' order by id)) from log_entry) as entries from aoi`)
  return JSON.stringify(rows)
}

test('a large demo has the requested number of events, members and services', async () => {
  expect(await ask(large, 'aoi')).toBe(demoAois + 1200)
  expect(await ask(large, `member where username ~ '^member\\.'`)).toBe(30)
  // The Hebrew service gets no bulk data and does not count as one of the three.
  expect(await ask(large, 'service')).toBe(3 + 1)
  expect(await ask(large, `aoi where created_at > '2025-03-01T12:00:00Z'`)).toBe(0)
})

test('states are as skewed as requested, and events in progress have an entry by someone else', async () => {
  const isNew = await ask(large, `aoi where state = 'new' and number > ${demoAois}`)
  expect(isNew / 1200).toBeCloseTo(0.92, 1)
  const untouched = `aoi where is_worked_on and number > ${demoAois} and not exists
    (select from log_entry l where l.aoi_id = aoi.id and l.author_id is distinct from aoi.creator_id)`
  expect(await ask(large, untouched)).toBe(0)
})

test('the same options on the same database give the same data', async () => {
  const again = await made()
  expect(await fingerprint(again)).toBe(await fingerprint(large))
  await again.close()
})

test('a second run adds more, and numbers continue', async () => {
  const progress: number[] = []
  const options = { ...bulkOptions, events: 300, members: 5, area: 'world' as const }
  await addBulk(large.db, options, { now, onProgress: (events) => progress.push(events) })
  expect(progress).toEqual([300])
  expect(await ask(large, 'aoi')).toBe(demoAois + 1500)
  const last = demoAois + (await ask(large, 'held_report')) + 1500
  expect(await ask(large, `aoi where number between 1 and ${last}`)).toBe(demoAois + 1500)
  expect(await ask(large, `member where username = 'member.35'`)).toBe(1)
})

test('running servers are notified to reload', async () => {
  const { rows } = await large.pool.query(`select distinct body from outbox where service_id is null`)
  expect(rows).toEqual([{ body: { type: 'RESYNC' } }])
})
