import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { newId } from '../db/id.ts'
import { StreamClient } from './stream-client.ts'

test('repeated waits leave no listener behind', async () => {
  const opened = Promise.withResolvers<ServerResponse>()
  const server = createServer((_, response) => opened.resolve(response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' })
  const response = await opened.promise
  const reader = new StreamClient(response, { memberId: newId(), sessionId: newId() }, () => {})
  reader.open()
  const [answer] = (await once(client, 'response')) as [IncomingMessage]
  answer.on('data', () => {})
  const listeners = () => response.listenerCount('close') + (response.socket?.listenerCount('drain') ?? 0)
  const before = listeners()
  for (let time = 0; time < 12; time++) {
    answer.pause()
    while (reader.takesMore) reader.write(Buffer.alloc(100_000, ' '))
    answer.resume()
    await reader.caughtUp()
  }
  expect(reader.isGone).toBe(false)
  expect(listeners()).toBe(before)
  client.destroy()
  server.closeAllConnections()
  server.close()
})
