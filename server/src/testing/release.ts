import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { inject } from 'vitest'
import { type OpenDatabase, openDatabase } from '../platform/db/database.ts'
import { migrateToLatest } from '../platform/db/migrate.ts'
import { migrations } from '../platform/db/migrations/list.ts'

export type Row = Record<string, unknown>
type Fixture = { version: string; migrations: string[]; tables: Record<string, Row[]> }

export const fixtures = new URL('../platform/db/fixtures/', import.meta.url)
export const readFixture = (file: string): Fixture =>
  JSON.parse(gunzipSync(readFileSync(new URL(file, fixtures))).toString())

export const rowsOf = async (pool: pg.Pool, table: string): Promise<Row[]> => {
  const { rows } = await pool.query(`select to_jsonb(t)::text as row from "${table}" t`)
  return rows.map(({ row }) => JSON.parse(row))
}

const missing = (name: string): never => {
  throw new Error(`the migration ${name} of an earlier release is gone`)
}

export const databaseOfRelease = async (
  fixture: Fixture,
): Promise<OpenDatabase & { connection: ReturnType<typeof inject<'postgres'>> }> => {
  const connection = { ...inject('postgres'), database: `test_${randomBytes(8).toString('hex')}` }
  const admin = new pg.Client({ ...connection, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${connection.database}`)
  await admin.end()
  const database = openDatabase(connection)
  await migrateToLatest(
    database.db,
    Object.fromEntries(fixture.migrations.map((name) => [name, migrations[name] ?? missing(name)])),
  )
  await load(database.pool, fixture.tables)
  return { ...database, connection }
}

const load = async (pool: pg.Pool, tables: Fixture['tables']) => {
  const client = await pool.connect()
  // Triggers and foreign keys would require an order. The rows were consistent when they were exported.
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
