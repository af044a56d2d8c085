import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { testServer } from '../../testing/server.ts'

const limits = {
  // Long enough to receive a whole head on a busy machine.
  headMs: 400,
  checkEveryMs: 20,
  bodyGraceMs: 60,
  bodyBytesPerSecond: 1_000,
  unreadMs: 200,
  unreadBytes: { member: 32_000_000, network: 256_000_000 },
  connections: 5,
}
const server = await testServer({}, { limits })
await server.app.listen({ port: 0, host: '127.0.0.1' })
const { port } = server.app.server.address() as { port: number }

const open = async (head = ''): Promise<{ socket: Socket; closed: Promise<string> }> => {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (bytes) => {
    answer += bytes
  })
  socket.on('error', () => {})
  // Not `events.once`, which rejects when the connection is reset.
  const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(answer)))
  if (head) socket.write(head)
  await once(socket, 'connect')
  return { socket, closed }
}

const login = (length: number, key = server.apiKey) =>
  `POST /api/cohesion/auth/login HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`

test('a silent connection or one that never ends its head is closed', async () => {
  const silent = await open()
  const dripping = await open('GET /healthz HTTP/1.1\r\nhost: x\r\n')
  await silent.closed
  await dripping.closed
})

test('a stalled body is given up', async () => {
  const { closed } = await open(`${login(5_000)}{"user`)
  const answer = await closed
  expect(answer).toContain('HTTP/1.1 408 ')
  expect(answer).toContain('"code":"tooSlow"')
})

test('a stalled body of a refused request is given up', async () => {
  const { closed } = await open(`${login(5_000, 'wrong')}{"user`)
  const answer = await closed
  expect(answer).toContain('HTTP/1.1 403 ')
  expect(answer).not.toContain('408')
})

test('a body at a fair rate may exceed the grace period', async () => {
  const body = JSON.stringify({ username: 'x'.repeat(40), password: 'y'.repeat(500_000) })
  const { socket, closed } = await open(login(body.length) + body.slice(0, -1))
  // Idle connections that were opened later are closed, so the grace period is over.
  await (await open()).closed
  await (await open()).closed
  socket.end(body.slice(-1))
  expect(await closed).toContain('HTTP/1.1 400 ')
})

test('an unread reply is given up', async () => {
  const connection = once(server.app.server, 'connection')
  const { socket } = await open()
  const [accepted] = (await connection) as [Socket]
  const isClosed = once(accepted, 'close')
  socket.pause()
  // The replies exceed the buffers of both sockets.
  socket.write('GET /api/cohesion/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(40))
  await isClosed
  expect(accepted.bytesWritten).toBeGreaterThan(0)
  socket.destroy()
})

test('many requests over one connection leak nothing', async () => {
  const connection = once(server.app.server, 'connection')
  const body = '{}'
  const { socket, closed } = await open()
  const [accepted] = (await connection) as [Socket]
  const listeners = () => accepted.listenerCount('close')
  const answered = async () => {
    socket.write(login(body.length) + body)
    await once(socket, 'data')
    return listeners()
  }
  const first = await answered()
  await answered()
  await answered()
  expect(await answered()).toBe(first)
  socket.destroy()
  await closed
})

test('connections above the limit are refused, and accepted again when there is room', async () => {
  const held: Awaited<ReturnType<typeof open>>[] = []
  const openUntil = async (event: 'drop' | 'connection', head = '') => {
    let hasHappened = false
    server.app.server.once(event, () => {
      hasHappened = true
    })
    while (!hasHappened) held.push(await open(head))
  }
  await openUntil('drop', login(50_000) + '{'.repeat(20_000))
  expect(held.length).toBeGreaterThan(limits.connections)
  for (const { socket } of held) socket.destroy()
  await Promise.all(held.map(({ closed }) => closed))
  await openUntil('connection')
  for (const { socket } of held) socket.destroy()
})
