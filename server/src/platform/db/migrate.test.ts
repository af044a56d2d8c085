import { readFileSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { isTooNew, migrateToLatest } from './migrate.ts'
import { migrations } from './migrations/list.ts'
import { createIndexConcurrently, type SchemaMigration } from './migrations/migration.ts'

const { db, close } = await testDatabase()
afterAll(close)

const makes = (table: string): SchemaMigration => ({
  up: async (transaction: Kysely<unknown>) => {
    await sql`create table ${sql.table(table)} (id integer)`.execute(transaction)
  },
})
const failing: SchemaMigration = {
  up: async (transaction) => {
    await makes('second').up(transaction)
    await sql`select 1 / 0`.execute(transaction)
  },
}
const tables = async () => {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_name in ('first', 'second', 'third') order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

test('a failing migration is named and rolled back, and the next start continues with it', async () => {
  const list = { ...migrations, '9001_first': makes('first'), '9002_second': failing, '9003_third': makes('third') }
  await expect(migrateToLatest(db, list)).rejects.toThrow('migration 9002_second failed')
  expect(await tables()).toEqual(['first'])
  expect(await migrateToLatest(db, { ...list, '9002_second': makes('second') })).toEqual(['9002_second', '9003_third'])
  expect(await tables()).toEqual(['first', 'second', 'third'])
  await expect(migrateToLatest(db)).rejects.toThrow('belongs to a newer version')
  await sql`delete from kysely_migration where name like '9%'`.execute(db)
})

test('an older version runs on a newer schema only if each step declares that it may', async () => {
  const adding: SchemaMigration = { ...makes('added'), isCompatible: true }
  expect(await migrateToLatest(db, { ...migrations, '9005_added': adding })).toEqual(['9005_added'])
  expect(await isTooNew(db)).toBe(false)
  expect(await migrateToLatest(db)).toEqual([])
  await migrateToLatest(db, { ...migrations, '9005_added': adding, '9006_other': makes('other') })
  expect(await isTooNew(db)).toBe(true)
  await expect(migrateToLatest(db)).rejects.toThrow('belongs to a newer version of Cohesion. Start that version.')
  await sql`delete from kysely_migration where name like '9%'`.execute(db)
})

const building: SchemaMigration = {
  outsideTransaction: true,
  up: (connection) => createIndexConcurrently(connection, 'service_by_title', 'service (title)'),
}
const isValid = async () => {
  const { rows } = await sql<{ isValid: boolean }>`
    select indisvalid as is_valid from pg_index where indexrelid = to_regclass('service_by_title')`.execute(db)
  return rows[0]?.isValid
}

test('an index is built while the table is written, and rebuilt after an interruption', async () => {
  const early = await db.startTransaction().execute()
  await sql`insert into service (id, title) values (gen_random_uuid(), 'Early')`.execute(early)
  const migrating = migrateToLatest(db, { ...migrations, '9004_index': building })
  // The build has begun and waits for the older transaction.
  await expect.poll(isValid).toBe(false)
  await db.transaction().execute(async (late) => {
    await sql`set local lock_timeout = '5s'`.execute(late)
    await sql`insert into service (id, title) values (gen_random_uuid(), 'Late')`.execute(late)
  })
  await early.commit().execute()
  expect(await migrating).toEqual(['9004_index'])
  expect(await isValid()).toBe(true)

  await sql`update pg_index set indisvalid = false where indexrelid = to_regclass('service_by_title')`.execute(db)
  await sql`delete from kysely_migration where name like '9%'`.execute(db)
  await migrateToLatest(db, { ...migrations, '9004_index': building })
  expect(await isValid()).toBe(true)
})

const widening: SchemaMigration = {
  up: async (transaction) => {
    for (const table of ['service', 'role'])
      await sql`alter table ${sql.table(table)} add column note text`.execute(transaction)
  },
}
const isWaiting = async () => {
  const { rows } = await sql`select from pg_locks where not granted and relation = 'role'::regclass`.execute(db)
  return rows.length > 0
}

test('a migration yields to a request with the opposite lock order, and retries', async () => {
  await sql`delete from kysely_migration where name like '9%'`.execute(db)
  const request = await db.startTransaction().execute()
  await sql`update role set name = name`.execute(request)
  const migrating = migrateToLatest(db, { ...migrations, '9005_wider': widening })
  await expect.poll(isWaiting).toBe(true)
  await sql`update service set title = title`.execute(request)
  await request.commit().execute()
  expect(await migrating).toEqual(['9005_wider'])
  await sql`select note from service union all select note from role`.execute(db)
})

/** Tables that hold millions of rows at some services. */
const large = 'aoi|log_entry|sensor_reading|outbox|audit|file'
/** The last migration released before this rule existed. */
const RELEASED = '0250_rule'

test('no step keeps the readers of a large table waiting while it builds an index', () => {
  const blocking = new RegExp(`create (unique )?index [^\`]* on (${large}) |ownsFile\\(db, '(${large})'`)
  const source = (name: string) => readFileSync(new URL(`migrations/${name}.ts`, import.meta.url), 'utf8')
  const later = Object.keys(migrations).filter((name) => name > RELEASED)
  expect(later.filter((name) => blocking.test(source(name)))).toEqual([])
  expect('create index aoi_x on aoi (x)').toMatch(blocking)
})
