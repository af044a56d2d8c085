import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import type { Db } from './database.ts'
import { deferred } from './deferred.ts'

const database = await testDatabase()
const { db, pool } = database
afterAll(() => database.close())
await sql`create table note (n int unique, seen xid8 default pg_current_xact_id())`.execute(db)
beforeEach(() => sql`truncate note`.execute(db))

const note = (to: Db, n: number) => sql`${deferred} insert into note (n) values (${n})`.execute(to)
const notes = async (of: Db = db) => {
  const { rows } = await sql<{ n: number }>`select n from note order by seen, n`.execute(of)
  return rows.map(({ n }) => n)
}
/** Connections that are inside a transaction according to PostgreSQL, except the one that runs this query. */
const open = async () => {
  const { rows } = await pool.query(`select count(*) from pg_stat_activity where datname = current_database()
    and state like 'idle in transaction%'`)
  return rows[0].count
}

test('a transaction begins with its first statement, and an empty one is never sent', async () => {
  await db.transaction().execute(async (transaction) => {
    expect(await open()).toBe(0)
    await sql`select 1`.execute(transaction)
    expect(await open()).toBe(1)
  })
  expect(await open()).toBe(0)
  await db.transaction().execute(async () => undefined)
  await expect(db.transaction().execute(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await notes()).toEqual([])
})

test('a deferred statement goes with the next statement, in order and within the transaction', async () => {
  await db.transaction().execute(async (transaction) => {
    for (const n of [1, 2, 3]) await note(transaction, n)
    expect(await notes(transaction)).toEqual([1, 2, 3])
    expect(await notes()).toEqual([])
    await note(transaction, 4)
  })
  expect(await notes()).toEqual([1, 2, 3, 4])
  const { rows } = await sql`select distinct seen from note`.execute(db)
  expect(rows).toHaveLength(1)
})

test('a deferred statement is dropped on rollback', async () => {
  const given = db.transaction().execute(async (transaction) => {
    await note(transaction, 1)
    throw new Error('given up')
  })
  await expect(given).rejects.toThrow('given up')
  const late = db.transaction().execute(async (transaction) => {
    await note(transaction, 1)
    await notes(transaction)
    await note(transaction, 2)
    throw new Error('given up later')
  })
  await expect(late).rejects.toThrow('given up later')
  expect([await notes(), await open()]).toEqual([[], 0])
})

test('a failing deferred statement fails the statement it is sent with, or the commit', async () => {
  await note(db, 1)
  const read = db.transaction().execute(async (transaction) => {
    await note(transaction, 1)
    return notes(transaction)
  })
  await expect(read).rejects.toMatchObject({ code: '23505' })
  const committed = db.transaction().execute(async (transaction) => {
    await note(transaction, 2)
    await note(transaction, 1)
  })
  await expect(committed).rejects.toMatchObject({ code: '23505' })
  expect([await notes(), await open()]).toEqual([[1], 0])
})

test('outside a transaction nothing is deferred', async () => {
  await note(db, 1)
  expect(await notes()).toEqual([1])
})
