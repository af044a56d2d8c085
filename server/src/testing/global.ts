import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { loadCities } from '../geo/places/cities.ts'
import { openDatabase } from '../platform/db/database.ts'
import { startEmbedded } from '../platform/db/embedded.ts'
import { readPostmaster, signal } from '../platform/db/embedded-process.ts'
import { migrateToLatest } from '../platform/db/migrate.ts'
import { type PostgresAddress, template } from './database.ts'
import { removeLeftovers, testFolderPrefix } from './leftovers.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: PostgresAddress
  }
}

export default async function setup(project: TestProject) {
  await removeLeftovers()
  const folder = join(tmpdir(), `${testFolderPrefix}${randomBytes(6).toString('hex')}`)
  const postgres = await startEmbedded(folder, {
    isDurable: false,
    settings: { max_connections: '300', shared_buffers: '256MB', autovacuum: 'off' },
  }).catch((error) => {
    rmSync(folder, { recursive: true, force: true })
    throw error
  })
  // Ctrl-C ends the run without the teardown.
  const stopAtOnce = () => {
    const postmaster = readPostmaster(join(folder, 'postgres'))
    if (postmaster) signal(postmaster.pid, 'SIGQUIT')
  }
  process.once('exit', stopAtOnce)
  const teardown = async () => {
    process.off('exit', stopAtOnce)
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await makeTemplate(postgres.connection)
    // In a fresh checkout the first look-up creates the cache, which exceeds a test's timeout.
    await loadCities()
  } catch (error) {
    await teardown()
    throw error
  }
  project.provide('postgres', postgres.connection)
  return teardown
}

async function makeTemplate(connection: PostgresAddress) {
  const admin = new pg.Client({ ...connection, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${template}`)
  const database = openDatabase({ ...connection, database: template })
  await migrateToLatest(database.db)
  await database.close()
  // PostgreSQL copies a template only while it has no connections.
  await admin.query(`alter database ${template} with is_template true allow_connections false`)
  await admin.end()
}
