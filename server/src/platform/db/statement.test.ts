import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { statement } from './statement.ts'

const database = await testDatabase()
afterAll(() => database.close())

test('a statement is put together once, and takes its values each time', async () => {
  let made = 0
  const added = statement((db, { one, other }: { one: number; other: number }) => {
    made++
    return sql<{ sumOfBoth: number }>`select ${one}::int + ${other}::int * ${10}::int as sum_of_both`.compile(db)
  })
  expect(await added(database.db, { one: 1, other: 2 })).toEqual([{ sumOfBoth: 21 }])
  expect(await added(database.db, { one: 3, other: 4 })).toEqual([{ sumOfBoth: 43 }])
  expect(made).toBe(1)
})

test('a text that depends on a value is refused', async () => {
  const named = statement((db, { name }: { name: string }) => sql.raw(`select '${name}' as name`).compile(db))
  await expect(named(database.db, { name: 'a' })).rejects.toThrow('must not depend on its name')
  const listed = statement((db, { ids }: { ids: string[] }) => sql`select ${JSON.stringify(ids)}`.compile(db))
  await expect(listed(database.db, { ids: ['a'] })).rejects.toThrow('must not depend on its ids')
})
