import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '../../server/src/platform/db/database.ts'
import { startEmbedded } from '../../server/src/platform/db/embedded.ts'
import { migrateToLatest } from '../../server/src/platform/db/migrate.ts'
import { migrations } from '../../server/src/platform/db/migrations/list.ts'
import { freePort } from '../../server/src/testing/free-port.ts'
import { emptyFolder } from './folders.ts'
import { refusedStart, startServer } from './server-process.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const folder = emptyFolder()
const data = emptyFolder()
let postgres: Awaited<ReturnType<typeof startEmbedded>>
let client: pg.Client
let environment: Record<string, string>

beforeAll(async () => {
  postgres = await startEmbedded(folder.path, { isDurable: false })
  const { db, close } = openDatabase(postgres.connection)
  await migrateToLatest(db, Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= '0250_rule')))
  await close()
  client = new pg.Client(postgres.connection)
  await client.connect()
  const { host, user } = postgres.connection
  environment = {
    COHESION_DATA: data.path,
    COHESION_DEMO: 'off',
    DATABASE_URL: `postgresql:///cohesion?host=${encodeURIComponent(host)}&user=${user}`,
  }
})

afterAll(async () => {
  await client.end()
  await postgres.stop()
  folder.remove()
  data.remove()
})

test('a rejected migration is named and ends the process with the code for no restart', async () => {
  await client.query('create table server_hour (mine text)')
  const { code, said, complaints } = await refusedStart(environment)
  expect(said).toMatch(/schema 1 of \d+: 0280_translations … [\d.]+ s\n/)
  expect(said).toMatch(/schema \d+ of \d+: 0421_server_hour … failed\n/)
  expect(complaints).toContain('migration 0421_server_hour failed')
  expect(code).toBe(65)
  await client.query('drop table server_hour')
})

test('during an upgrade, browsers get a reloading page and health checks pass', async () => {
  const port = await freePort()
  const ask = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept: 'text/html' } }).catch(() => undefined)
  // Locks these tables, so that the remaining steps of the upgrade wait.
  await client.query('begin; lock table backup_setting, server_setting, kysely_migration in share row exclusive mode')
  const starting = startServer({ ...environment, PORT: String(port) })
  let answer: Response | undefined
  while (!answer) {
    answer = await ask('/')
    await pause(20)
  }
  expect(answer.status).toBe(503)
  expect(await answer.text()).toContain('Upgrading Cohesion')
  expect((await ask('/healthz'))?.status).toBe(200)
  expect((await ask('/readyz'))?.status).toBe(503)
  await client.query('commit')
  const server = await starting
  expect((await ask('/readyz'))?.status).toBe(200)
  await server.stop()
})
