import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { BASE_PATH } from '#contract'
import { buildApp } from '../server/src/app.ts'
import { addBulk } from '../server/src/demo/bulk.ts'
import { readBulkOptions } from '../server/src/demo/bulk-options.ts'
import { fillDemo } from '../server/src/demo/fill.ts'
import { openDatabase } from '../server/src/platform/db/database.ts'
import { startEmbedded } from '../server/src/platform/db/embedded.ts'
import { migrateToLatest } from '../server/src/platform/db/migrate.ts'
import { readConfig } from '../server/src/start/config.ts'
import { loadIntoMemory, signIn } from './in-memory.ts'
import { noLimits } from './no-limits.ts'

const API_KEY = 'bench'

type Content = { database?: string; events?: number; skew?: string | undefined }

/** PostgreSQL with servers in this process. `end` stops all and removes their folder. */
export const openBench = async (options: { isDurable?: boolean } = {}) => {
  const folder = join(tmpdir(), `cohesion-bench-${randomBytes(6).toString('hex')}`)
  const postgres = await startEmbedded(folder, options)
  const closers: (() => Promise<void>)[] = []

  /** Starts a server with the demo, and loads this number of additional events into its memory. */
  const openServer = async ({ database: name, events, skew }: Content = {}) => {
    if (name) {
      const admin = new pg.Client({ ...postgres.connection, database: 'postgres' })
      await admin.connect()
      await admin.query(`create database ${name}`)
      await admin.end()
    }
    const database = openDatabase({ ...postgres.connection, ...(name && { database: name }) })
    await migrateToLatest(database.db)
    await fillDemo(database.db)
    if (events) {
      const options = ['--events', String(events), '--members', '50', ...(skew ? ['--skew', skew] : [])]
      await addBulk(database.db, readBulkOptions(options))
      await database.pool.query('vacuum analyze')
    }
    const config = readConfig({
      ...noLimits,
      COHESION_DATA: folder,
      COHESION_API_KEY: API_KEY,
      LOG_LEVEL: 'silent',
      PORT: '0',
    })
    const app = await buildApp({ config, database })
    closers.push(async () => {
      await app.close()
      await database.close()
    })
    await app.listen({ port: 0 })
    const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    const headersOf = (username?: string) => signIn(origin, API_KEY, username)
    const headers = await headersOf()
    if (events) await loadIntoMemory(origin, headers, events)
    /** `headers` are those of the demo's operator. */
    return { database, url: origin + BASE_PATH, headers, headersOf }
  }

  const end = async () => {
    for (const close of closers) await close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { connection: postgres.connection, openServer, end }
}
