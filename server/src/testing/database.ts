import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { openDatabase } from '../platform/db/database.ts'
import type { Embedded } from '../platform/db/embedded.ts'

export type PostgresAddress = Embedded['connection']

export const template = 'cohesion_template'

/**
 * A new database with the schema for one test file, in about 50 ms. It is not dropped, because a connection that is still
 * closing would fail the run; the whole PostgreSQL is removed at the end.
 */
export async function testDatabase() {
  const connection = { ...inject('postgres'), database: `test_${randomBytes(8).toString('hex')}` }
  const admin = new pg.Client({ ...connection, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${connection.database} template ${template} strategy file_copy`)
  await admin.end()
  // Connecting may take long on a busy machine, and no test depends on this timeout.
  return { ...openDatabase(connection, { acquireTimeoutMs: 120_000 }), connection }
}
