import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { handleProblems } from './problems.ts'
import type { Caller } from './serve.ts'
import { limitUnread } from './unread-answers.ts'

const LARGE = Buffer.alloc(30_000_000)

/** Requests name their member in a header. */
const app = fastify({ forceCloseConnections: true })
handleProblems(app)
app.decorateRequest('caller', undefined)
app.addHook('onRequest', async (request) => {
  const id = request.headers['x-member']
  if (id) request.caller = { actor: { id } } as unknown as Caller
})
limitUnread(app, { member: 40_000_000, network: 50_000_000 })
app.get('/large', async () => LARGE)
app.get('/small', async () => Buffer.alloc(1_000))
app.post('/large', async () => LARGE)
await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => app.close())
const { port } = app.server.address() as AddressInfo

const patience = { timeout: 30_000 }

/** Requests a large reply without reading it. */
const askWithoutReading = async (headers = ''): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(`GET /large HTTP/1.1\r\nhost: x\r\n${headers}\r\n`)
  // The reply has begun; from here on only the buffer of this socket fills.
  await once(socket, 'readable')
  return socket
}
const ask = (path: string, member?: string, method = 'GET') =>
  fetch(`http://127.0.0.1:${port}${path}`, { method, headers: member ? { 'x-member': member } : {} })
const statusOf = async (...what: Parameters<typeof ask>) => {
  const answer = await ask(...what)
  await answer.arrayBuffer()
  return answer.status
}

test('a client with too many unread bytes gets no more replies until it reads or disconnects', async () => {
  const socket = await askWithoutReading('x-member: dana\r\n')
  const refused = await ask('/large', 'dana')
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('5')
  expect(await refused.json()).toMatchObject({ code: 'tooManyRequests' })
  expect(await statusOf('/small', 'dana')).toBe(200)
  expect(await statusOf('/large', 'omer')).toBe(200)
  socket.destroy()
  await expect.poll(() => statusOf('/large', 'dana'), patience).toBe(200)
})

test('requests that change data always get their reply', async () => {
  const socket = await askWithoutReading('x-member: dana\r\n')
  expect(await statusOf('/large', 'dana')).toBe(429)
  expect(await statusOf('/large', 'dana', 'POST')).toBe(200)
  socket.destroy()
})

test('strangers at one address share one limit', async () => {
  const socket = await askWithoutReading()
  expect(await statusOf('/large')).toBe(429)
  expect(await statusOf('/large', 'omer')).toBe(200)
  socket.destroy()
  await expect.poll(() => statusOf('/large'), patience).toBe(200)
})
