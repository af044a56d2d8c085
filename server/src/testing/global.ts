import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
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
import { neverCompared } from './published.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: PostgresAddress
    /** Folder with an empty file for each operation whose reply was compared with the published document. */
    replies: string
  }
}

export default async function setup(project: TestProject) {
  await removeLeftovers()
  const folder = join(tmpdir(), `${testFolderPrefix}${randomBytes(6).toString('hex')}`)
  const postgres = await startEmbedded(folder, {
    isDurable: false,
    // Cloning the files of the template takes a third of the time of copying it through the log.
    settings: { max_connections: '300', shared_buffers: '256MB', autovacuum: 'off', file_copy_method: 'clone' },
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
  const replies = join(folder, 'replies')
  mkdirSync(replies)
  const teardown = async () => {
    process.off('exit', stopAtOnce)
    await postgres.stop()
    const missing = (await isWhole(project)) ? neverCompared(replies) : []
    rmSync(folder, { recursive: true, force: true })
    if (missing.length > 0) throw new Error(`No test receives a reply of ${missing.join(', ')}`)
  }
  try {
    await makeTemplate(postgres.connection)
    // In a fresh checkout the first look-up creates the cache, which exceeds a test's timeout.
    await loadCities()
  } catch (error) {
    await teardown()
    throw error
  }
  project.provide('replies', replies)
  project.provide('postgres', postgres.connection)
  return teardown
}

/** Whether every test ran and passed. */
async function isWhole(project: TestProject): Promise<boolean> {
  const { testFiles } = await project.globTestFiles()
  const ran = project.vitest.state.getTestModules().filter((module) => module.project.name === project.name)
  return !project.config.testNamePattern && ran.length === testFiles.length && ran.every((module) => module.ok())
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
