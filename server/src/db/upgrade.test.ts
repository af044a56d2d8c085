import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { openDatabase } from './database.ts'
import { migrateToLatest } from './migrate.ts'
import { migrations } from './migrations/list.ts'

type Row = Record<string, unknown>
type Fixture = { version: string; migrations: string[]; tables: Record<string, Row[]> }

const fixtures = new URL('fixtures/', import.meta.url)
const readFixture = (file: string): Fixture => JSON.parse(gunzipSync(readFileSync(new URL(file, fixtures))).toString())

/** The schema of a release is what its migrations make: they never change again. */
const frozen: Record<string, string> = {
  '0.1': 'e258efabeb9f55f2a93c798b26f46a95f291040b920c4692b083cbb0c8cd97fc',
  '1.0': 'bfe5f42b3f6b6653e6793103815f7d437e4fd8f2d89ec8b60f6945c35541fb89',
}

/** What later migrations took away on purpose. */
const removed = ['member.last_seen_at', 'member.is_told_online', 'sign_in_failure', 'visitor_attempt']

const emptyDatabase = async () => {
  const connection = { ...inject('postgres'), database: `test_${randomBytes(8).toString('hex')}` }
  const admin = new pg.Client({ ...connection, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${connection.database}`)
  await admin.end()
  return openDatabase(connection)
}

const rowsOf = async (pool: pg.Pool, table: string): Promise<Row[]> => {
  const { rows } = await pool.query(`select to_jsonb(t)::text as row from "${table}" t`)
  return rows.map(({ row }) => JSON.parse(row))
}

const load = async (pool: pg.Pool, tables: Fixture['tables']) => {
  const client = await pool.connect()
  // Triggers and foreign keys would ask for an order; the rows were whole when they were taken.
  await client.query('set session_replication_role = replica')
  for (const [table, rows] of Object.entries(tables)) {
    const { rows: columns } = await client.query(
      `select quote_ident(column_name) as name from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
      [table],
    )
    const names = columns.map(({ name }) => name).join(', ')
    await client.query(`delete from "${table}"`)
    await client.query(
      `insert into "${table}" (${names}) overriding system value
       select ${names} from jsonb_populate_recordset(null::"${table}", $1)`,
      [JSON.stringify(rows)],
    )
  }
  client.release(true)
}

test.each(readdirSync(fixtures))('a database of the release %s is upgraded with its data intact', async (file) => {
  const fixture = readFixture(file)
  const { db, pool, close } = await emptyDatabase()
  await migrateToLatest(
    db,
    Object.fromEntries(fixture.migrations.map((name) => [name, migrations[name] ?? missing(name)])),
  )
  await load(pool, fixture.tables)
  const before = Object.fromEntries(
    await Promise.all(Object.keys(fixture.tables).map(async (table) => [table, await rowsOf(pool, table)] as const)),
  )
  expect(Object.values(before).every((rows) => rows.length > 0)).toBe(true)
  expect(await migrateToLatest(db)).toEqual(
    Object.keys(migrations)
      .filter((name) => !fixture.migrations.includes(name))
      .sort(),
  )
  for (const [table, rows] of Object.entries(before)) {
    if (removed.includes(table)) continue
    const columns = Object.keys(rows[0] ?? {}).filter((column) => !removed.includes(`${table}.${column}`))
    const asText = (list: Row[]) => list.map((row) => JSON.stringify(columns.map((column) => row[column]))).sort()
    expect(asText(await rowsOf(pool, table)), table).toEqual(asText(rows))
  }
  await close()
})

const missing = (name: string): never => {
  throw new Error(`the migration ${name} of an earlier release is gone`)
}

test('the migrations of a release are never changed', () => {
  const folder = new URL('migrations/', import.meta.url)
  for (const file of readdirSync(fixtures)) {
    const { version, migrations: names } = readFixture(file)
    const sources = [...names, 'needsExtension', 'ownsFile'].map((name) => readFileSync(new URL(`${name}.ts`, folder)))
    expect(createHash('sha256').update(Buffer.concat(sources)).digest('hex'), version).toBe(frozen[version])
  }
})
