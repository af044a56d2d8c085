import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { type Embedded, type EmbeddedOptions, startEmbedded } from './embedded.ts'
import { readPostmaster, stopPostmaster } from './embedded-process.ts'

const isRoot = process.getuid?.() === 0
const started: Embedded[] = []

/** Creating a cluster takes a second, so these tests share one. Each of them leaves it stopped. */
const shared = newPath()

afterEach(async () => {
  await Promise.all(started.splice(0).map((embedded) => embedded.stop()))
})
afterAll(() => rmSync(shared, { recursive: true, force: true }))

function newPath(): string {
  return join(tmpdir(), `cohesion-embedded-${randomBytes(6).toString('hex')}`)
}

function emptyFolder(): string {
  const folder = newPath()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function start(folder: string, options: EmbeddedOptions = {}): Promise<Embedded> {
  const embedded = await startEmbedded(folder, { isDurable: false, ...options })
  started.push(embedded)
  return embedded
}

async function ask(embedded: Embedded, sql: string) {
  const client = new pg.Client(embedded.connection)
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  return rows
}

const postmasterOf = (folder: string) => readPostmaster(join(folder, 'postgres'))

function holder(folder: string): ChildProcess {
  const program = `
    import { startEmbedded } from ${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))}
    try {
      await startEmbedded(${JSON.stringify(folder)}, { isDurable: false })
      console.log('started')
      setInterval(() => {}, 1e6)
    } catch (error) {
      console.log(error.message)
    }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

const firstWords = async (child: ChildProcess) => String((await once(child.stdout!, 'data'))[0]).trim()

test('data survives a restart and no port is open', async () => {
  const first = await start(shared)
  await ask(first, 'create table kept as select 7 as n')
  expect(await ask(first, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
  await first.stop()
  expect(postmasterOf(shared)).toBeUndefined()

  const second = await start(shared)
  expect(await ask(second, 'select n from kept')).toEqual([{ n: 7 }])
})

test('a second server on the same folder is refused', async () => {
  const first = await start(shared)
  await expect(start(shared)).rejects.toThrow(`Another server is already running on the data folder ${shared}`)
  expect(await ask(first, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a killed server does not block the next one', async () => {
  const killed = holder(shared)
  await firstWords(killed)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  const orphan = postmasterOf(shared)?.pid
  expect(orphan).toBeDefined()

  const next = await start(shared)
  expect(await ask(next, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(postmasterOf(shared)?.pid).not.toBe(orphan)
})

test('a stale pid file may name another process', async () => {
  await (await start(shared)).stop()
  const lines = [process.pid, `${shared}/postgres`, 1, 5432, `${shared}/postgres`, '']
  writeFileSync(join(shared, 'postgres/postmaster.pid'), lines.join('\n'))
  await start(shared)
})

test("a dead database is restarted, keeps its commits and stays this server's own", async () => {
  const first = await start(shared, { isDurable: true })
  await ask(first, 'drop table if exists survivors')
  await ask(first, 'create table survivors (n int)')
  const { pid } = postmasterOf(shared)!
  await ask(first, 'insert into survivors values (1)')
  process.kill(pid, 'SIGKILL')
  await expect
    .poll(() => ask(first, 'select n from survivors').catch(() => []), { timeout: 30_000 })
    .toEqual([{ n: 1 }])
  expect(postmasterOf(shared)?.pid).not.toBe(pid)
  // PostgreSQL accepts connections a moment before the server holds its lock again.
  await expect
    .poll(() => ask(first, "select count(*)::int as locks from pg_locks where locktype = 'advisory'"), {
      timeout: 30_000,
    })
    .toEqual([{ locks: 1 }])
  await expect(start(shared)).rejects.toThrow('Another server is already running')
  await first.stop()
  expect(postmasterOf(shared)).toBeUndefined()
})

test('a database that cannot be restarted is retried until it can', async () => {
  const said: string[] = []
  const version = join(shared, 'postgres/PG_VERSION')
  const kept = readFileSync(version)
  const first = await start(shared, {
    report: (sentence) => {
      said.push(sentence)
      if (sentence.includes('could not be started')) writeFileSync(version, kept)
    },
  })
  writeFileSync(version, 'nonsense')
  process.kill(postmasterOf(shared)!.pid, 'SIGKILL')
  await expect.poll(() => ask(first, 'select 1 as one').catch(() => []), { timeout: 30_000 }).toEqual([{ one: 1 }])
  await expect.poll(() => said.at(-1)).toBe('The database runs again')
  expect(said[0]).toBe('The database has stopped and is started again')
  expect(said[1]).toContain('PostgreSQL did not start')
})

test('a database that lost all its connections is kept locked', async () => {
  const first = await start(shared)
  await ask(first, 'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $$cohesion lock$$')
  await expect
    .poll(() => ask(first, "select 1 as held from pg_locks where locktype = 'advisory'"))
    .toEqual([{ held: 1 }])
  await expect(start(shared)).rejects.toThrow('Another server is already running')
})

test('one of three simultaneous starts on an empty folder succeeds', async () => {
  const folder = emptyFolder()
  const said = await Promise.all([1, 2, 3].map(() => firstWords(holder(folder))))
  const refusal = `Another server is already running on the data folder ${folder}`
  expect(said.sort()).toEqual([refusal, refusal, 'started'])
  expect(readdirSync(folder).filter((name) => name.includes('.new-'))).toEqual([])
  await stopPostmaster(join(folder, 'postgres'), postmasterOf(folder)!)
})

test('a path too long for a socket works too', async () => {
  const folder = join(emptyFolder(), 'a-long-name-'.repeat(8), 'data')
  const embedded = await start(folder)
  expect(embedded.connection.host.length).toBeLessThan(80)
  expect(await ask(embedded, 'select 1 as one')).toEqual([{ one: 1 }])
  await embedded.stop()
  rmSync(embedded.connection.host, { recursive: true })
})

describe('prints one line', () => {
  test('when the folder cannot be written', async () => {
    const file = emptyFolder()
    writeFileSync(file, '')
    await expect(start(join(file, 'data'))).rejects.toThrow(`The data folder ${join(file, 'data')} is not writable`)
  })

  test.runIf(isRoot)('when the user of the database cannot enter it', async () => {
    const folder = emptyFolder()
    mkdirSync(folder, { mode: 0o700 })
    await expect(start(join(folder, 'data'))).rejects.toThrow(`who cannot enter ${folder}`)
  })

  test('when another version of PostgreSQL made it', async () => {
    const folder = emptyFolder()
    mkdirSync(join(folder, 'postgres'), { recursive: true })
    chmodSync(folder, 0o755)
    writeFileSync(join(folder, 'postgres/PG_VERSION'), '17\n')
    await expect(start(folder)).rejects.toThrow('was created by PostgreSQL 17')
  })

  test('when PostgreSQL rejects its settings', async () => {
    await expect(start(shared, { settings: { max_connections: 'many' } })).rejects.toThrow(
      'PostgreSQL did not start: invalid value for parameter "max_connections": "many"',
    )
    expect(readFileSync(join(shared, 'postgres.log'), 'utf8')).toContain('FATAL')
    expect(postmasterOf(shared)).toBeUndefined()
  })
})
