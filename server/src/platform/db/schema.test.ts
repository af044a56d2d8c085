import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { newId } from './id.ts'
import { migrateToLatest } from './migrate.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

function typedColumns(): Map<string, boolean> {
  const folder = new URL('schema/', import.meta.url)
  const source = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'))
  const bodies = new Map<string, string>()
  for (const [, name = '', body = ''] of source.join('\n').matchAll(/^export interface (\w+) \{\n(.*?)^\}/gms)) {
    bodies.set(name, body)
  }
  const lines = (body: string) => body.matchAll(/^ {2}(\w+): (.+)$/gm)
  const columns = new Map<string, boolean>()
  for (const [, table = '', type = ''] of lines(bodies.get('Database') ?? '')) {
    for (const [, column = '', columnType = ''] of lines(bodies.get(type) ?? '')) {
      columns.set(`${snake(table)}.${snake(column)}`, /\bnull\b|OrNull\b/.test(columnType))
    }
  }
  return columns
}

test('the typed schema and the database have the same tables, columns and nullability', async () => {
  const { rows } = await database.pool.query<{ name: string; nullable: boolean }>(`
    select table_name || '.' || column_name as name, is_nullable = 'YES' as nullable
    from information_schema.columns where table_schema = 'public' and table_name not like 'kysely%'
      and not (select relispartition from pg_class where oid = table_name::regclass)`)
  const inDatabase = Object.fromEntries(rows.map(({ name, nullable }) => [name, nullable]))
  expect(Object.fromEntries(typedColumns())).toEqual(inDatabase)
  expect(rows.length).toBeGreaterThan(300)
})

test('migrating an up-to-date database does nothing, also from several servers', async () => {
  const again = await Promise.all([1, 2, 3].map(() => migrateToLatest(database.db)))
  expect(again).toEqual([[], [], []])
})

test('foreign keys that delete or clear rows have an index', async () => {
  // Columns like `created_by` of small tables need no index: a scan costs less.
  const { rows } = await database.pool.query(`
    select c.conrelid::regclass::text || '.' || a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and a.attname not in ('created_by', 'decided_by', 'used_by')
      and not exists (select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])
    order by 1`)
  expect(rows).toEqual([])
})

test('the search index splits words in Hebrew and English', async () => {
  const { rows } = await database.pool.query(`select show_trgm('שלום') as hebrew, show_trgm('peace') as english`)
  expect(rows[0].hebrew.length).toBeGreaterThanOrEqual(5)
  expect(rows[0].english.length).toBeGreaterThanOrEqual(5)
})

test('ids sort in the order they were made', () => {
  const ids = Array.from({ length: 20_000 }, newId)
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
