import { once } from 'node:events'
import { connect } from 'node:net'
import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import { LRUCache } from 'lru-cache'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { addMember } from '../../testing/people.ts'
import { visitorScene } from '../../testing/visitors.ts'
import { handleProblems } from './problems.ts'
import { registerRoutes } from './register.ts'
import { serve } from './serve.ts'

const { server, home, dana, link } = await visitorScene()
const opened: { close: () => Promise<unknown> }[] = []
afterAll(async () => {
  for (const app of opened) await app.close()
})

const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n'

test.each([
  ['without a boundary', 'multipart/form-data', `${part}x\r\n--b--\r\n`],
  ['with an endless boundary', `multipart/form-data; boundary=${'b'.repeat(300)}`, 'x'],
  ['cut short within a file', 'multipart/form-data; boundary=b', `${part}half of a pic`],
  ['cut short within a head', 'multipart/form-data; boundary=b', '--b\r\ncontent-dispo'],
  ['that is not a form at all', 'multipart/form-data; boundary=b', 'hello'],
])('a form %s is a bad request, for members and for visitors', async (_, type, payload) => {
  const headers = { 'content-type': type }
  const answers = [
    await server.as(dana).send('POST', '/user/profile-photo', { payload, headers }),
    await server.anyone.send('POST', `/public/${link}/report`, { payload, headers: { ...headers, 'x-api-key': '' } }),
  ]
  for (const answer of answers) expect(answer.json()).toMatchObject({ statusCode: 400, code: 'invalidMultipart' })
})

test('a path with a zero byte is 404, and its refusal is in the audit', async () => {
  const adam = await addMember(server.db, home, home.roleId, { type: 'Admin' })
  expect((await server.as(adam).patch('/user/%00', { firstName: 'A' })).statusCode).toBe(404)
  const viewer = await addMember(server.db, home, home.viewerRoleId, { type: 'Operator' })
  const refused = await server.as(viewer).patch('/roles/x%00y', {})
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'forbidden'])
  const lines = await server.db.selectFrom('audit').selectAll().where('memberId', '=', viewer.id).execute()
  expect(lines).toMatchObject([{ outcome: 'refused', detail: { params: { id: 'x\ufffdy' } } }])
  for (const url of ['/%00', '/assets/%00', '/basemap/%00.pmtiles', '/api/cohesion/files/%00'])
    expect((await server.app.inject({ url })).statusCode, url).toBe(404)
})

test('a zero byte in a value is a bad request', async () => {
  const found = await server.as(dana).get('/places/search?text=a%00b&language=en')
  expect(found.statusCode).toBeLessThan(500)
  const searched = await server.as(dana).get('/aoi/all?type=event&search=a%00b')
  expect(searched.statusCode).toBeLessThan(500)
  const saved = await server.as(dana).patch('/user/profile', { firstName: 'a\u0000b' })
  expect(saved.statusCode).toBeLessThan(500)
})

test.each([
  ['form', '/form', 'multipart/form-data; boundary=b', `${part}half of a pic`],
  ['JSON body', '/json', 'application/json', '{"half":'],
])('a %s that the sender breaks off is no error of the server', async (_, path, type, half) => {
  const lines: { level: number; msg: string }[] = []
  const failed = Promise.withResolvers<void>()
  const app = Fastify({ logger: { level: 'warn', stream: { write: (line) => void lines.push(JSON.parse(line)) } } })
  opened.push(app)
  await app.register(multipart)
  handleProblems(app as never)
  app.addHook('onError', async () => setImmediate(failed.resolve))
  const endpoint = { method: 'POST', path, summary: 'try', needs: 'link', reply: z.object({}) } as const
  const route = serve({ ...endpoint, ...(path === '/form' && { files: ['file'] }) }, async ({ allow }) => allow() ?? {})
  registerRoutes(app as never, [route], {
    db: server.db,
    read: (work) => work(server.db),
    apiKey: 'key',
    authenticate: async () => undefined,
    keyHolder: async () => undefined,
    takeRequests: () => {},
    requireRequests: () => {},
    signIns: new Set(),
    knownDevice: async () => undefined,
    callersByToken: new LRUCache({ max: 10 }),
    wakeRelay: () => {},
    livePosition: () => 0,
    checkReplies: true,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const reading = once(app.server, 'request')
  const socket = connect((app.server.address() as { port: number }).port, '127.0.0.1')
  socket.write(`POST /api/cohesion${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 9000\r\ncontent-type: ${type}\r\n\r\n`)
  socket.write(half)
  await reading
  socket.destroy()
  await failed.promise
  expect(lines).toEqual([])
})
