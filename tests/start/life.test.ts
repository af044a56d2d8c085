import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { request } from 'node:http'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { emptyFolder } from './folders.ts'
import { refusedStart, type ServerProcess, startServer } from './server-process.ts'

/*
 * Several servers run on one data folder, one after another, as with an operator. The first start creates the folder
 * and the first member. Every test leaves a folder on which the next server can start.
 */
const folder = emptyFolder()
const environment = { COHESION_DATA: folder.path, COHESION_DEMO: 'off' }
const apiKey = { 'x-api-key': 'cohesion-web' }
const member = { username: 'ruth', password: 'a long enough word' }

const running: ServerProcess[] = []

async function start(): Promise<ServerProcess> {
  const server = await startServer(environment)
  running.push(server)
  return server
}

const isDatabaseStopped = () => !existsSync(join(folder.path, 'postgres/postmaster.pid'))

function post(server: ServerProcess, path: string, body: object) {
  return fetch(`${server.url}/api/cohesion${path}`, {
    method: 'POST',
    headers: { ...apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

const signIn = async (server: ServerProcess) =>
  ((await (await post(server, '/auth/login', member)).json()) as { accessToken: string }).accessToken

beforeAll(async () => {
  const first = await start()
  const token = /this token: (\S+)/.exec(first.said())?.[1]
  const answer = await post(first, '/setup', { token, serviceTitle: 'Bay', firstName: 'Ruth', ...member })
  expect(answer.status).toBe(200)
  await first.stop()
})

afterEach(async () => {
  for (const server of running.splice(0)) await server.stop()
})

afterAll(folder.remove)

test('a second start prints its steps and no token', async () => {
  const server = await start()
  expect(server.said()).toMatch(
    /^database … \d+\.\d s\nschema … \d+\.\d s\nserver … \d+\.\d s\nCohesion is ready at http/,
  )
  expect(server.said()).not.toContain('token')
})

test('SIGTERM ends the server and its database', async () => {
  const server = await start()
  expect(isDatabaseStopped()).toBe(false)
  expect(await server.end('SIGTERM')).toMatchObject({ code: 0, complaints: '' })
  expect(isDatabaseStopped()).toBe(true)
})

test('Ctrl-C that arrives twice counts once', async () => {
  const server = await start()
  server.process.kill('SIGINT')
  expect(await server.end('SIGINT')).toMatchObject({ code: 0, complaints: '' })
  expect(isDatabaseStopped()).toBe(true)
})

test('a running request is answered before the server ends', async () => {
  const server = await start()
  const body = JSON.stringify(member)
  const sending = request(`${server.url}/api/cohesion/auth/login`, {
    method: 'POST',
    headers: { ...apiKey, 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' },
  })
  sending.flushHeaders()
  // The server has accepted the request and waits for its body.
  await once(sending, 'continue')
  server.process.kill('SIGTERM')
  await noLongerListens(server.url)
  sending.end(body)
  const [answer] = await once(sending, 'response')
  expect(answer.statusCode).toBe(200)
  expect(JSON.parse(await text(answer))).toHaveProperty('accessToken')
  expect(await server.stop()).toMatchObject({ code: 0, complaints: '' })
})

test('an open live stream and an idle connection do not hold the server', async () => {
  const server = await start()
  const headers = { ...apiKey, authorization: `Bearer ${await signIn(server)}` }
  const stream = await fetch(`${server.url}/api/cohesion/events`, { headers })
  expect(stream.headers.get('content-type')).toContain('text/event-stream')
  const idle = connect(Number(new URL(server.url).port), 'localhost')
  await once(idle, 'connect')
  expect(await server.end('SIGTERM')).toMatchObject({ code: 0, complaints: '' })
  idle.destroy()
})

test('kill -9 leaves nothing that stops the next start', async () => {
  const killed = await start()
  await killed.end('SIGKILL')
  expect(isDatabaseStopped()).toBe(false)
  const next = await start()
  expect(await signIn(next)).toBeTruthy()
})

test('a second server on the same folder is refused, and the first continues', async () => {
  const first = await start()
  expect(await refusedStart(environment)).toMatchObject({
    code: 1,
    complaints: `Another server is already running on the data folder ${folder.path}\n`,
  })
  expect(await signIn(first)).toBeTruthy()
})

test('a taken port is named, and the database is stopped again', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const { port } = holder.address() as { port: number }
  expect(await refusedStart({ ...environment, PORT: String(port) })).toMatchObject({
    code: 1,
    complaints: `Port ${port} of 127.0.0.1 is taken: set PORT to a free one\n`,
  })
  expect(isDatabaseStopped()).toBe(true)
  holder.close()
})

test('a server restarts its killed database without losing data, and streams resume', async () => {
  const server = await start()
  const headers = { ...apiKey, authorization: `Bearer ${await signIn(server)}`, 'content-type': 'application/json' }
  const name = async (firstName: string) =>
    (
      await fetch(`${server.url}/api/cohesion/user/profile`, {
        method: 'PATCH',
        headers,
        body: JSON.stringify({ firstName }),
      })
    ).status
  expect(await name('Before')).toBe(200)
  const { readPostmaster } = await import('../../server/src/platform/db/embedded-process.ts')
  const { pid } = readPostmaster(join(folder.path, 'postgres'))!
  process.kill(pid, 'SIGKILL')

  // While the database restarts, requests get 503 or succeed late, but never 500.
  const answers = new Set<number>()
  let acknowledged = 'Before'
  const isRestarted = () => ![undefined, pid].includes(readPostmaster(join(folder.path, 'postgres'))?.pid)
  for (let attempt = 1, last = 0; last !== 200 || !isRestarted(); attempt++) {
    last = await name(`After ${attempt}`)
    answers.add(last)
    if (last === 200) acknowledged = `After ${attempt}`
  }
  expect([...answers].filter((status) => status !== 200 && status !== 503)).toEqual([])
  const profile = await fetch(`${server.url}/api/cohesion/user/profile`, { headers })
  expect(await profile.json()).toMatchObject({ firstName: acknowledged })
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)

  const stream = await fetch(`${server.url}/api/cohesion/events`, { headers })
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
  expect(await name('Live')).toBe(200)
  let heard = ''
  while (!heard.includes('"USER_')) heard += (await reader.read()).value
  await reader.cancel()

  expect(await server.stop()).toMatchObject({ code: 0, complaints: expect.stringContaining('The database runs again') })
  expect(isDatabaseStopped()).toBe(true)
})

async function noLongerListens(url: string): Promise<void> {
  const { hostname, port } = new URL(url)
  for (;;) {
    const socket = connect(Number(port), hostname)
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (!isOpen) return
    await pause(10)
  }
}
