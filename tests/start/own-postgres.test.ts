import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { databaseUser } from '../../server/src/platform/db/embedded-user.ts'
import { apiOf } from '../../trials/world/api.ts'
import { emptyFolder } from './folders.ts'
import { refusedStart, startServer } from './server-process.ts'

/**
 * PostgreSQL versions of this machine, in the folder of Debian and its derivatives. Without any, these tests are
 * skipped.
 */
const debian = '/usr/lib/postgresql'
const versions = existsSync(debian)
  ? readdirSync(debian).filter((name) => existsSync(join(debian, name, 'bin/postgres')))
  : []
const supported = versions.filter((version) => Number(version) >= 15)
const tooOld = versions.filter((version) => Number(version) < 15)

/** Starts a PostgreSQL on a unix socket with an empty database. Returns its DATABASE_URL. */
async function startPostgres(version: string): Promise<string> {
  const folder = emptyFolder()
  onTestFinished(folder.remove)
  const bin = join(debian, version, 'bin')
  const user = databaseUser(folder.path)
  const as = user ? { uid: user.uid, gid: user.gid } : {}
  mkdirSync(folder.path, { mode: 0o755 })
  if (user) chownSync(folder.path, user.uid, user.gid)
  const data = join(folder.path, 'pg')
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'me', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'], {
    ...as,
    cwd: '/',
    stdio: 'ignore',
  })
  const postgres = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-k', folder.path, '-c', 'listen_addresses=', '-c', 'fsync=off'],
    { ...as, cwd: '/', stdio: 'ignore' },
  )
  onTestFinished(async () => {
    postgres.kill('SIGQUIT')
    if (postgres.exitCode === null) await once(postgres, 'exit')
  })
  await createDatabase(folder.path)
  return `postgres://me@${encodeURIComponent(folder.path)}/cohesion`
}

async function createDatabase(host: string): Promise<void> {
  for (;;) {
    const client = new pg.Client({ host, user: 'me', database: 'postgres' })
    client.on('error', () => {})
    const isOpen = await client.connect().then(
      () => true,
      () => false,
    )
    if (isOpen) await client.query('create database cohesion')
    await client.end()
    if (isOpen) return
    await pause(20)
  }
}

describe.runIf(supported.length)('your own PostgreSQL', () => {
  test.each(supported)('version %s serves two servers at once', async (version) => {
    const url = await startPostgres(version)
    const folders = [emptyFolder(), emptyFolder()]
    for (const { remove } of folders) onTestFinished(remove)
    const servers = await Promise.all(
      folders.map(({ path }) => startServer({ DATABASE_URL: url, COHESION_DATA: path, COHESION_DEMO: 'on' })),
    )
    const tokens = await Promise.all(servers.map((server) => signIn(server.url)))
    // A session is valid on both servers.
    const answers = await Promise.all(servers.map((server, index) => profile(server.url, tokens.at(index - 1) ?? '')))
    expect(answers).toEqual(['admin', 'admin'])
    const ends = await Promise.all(servers.map((server) => server.stop()))
    expect(ends.map(({ code, complaints }) => ({ code, complaints }))).toEqual([
      { code: 0, complaints: '' },
      { code: 0, complaints: '' },
    ])
  })
})

describe.runIf(tooOld.length)('a PostgreSQL that is too old', () => {
  test.each(tooOld)('version %s is refused', async (version) => {
    const folder = emptyFolder()
    onTestFinished(folder.remove)
    const { code, complaints } = await refusedStart({
      DATABASE_URL: await startPostgres(version),
      COHESION_DATA: folder.path,
    })
    expect(code).toBe(1)
    expect(complaints).toMatch(/^DATABASE_URL points to PostgreSQL .*; 15 or newer is required\n$/)
  })
})

const signIn = async (url: string): Promise<string> => (await apiOf(url).signIn('admin')).token

async function profile(url: string, token: string): Promise<string> {
  const api = apiOf(url)
  return (await api.must(api.send('GET', '/user/profile', { token }))).username
}
