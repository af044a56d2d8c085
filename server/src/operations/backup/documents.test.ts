import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { documents, largeDocuments, unreadableValues } from './documents.ts'
import { shapes } from './service/shapes.ts'
import { leftBehind } from './service/tables.ts'

const { pool, connection, close } = await testDatabase()
afterAll(close)

const checked = [...documents, ...largeDocuments, ...shapes]
const names = new Set(checked.map(({ table, column }) => `${table}.${column}`))

/** JSON columns of an exported service that need no check. */
const unchecked: Record<string, string> = {
  'sensor_reading.parameters': 'read by SQL, which takes the numbers of an object and skips everything else',
}

const jsonColumns = async (): Promise<{ table: string; column: string }[]> =>
  (
    await pool.query<{ table: string; column: string }>(`
    select c.relname as table, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0
      and not a.attisdropped and a.atttypid = 'jsonb'::regtype
      and exists (select from pg_attribute s where s.attrelid = c.oid and s.attname = 'service_id' or c.relname = 'service')`)
  ).rows

test('each JSON column of an exported service has a check', async () => {
  const columns = (await jsonColumns()).filter(({ table }) => !leftBehind.has(table))
  expect(columns.length).toBeGreaterThan(30)
  const missing = columns.map(({ table, column }) => `${table}.${column}`).filter((name) => !names.has(name))
  expect(missing.sort()).toEqual(Object.keys(unchecked))
})

test('each check names a column that exists, and reads it', async () => {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    for (const document of checked) expect(await Array.fromAsync(unreadableValues(client, [document]))).toEqual([])
  } finally {
    await client.end()
  }
})

test.each([
  ['held_report.draft', { name: 7, description: '' }],
  ['held_report.questions', [null]],
  ['region.coordinates', [[['east', 'north']]]],
  ['aoi.coordinates', { type: 'Polygon' }],
  ['reporter_contact.told', ['resolved']],
  ['reporter_contact.devices', [{ endpoint: null }]],
  ['log_entry.params', 'text'],
  ['service.translations', { he: 'שם' }],
  ['warning.outlines', [[1, 2]]],
])('a bad value of %s is found', (name, value) => {
  const found = checked.filter(({ table, column }) => `${table}.${column}` === name)
  expect(found).toHaveLength(1)
  expect(found[0]?.schema.safeParse(value).success).toBe(false)
})
