import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { addService } from '../../testing/people.ts'
import type { Db } from './database.ts'
import { inSnapshot } from './transaction.ts'

const database = await testDatabase()
afterAll(() => database.close())

const countServices = async (db: Db) => (await db.selectFrom('service').select('id').execute()).length

test('reads in a snapshot do not see concurrent commits', async () => {
  const counts = await inSnapshot(database.db, async (snapshot) => {
    const before = await countServices(snapshot)
    await addService(database.db, 'Bay')
    return [before, await countServices(snapshot)]
  })
  expect(counts).toEqual([0, 0])
  expect(await countServices(database.db)).toBe(1)
})

test('within a transaction, the work sees its writes', async () => {
  const counts = await database.db.transaction().execute(async (transaction) => {
    await addService(transaction, 'Harbor')
    return inSnapshot(transaction, countServices)
  })
  expect(counts).toBe(2)
})
