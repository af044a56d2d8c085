import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { eventually } from '../../testing/eventually.ts'
import { addService } from '../../testing/people.ts'
import { alarmTimeouts, openDatabase } from '../db/database.ts'
import { type Batch, batchJob, runBatch, takeService } from './batch.ts'
import { releaseGone, retryQuarantined, unreportedRows } from './quarantine.ts'

const { db, close, connection } = await testDatabase()
const hasty = openDatabase(connection, { ...alarmTimeouts, statementTimeoutMs: 300, lockTimeoutMs: 100 })
afterAll(() => Promise.all([hasty.close(), close()]))
const bay = await addService(db, 'Bay')
const valley = await addService(db, 'Valley')
await sql`create table work (id integer, service_id uuid, value text, due_at timestamptz, done integer default 0)`.execute(
  db,
)
await sql`create function trouble() returns trigger language plpgsql as $$ begin
    if new.value = '-1' then perform pg_sleep(10); end if;
    if new.value = '-2' then raise exception 'conflict' using errcode = '40P01'; end if;
    return new;
  end $$`.execute(db)
await sql`create trigger trouble before update of done on work for each row execute function trouble()`.execute(db)
const SLOW = '-1'
const CONFLICT = '-2'
const noon = new Date('2026-03-01T12:00:00Z')
const noonPlus = (seconds: number) => new Date(noon.getTime() + seconds * 1000)

/** Processing a row divides by its value, so rows with `0` or a word fail. */
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
  const process: Batch['process'] = async (transaction, ids, ...more) => {
    order.push(ids)
    return work.process(transaction, ids, ...more)
  }
  expect(await runBatch(db, 'work', { ...work, process }, noon)).toBe(1)
  expect(await quarantined()).toHaveLength(600)
  expect(order[1]).toEqual(['601'])
  expect(order.length).toBeLessThan(610)
})

test('a row that becomes due meanwhile does not wait until all bad rows are processed', async () => {
  await add(bay, 1, 2_000, '0')
  let isAdded = false
  const process: Batch['process'] = async (...all) => {
    if (!isAdded) await add(valley, 2_001, 2_001)
    isAdded = true
    return work.process(...all)
  }
  const job = batchJob(db, 'work', { ...work, process }, { budgetMs: 200 })
  expect(await job.run(noon)).toBe(0)
  expect(job.isUnfinished?.()).toBe(true)
  expect(await job.run(noonPlus(1))).toBe(1)
  expect((await quarantined()).length).toBeLessThan(2_000)
})

test('the backlog of one service does not hide the rows of another', async () => {
  await add(bay, 1, 20_001)
  await add(valley, 20_002, 20_002)
  expect(await batchJob(db, 'work', work, { budgetMs: 0 }).run(noon)).toBe(20)
  const job = batchJob(db, 'work', work, { budgetMs: 0 })
  await job.run(noon)
  expect(await job.run(noon)).toBe(1)
})

test('runs that end early continue with the next service', async () => {
  await add(bay, 1, 1)
  await add(valley, 2, 2)
  const order: string[] = []
  const process: Batch['process'] = async (_, ids) => order.push(...ids)
  const job = batchJob(db, 'work', { ...work, process }, { budgetMs: 0 })
  for (let count = 0; count < 4; count++) await job.run(noon)
  expect(order).toEqual(['1', '2', '1', '2'])
})

test('rows of several services never share a transaction', async () => {
  await add(bay, 1, 3)
  await add(valley, 4, 5)
  const parts: unknown[] = []
  const process: Batch['process'] = async (_, ids, _now, serviceId) => parts.push([serviceId, ids])
  await runBatch(db, 'work', { ...work, process }, noon)
  expect(parts).toEqual([
    [bay.id, ['1', '2', '3']],
    [valley.id, ['4', '5']],
  ])
})

test('slow rows of a service are cancelled and quarantined, and its other rows and services processed', async () => {
  await add(bay, 1, 2, SLOW)
  await add(bay, 3, 10)
  await add(valley, 11, 11)
  expect(await runBatch(hasty.db, 'work', work, noon)).toBe(9)
  expect(await quarantined()).toMatchObject([
    { rowId: '1', code: '57014' },
    { rowId: '2', code: '57014' },
  ])
})

test('a transaction of many short statements is cut off, so that other services take their turn', async () => {
  await add(bay, 1, 600)
  await add(valley, 601, 601)
  const parts: [string | null, number][] = []
  const process: Batch['process'] = async (transaction, ids, now, serviceId) => {
    parts.push([serviceId, ids.length])
    for (const _ of serviceId === bay.id ? ids : []) await sql`select pg_sleep(0.12)`.execute(transaction)
    return work.process(transaction, ids, now, serviceId)
  }
  const job = batchJob(db, 'work', { ...work, process })
  expect(await job.run(noon)).toBe(0)
  expect(await job.run(noon)).toBeGreaterThan(1)
  expect(parts.slice(0, 3)).toEqual([
    [bay.id, 20],
    [valley.id, 1],
    [bay.id, 1],
  ])
  expect(await quarantined()).toEqual([])
})

test('rows that stay due take turns, too', async () => {
  await add(bay, 1, 50)
  const first: (string | undefined)[] = []
  const process: Batch['process'] = async (_, ids) => first.push(ids[0])
  const job = batchJob(db, 'work', { ...work, process }, { budgetMs: 0 })
  for (let count = 0; count < 4; count++) await job.run(noon)
  expect(first).toEqual(['1', '21', '41', '11'])
})

test('a locked row delays neither other rows nor other services, and is processed once it is free', async () => {
  await add(bay, 1, 3)
  await add(valley, 4, 4)
  await db.transaction().execute(async (member) => {
    await sql`select from work where id = 2 for update`.execute(member)
    expect(await runBatch(hasty.db, 'work', work, noon)).toBe(3)
    expect(await quarantined()).toMatchObject([{ rowId: '2', code: '55P03' }])
  })
  expect(await runBatch(hasty.db, 'work', work, noonPlus(1.1))).toBe(1)
  expect(await quarantined()).toEqual([])
})

test('a conflict with another transaction is retried after a second, and named only if it lasts', async () => {
  await add(bay, 1, 2, CONFLICT)
  await add(valley, 3, 3)
  expect(await run()).toBe(1)
  const named = async () => (await unreportedRows('reports').execute(db)).rows.length
  expect(await named()).toBe(0)
  for (const seconds of [1, 3, 7, 15]) await run(seconds + 1)
  expect(await quarantined()).toMatchObject([{ attempts: 5 }, { attempts: 5 }])
  expect(await named()).toBe(2)
})

test('a service has at most two transactions on a pool, whichever jobs they belong to', async () => {
  await add(bay, 1, 1)
  await add(valley, 2, 2)
  const hanging = Promise.withResolvers<void>()
  const held: string[] = []
  const hold: Batch = {
    ...work,
    process: async (_, ids, _now, serviceId) => {
      if (serviceId !== bay.id) return 0
      held.push(...ids)
      await hanging.promise
      return 0
    },
  }
  const slow = ['one', 'two'].map((name) => batchJob(db, name, hold).run(noon))
  await eventually(() => expect(held).toEqual(['1', '1']))
  const third = batchJob(db, 'three', work)
  expect(await third.run(noon)).toBe(1)
  expect(third.isUnfinished?.()).toBe(true)
  hanging.resolve()
  await Promise.all(slow)
  expect(await third.run(noon)).toBe(1)
})

test('one server at a time takes a service, beside a server of version 1.1 that takes all', async () => {
  const LOCK = 9_999
  await db.transaction().execute(async (first) => {
    expect(await takeService(first, LOCK, bay.id)).toBe(true)
    await db.transaction().execute(async (second) => {
      expect(await takeService(second, LOCK, bay.id)).toBe(false)
      expect(await takeService(second, LOCK, valley.id)).toBe(true)
    })
    const old = await sql<{ isMine: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as is_mine`.execute(hasty.db)
    expect(old.rows).toEqual([{ isMine: false }])
  })
  await db.transaction().execute(async (old) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(old)
    await db.transaction().execute(async (one) => expect(await takeService(one, LOCK, bay.id)).toBe(false))
  })
})

test('a bad row is retried at growing intervals, at most every ten minutes', async () => {
  await add(bay, 1, 1, '0')
  let tries = 0
  const process: Batch['process'] = (...all) => {
    tries++
    return work.process(...all)
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
