import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { prepared } from './prepared.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

test('a prepared statement is planned once for a connection and answers as any other; others are not prepared', async () => {
  await database.db.connection().execute(async (db) => {
    const doubled = async (number: number) => {
      const { rows } = await sql<{ twice: number }>`${prepared} select ${number}::int * 2 as twice`.execute(db)
      return rows[0]?.twice
    }
    expect([await doubled(2), await doubled(21)]).toEqual([4, 42])
    await sql`select ${3}::int * 3`.execute(db)
    const { rows } = await sql<{ statement: string }>`
      select statement from pg_prepared_statements where statement like '%::int *%'`.execute(db)
    expect(rows.map(({ statement }) => statement)).toEqual(['/* prepared */ select $1::int * 2 as twice'])
  })
})

test('a prepared statement that fails is not remembered as done', async () => {
  await database.db.connection().execute(async (db) => {
    const divided = (by: number) => sql<{ q: number }>`${prepared} select 6 / ${by}::int as q`.execute(db)
    await expect(divided(0)).rejects.toThrow('division by zero')
    expect((await divided(2)).rows).toEqual([{ q: 3 }])
  })
})
