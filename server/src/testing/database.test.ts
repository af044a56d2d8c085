import { expect, test } from 'vitest'
import { testDatabase } from './database.ts'

test('two test databases have the schema and are independent', async () => {
  const [one, other] = await Promise.all([testDatabase(), testDatabase()])
  await one.pool.query('create table only_here (n int)')
  const tables = async ({ pool }: typeof one) =>
    (await pool.query("select table_name as name from information_schema.tables where table_schema = 'public'")).rows
      .map(({ name }) => name)
      .sort()
  expect(await tables(one)).toEqual([...(await tables(other)), 'only_here'].sort())
  expect((await tables(other)).length).toBeGreaterThan(5)
  await Promise.all([one.close(), other.close()])
})
