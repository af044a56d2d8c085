import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { type Embedded, type EmbeddedOptions, startEmbedded } from './embedded.ts'
import { readPostmaster } from './embedded-process.ts'

const isRoot = process.getuid?.() === 0
const timeout = 30_000
const started: Embedded[] = []

afterEach(async () => {
  await Promise.all(started.splice(0).map((embedded) => embedded.stop()))
})

function emptyFolder(name = randomBytes(6).toString('hex')): string {
  const folder = join(tmpdir(), `cohesion-embedded-${name}`)
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

/** A server process that starts the database and stays, or says why it may not. */
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

test('what was written is there at the next start, and nothing listens on the network', { timeout }, async () => {
  const folder = emptyFolder()
  const first = await start(folder)
  await ask(first, 'create table kept as select 7 as n')
  expect(await ask(first, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
  await first.stop()
  expect(readPostmaster(join(folder, 'postgres'))).toBeUndefined()

  const second = await start(folder)
  expect(await ask(second, 'select n from kept')).toEqual([{ n: 7 }])
})

test('a second server on the same folder is refused', { timeout }, async () => {
  const folder = emptyFolder()
  const first = await start(folder)
  await expect(start(folder)).rejects.toThrow(`Another server is already running on the data folder ${folder}`)
  expect(await ask(first, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('of three that start at once on an empty folder one wins', { timeout }, async () => {
  const folder = emptyFolder()
  const said = await Promise.all([1, 2, 3].map(() => firstWords(holder(folder))))
  const refusal = `Another server is already running on the data folder ${folder}`
  expect(said.sort()).toEqual([refusal, refusal, 'started'])
  expect(readdirSync(folder).filter((name) => name.includes('.new-'))).toEqual([])
  await stopHeld(folder)
})

test('a server that was killed leaves nothing in the way of the next', { timeout }, async () => {
  const folder = emptyFolder()
  const killed = holder(folder)
  await firstWords(killed)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  const orphan = readPostmaster(join(folder, 'postgres'))?.pid

  const next = await start(folder)
  expect(await ask(next, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(readPostmaster(join(folder, 'postgres'))?.pid).not.toBe(orphan)
})

test('the pid file of a database that is long gone may name a stranger', { timeout }, async () => {
  const folder = emptyFolder()
  await (await start(folder)).stop()
  writeFileSync(
    join(folder, 'postgres/postmaster.pid'),
    `${process.pid}\n${folder}/postgres\n1\n5432\n${folder}/postgres\n`,
  )
  await start(folder)
})

test('a database that dies is noticed', { timeout }, async () => {
  const folder = emptyFolder()
  let noticed = () => {}
  const lost = new Promise<void>((resolve) => {
    noticed = resolve
  })
  await start(folder, { onLost: noticed })
  process.kill(readPostmaster(join(folder, 'postgres'))!.pid, 'SIGKILL')
  await lost
})

test('a path too long for a socket works too', { timeout }, async () => {
  const folder = join(emptyFolder(), 'a-long-name-'.repeat(8), 'data')
  const embedded = await start(folder)
  expect(embedded.connection.host.length).toBeLessThan(80)
  expect(await ask(embedded, 'select 1 as one')).toEqual([{ one: 1 }])
  await embedded.stop()
  rmSync(embedded.connection.host, { recursive: true })
})

describe('one clear line', () => {
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
    writeFileSync(join(folder, 'postgres/PG_VERSION'), '17\n')
    await expect(start(folder)).rejects.toThrow('was made by PostgreSQL 17')
  })

  test('when PostgreSQL does not like its settings', { timeout }, async () => {
    const folder = emptyFolder()
    await expect(start(folder, { settings: { max_connections: 'many' } })).rejects.toThrow(
      'PostgreSQL did not start: invalid value for parameter "max_connections": "many"',
    )
    expect(readFileSync(join(folder, 'postgres.log'), 'utf8')).toContain('FATAL')
    expect(existsSync(join(folder, 'postgres/postmaster.pid'))).toBe(false)
  })
})

/** The winner of a race is another process; end it, and what it holds by becoming its heir. */
async function stopHeld(folder: string): Promise<void> {
  const postmaster = readPostmaster(join(folder, 'postgres'))
  if (postmaster) process.kill(postmaster.pid, 'SIGQUIT')
}
