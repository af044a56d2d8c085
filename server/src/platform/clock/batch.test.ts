import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { addService } from '../../testing/people.ts'
import { type Batch, runBatch } from './batch.ts'
import { releaseGone, retryQuarantined } from './quarantine.ts'

const { db, close } = await testDatabase()
afterAll(close)
const [bay, valley] = [await addService(db, 'Bay'), await addService(db, 'Valley')]
await sql`create table work (id integer, service_id uuid, value text, due_at timestamptz, done integer default 0)`.execute(
  db,
)
const noon = new Date('2026-03-01T12:00:00Z')
const noonPlus = (seconds: number) => new Date(noon.getTime() + seconds * 1000)

/** Divides by the value: `0` and words fail. */
const work: Batch = {
  table: 'work',
  due: (now) => sql`select id, service_id, due_at as at from work where due_at <= ${now} and done = 0`,
  process: async (transaction, ids) => {
    const { numAffectedRows } = await sql`
      update work set done = 1 / value::integer where id = any(${ids}::integer[])`.execute(transaction)
    return Number(numAffectedRows)
  },
}
const run = (seconds = 0) => runBatch(db, 'work', work, noonPlus(seconds))
const add = async (service: { id: string }, from: number, to: number, value = '1') => {
  await sql`insert into work (id, service_id, value, due_at)
    select n, ${service.id}, ${value}, ${noon}::timestamptz + make_interval(secs => n / 1e6 - 1)
    from generate_series(${from}::integer, ${to}::integer) n`.execute(db)
}
const quarantined = () => db.selectFrom('quarantine').selectAll().orderBy('rowId').execute()
beforeEach(async () => {
  await sql`truncate work, quarantine`.execute(db)
})

test('rows beside a bad one are processed, and the bad one is quarantined by name', async () => {
  await add(bay, 1, 400)
  await add(valley, 401, 800)
  await sql`update work set value = 'x' where id = 77`.execute(db)
  expect(await run()).toBe(799)
  expect(await quarantined()).toMatchObject([
    { job: 'work', tableName: 'work', rowId: '77', serviceId: bay.id, code: '22P02', attempts: 1 },
  ])
})

test('a service whose rows are all bad does not keep the others waiting', async () => {
  await add(bay, 1, 600, '0')
  await add(valley, 601, 601)
  const order: string[][] = []
  const process: Batch['process'] = async (transaction, ids, now) => {
    order.push(ids)
    return work.process(transaction, ids, now)
  }
  expect(await runBatch(db, 'work', { ...work, process }, noon)).toBe(1)
  expect(await quarantined()).toHaveLength(600)
  // The first two batches fail; then the services take turns.
  expect(order.findIndex((ids) => ids.join() === '601')).toBeLessThan(5)
})

test('a bad row is retried at growing intervals, at most every ten minutes', async () => {
  await add(bay, 1, 1, '0')
  let tries = 0
  const process: Batch['process'] = (transaction, ids, now) => {
    tries++
    return work.process(transaction, ids, now)
  }
  for (let second = 0; second < 3_600; second += 5) await runBatch(db, 'work', { ...work, process }, noonPlus(second))
  expect(tries).toBeGreaterThan(8)
  expect(tries).toBeLessThan(14)
  expect(await quarantined()).toMatchObject([{ attempts: tries, code: '22012', firstAt: noon }])
})

test('a row is released once it is processed, or gone', async () => {
  await add(bay, 1, 2, '0')
  await run()
  await sql`update work set value = '1' where id = 1`.execute(db)
  await sql`delete from work where id = 2`.execute(db)
  expect(await run(11)).toBe(1)
  expect(await quarantined()).toMatchObject([{ rowId: '2' }])
  expect(await releaseGone(db, noonPlus(60))).toBe(0)
  expect(await releaseGone(db, noonPlus(200))).toBe(1)
  expect(await quarantined()).toEqual([])
})

test('a server that starts retries all rows', async () => {
  await add(bay, 1, 1, '0')
  await run()
  expect(await run(1)).toBe(0)
  await sql`update work set value = '1'`.execute(db)
  await retryQuarantined(db, noonPlus(1))
  expect(await run(1)).toBe(1)
})

test('a fault of the database or of its schema quarantines nothing', async () => {
  await add(bay, 1, 3)
  const process: Batch['process'] = (transaction) => sql`select missing from work`.execute(transaction).then(() => 0)
  await expect(runBatch(db, 'work', { ...work, process }, noon)).rejects.toThrow('missing')
  expect(await quarantined()).toEqual([])
})
