import { once } from 'node:events'
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type OutgoingHttpHeaders,
} from 'node:http2'
import { get } from 'node:https'
import type { AddressInfo } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { afterAll, expect, test } from 'vitest'
import { API_KEY_HEADER, BASE_PATH } from '#contract'
import { watchConnections } from '../../start/connections.ts'
import { addEventType, reportForm } from '../../testing/events.ts'
import { addMember, addService } from '../../testing/people.ts'
import { testServer } from '../../testing/server.ts'
import { testRsaTls, testTls } from '../../testing/tls.ts'

const limits = {
  headMs: 2_000,
  checkEveryMs: 20,
  bodyGraceMs: 500,
  bodyBytesPerSecond: 1_000,
  unreadMs: 200,
  unreadBytes: { member: 32_000_000, network: 256_000_000 },
  connections: 100,
}
const server = await testServer({}, { limits, tls: testTls })
const connections = watchConnections(server.app.server)
await server.app.listen({ port: 0, host: '127.0.0.1' })
const { port } = server.app.server.address() as AddressInfo
// Offering static RSA needs an RSA certificate.
const rsa = await testServer({}, { limits, tls: testRsaTls })
await rsa.app.listen({ port: 0, host: '127.0.0.1' })
const { port: rsaPort } = rsa.app.server.address() as AddressInfo
const trusted = { ca: testTls.cert, servername: 'localhost' }
const home = await addService(server.db, 'Home')
const type = await addEventType(server.db, home, { name: 'Fire' })
const dana = await addMember(server.db, home, home.roleId)
const member = { [API_KEY_HEADER]: server.apiKey, authorization: `Bearer ${dana.token}` }

const sessions: ClientHttp2Session[] = []
afterAll(() => {
  for (const session of sessions) session.destroy()
})
const open = (): ClientHttp2Session => {
  const session = connect(`https://127.0.0.1:${port}`, trusted)
  session.on('error', () => {})
  sessions.push(session)
  return session
}
const ask = (session: ClientHttp2Session, path: string, headers: OutgoingHttpHeaders = {}): ClientHttp2Stream =>
  session.request({ ':path': path, ...headers }, { endStream: !headers[':method'] }).on('error', () => {})
const statusOf = async (stream: ClientHttp2Stream) => (await once(stream, 'response'))[0][':status'] as number
const textOf = async (stream: ClientHttp2Stream) => {
  let text = ''
  for await (const bytes of stream.setEncoding('utf8')) text += bytes
  return text
}

test('with a certificate, browsers get HTTP/2 and others HTTP/1.1', async () => {
  const session = open()
  const answers = [
    ask(session, '/healthz'),
    ask(session, `${BASE_PATH}/user/profile`, member),
    ask(session, `${BASE_PATH}/nothing`),
  ]
  expect(await Promise.all(answers.map(statusOf))).toEqual([200, 200, 404])
  expect(session.alpnProtocol).toBe('h2')
  const [old] = await once(get({ port, host: '127.0.0.1', path: '/healthz', agent: false, ...trusted }), 'response')
  expect([old.httpVersion, old.statusCode]).toEqual(['1.1', 200])
  old.resume()
})

test('creates a report and receives its message over one connection', async () => {
  const session = open()
  const stream = ask(session, `${BASE_PATH}/events`, member)
  let heard = ''
  const isHeard = (word: string) =>
    new Promise<void>((resolve) => {
      const look = () => heard.includes(word) && resolve()
      stream.on('data', look)
      look()
    })
  stream.setEncoding('utf8').on('data', (text) => {
    heard += text
  })
  await isHeard('READY')
  const { payload, headers } = reportForm(type, { name: 'Mill' })
  const report = ask(session, `${BASE_PATH}/aoi`, { ':method': 'POST', ...member, ...headers })
  report.end(payload)
  expect(await statusOf(report)).toBe(200)
  await isHeard('AOI_CREATED')
  await server.as(dana).post('/auth/logout')
  await once(stream, 'end')
})

test('a stalled body is given up even if its connection has other traffic', async () => {
  const session = open()
  const login = { ':method': 'POST', [API_KEY_HEADER]: server.apiKey, 'content-type': 'application/json' }
  const slow = ask(session, `${BASE_PATH}/auth/login`, login)
  slow.write('{"user')
  expect(await statusOf(slow)).toBe(408)
  expect(JSON.parse(await textOf(slow))).toMatchObject({ code: 'tooSlow' })
  expect(await statusOf(ask(session, '/healthz'))).toBe(200)
})

test('an idle connection is closed', async () => {
  const session = open()
  await once(session, 'connect')
  await once(session, 'close')
})

test('an unread reply is given up', async () => {
  const session = open()
  const unread = ask(session, `${BASE_PATH}/openapi.json`)
  await once(unread, 'response')
  // With the stream paused, its data stays unread.
  unread.pause()
  await expect.poll(() => unread.closed, { timeout: 30_000 }).toBe(true)
  expect(await statusOf(ask(session, '/healthz'))).toBe(200)
})

test('requests whose streams are reset at once do no work', async () => {
  const session = open()
  const noa = await addMember(server.db, home, home.roleId)
  const own = { ...member, authorization: `Bearer ${noa.token}` }
  expect(await statusOf(ask(session, `${BASE_PATH}/user/profile`, own))).toBe(200)
  let acquired = 0
  const count = () => acquired++
  server.pool.on('acquire', count)
  const streams = Array.from({ length: 90 }, () => ask(session, `${BASE_PATH}/user/profile`, own))
  for (const stream of streams) stream.close(constants.NGHTTP2_CANCEL)
  await Promise.all(streams.map((stream) => stream.closed || once(stream, 'close')))
  expect(await statusOf(ask(session, '/healthz'))).toBe(200)
  server.pool.off('acquire', count)
  // Jobs of the server take a few connections too.
  expect(acquired).toBeLessThan(10)
})

test('offers TLS 1.2 suites with forward secrecy and authenticated encryption alone', async () => {
  const offer = (name: string) =>
    new Promise<string>((resolve) => {
      const options = { port: rsaPort, host: '127.0.0.1', rejectUnauthorized: false, maxVersion: 'TLSv1.2' as const }
      const socket = connectTls({ ...options, ciphers: `${name}:@SECLEVEL=0` }, () => {
        resolve(socket.getCipher().name)
        socket.destroy()
      })
      socket.on('error', () => resolve('refused'))
    })
  const weak = ['AES128-SHA', 'AES256-GCM-SHA384', 'ECDHE-RSA-AES128-SHA', 'ECDHE-RSA-AES256-SHA384']
  expect(await Promise.all(weak.map(offer))).toEqual(weak.map(() => 'refused'))
  const strong = ['ECDHE-RSA-AES128-GCM-SHA256', 'ECDHE-RSA-AES256-GCM-SHA384', 'ECDHE-RSA-CHACHA20-POLY1305']
  expect(await Promise.all(strong.map(offer))).toEqual(strong)
})

test('a stopping server ends its connections', async () => {
  const session = open()
  expect(await textOf(ask(session, '/healthz'))).toContain('ok')
  const isGone = once(session, 'close')
  const closed = server.app.close()
  await connections.cutWhenQuiet(5_000)
  await Promise.all([closed, isGone])
})
