import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Backups, SetupRestore } from '#contract'
import { startEmbedded } from '../../server/src/platform/db/embedded.ts'
import { forge } from '../../server/src/testing/archives.ts'
import { emptyFolder } from './folders.ts'
import { preparedFolder } from './prepared-folder.ts'
import { type ServerProcess, startServer } from './server-process.ts'

vi.setConfig({ testTimeout: 900_000, hookTimeout: 900_000 })

const folder = emptyFolder()
const first = await preparedFolder()
const database = emptyFolder()
const owner = { username: 'ruth', password: 'a long enough word' }
const headers = { 'x-api-key': 'cohesion-web', 'content-type': 'application/json' }
let postgres: Awaited<ReturnType<typeof startEmbedded>>
let one: ServerProcess
let other: ServerProcess
let token = ''
let archive = ''

type Answer = { status: number; body: Record<string, unknown> }

async function ask(server: ServerProcess, method: string, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(`${server.url}/api/cohesion${path}`, {
    method,
    headers: { ...headers, authorization: `Bearer ${token}` },
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => undefined)
  if (!answer) return { status: 0, body: {} }
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

async function until<Result>(look: () => Promise<Result | undefined>): Promise<Result> {
  for (;;) {
    const result = await look()
    if (result !== undefined) return result
    await pause(50)
  }
}

const readBackups = (server: ServerProcess) =>
  until(async () => {
    const { status, body } = await ask(server, 'GET', '/backups')
    expect([200, 503, 0]).toContain(status)
    return status === 200 ? (body as Backups) : undefined
  })
const signIn = async (server: ServerProcess) =>
  String((await ask(server, 'POST', '/auth/login', owner)).body.accessToken)
const nameOf = async (server: ServerProcess) => (await ask(server, 'GET', '/settings')).body.name
const restore = (name: string, more: object = {}) =>
  ask(one, 'POST', `/backups/${name}/restore`, { password: owner.password, serverName: 'After', ...more })
const problemOf = () => until(async () => (await readBackups(one)).restoreProblem ?? undefined)

beforeAll(async () => {
  postgres = await startEmbedded(database.path, { isDurable: false })
  const { host, user } = postgres.connection
  const environment = {
    COHESION_DATA: folder.path,
    COHESION_DEMO: 'off',
    DATABASE_URL: `postgresql:///cohesion?host=${encodeURIComponent(host)}&user=${user}`,
  }
  one = await startServer(environment)
  other = await startServer(environment)
  const setupToken = /this token: (\S+)/.exec(one.said())?.[1]
  const made = await ask(one, 'POST', '/setup', {
    token: setupToken,
    serviceTitle: 'Bay',
    firstName: 'Ruth',
    ...owner,
  })
  expect(made).toMatchObject({ status: 200 })
  token = String(made.body.accessToken)
  await ask(one, 'PATCH', '/settings', { name: 'Before' })
  await ask(one, 'POST', '/backups', {})
  const { backups } = await until(async () => {
    const now = await readBackups(one)
    return now.backups.length === 1 && !now.isRunning ? now : undefined
  })
  archive = backups[0]?.name ?? ''
  await ask(one, 'PATCH', '/settings', { name: 'After' })
})
afterAll(async () => {
  await Promise.all([one?.stop(), other?.stop()])
  await postgres?.stop()
  for (const each of [folder, first, database]) each.remove()
})

const backupPath = (name: string) => join(folder.path, 'backups', name)

test('a restore asks for the password and the name of the server', async () => {
  expect((await restore(archive, { password: 'guess' })).body.fields).toEqual({ password: 'form.passwordWrong' })
  expect((await restore(archive, { serverName: 'Before' })).body.fields).toEqual({ serverName: 'form.invalid' })
  expect((await restore('cohesion-other.tar.zst')).status).toBe(404)
  expect(await nameOf(one)).toBe('After')
})

test('a damaged archive is rejected while the server runs, and bad rows change nothing', async () => {
  const bytes = readFileSync(backupPath(archive))
  writeFileSync(backupPath('cohesion-cut.tar.zst'), bytes.subarray(0, bytes.length - 100))
  expect((await restore('cohesion-cut.tar.zst')).body).toMatchObject({ isRestoring: true, restoreProblem: null })
  expect(await problemOf()).toBe('damaged')

  const forged = await forge(bytes, { rows: { service: (rows) => rows + rows } })
  writeFileSync(backupPath('cohesion-forged.tar.zst'), forged)
  expect((await restore('cohesion-forged.tar.zst')).status).toBe(200)
  expect(await problemOf()).toBe('damaged')
  expect(one.said()).toContain('leaving the database')
  expect([await nameOf(one), await until(async () => (await nameOf(other)) ?? undefined)]).toEqual(['After', 'After'])
})

test('a restore replaces everything on both servers, and everyone signs in again', async () => {
  expect((await restore(archive)).status).toBe(200)
  for (const server of [one, other])
    await until(async () => ((await ask(server, 'GET', '/backups')).status === 401 ? true : undefined))
  token = await signIn(one)
  expect([await nameOf(one), await nameOf(other)]).toEqual(['Before', 'Before'])
  const { body } = await ask(other, 'GET', '/audit?action=backup.restore')
  expect(JSON.stringify(body)).toContain(archive)
  expect((await readBackups(other)).restoreProblem).toBeNull()
  expect(other.said()).toContain('leaving the database')
})

test('on the first run a backup is restored with the token of the console', async () => {
  const server = await startServer({ COHESION_DATA: first.path, COHESION_DEMO: 'off' })
  try {
    const setupToken = /this token: (\S+)/.exec(server.said())?.[1] ?? ''
    const bytes = readFileSync(backupPath(archive))
    const upload = randomUUID()
    const send = async (from: number, to: number, withToken = setupToken) => {
      const form = new FormData()
      const values = { token: withToken, name: archive, offset: String(from), bytes: String(bytes.length) }
      for (const [name, value] of Object.entries(values)) form.append(name, value)
      form.append('part', new Blob([bytes.subarray(from, to)]), 'part')
      const answer = await fetch(`${server.url}/api/cohesion/setup/restore/${upload}`, {
        method: 'POST',
        headers: { 'x-api-key': 'cohesion-web' },
        body: form,
      })
      return { status: answer.status, body: (await answer.json()) as SetupRestore }
    }
    const middle = Math.floor(bytes.length / 2)
    expect((await send(0, middle, 'guess')).status).toBe(403)
    expect((await send(middle, bytes.length)).status).toBe(404)
    expect(await send(0, middle)).toEqual({ status: 200, body: { isRestoring: false, problem: null } })
    expect((await send(middle + 1, bytes.length)).status).toBe(409)
    expect(await send(middle, bytes.length)).toEqual({ status: 200, body: { isRestoring: true, problem: null } })
    await until(async () => {
      const { status, body } = await ask(server, 'POST', '/setup/restore', { token: setupToken })
      expect(body.problem ?? null).toBeNull()
      return status === 409 ? true : undefined
    })
    token = await signIn(server)
    expect(await nameOf(server)).toBe('Before')
  } finally {
    await server.stop()
  }
})
