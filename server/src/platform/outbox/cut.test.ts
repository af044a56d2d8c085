import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import type { LiveMessage } from '#contract'
import { testDatabase } from '../../testing/database.ts'
import { liveServer, person, signedIn } from '../../testing/live.ts'
import { newId } from '../db/id.ts'
import { STALLED_BYTES, StreamClient } from '../live/stream-client.ts'
import { cutMessage, LONGEST_MESSAGE_BYTES } from './cut.ts'
import { publish } from './outbox.ts'

const database = await testDatabase()
afterAll(() => database.close())

const serviceId = newId()
const storm = (count: number): LiveMessage & { type: 'AOI_UPDATED' } => {
  const aoiIds = Array.from({ length: count }, newId)
  const statuses = aoiIds.map((aoiId) => ({ aoiId, name: 'סכר'.repeat(60), status: 'ALERT' as const }))
  return { type: 'AOI_UPDATED', serviceId, aoiIds, statuses }
}

test('a message about thousands of areas is split: each part fits, and together they are complete', () => {
  const whole = storm(4_000)
  const parts = cutMessage(whole)
  expect(parts.length).toBeGreaterThan(1)
  for (const part of parts) expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThanOrEqual(LONGEST_MESSAGE_BYTES)
  const updates = parts.flatMap((part) => (part.type === 'AOI_UPDATED' ? part : []))
  expect(updates.flatMap(({ aoiIds }) => aoiIds)).toEqual(whole.aoiIds)
  expect(updates.flatMap(({ statuses }) => statuses)).toEqual(whole.statuses)
  expect(cutMessage(storm(2))).toHaveLength(1)
})

test('a client that missed a status change of every area can still catch up', async () => {
  const dana = person(serviceId)
  const server = await liveServer(database.connection, signedIn(dana), { recent: { most: 1 } })
  const before = server.listen(dana)
  await before.ready()
  before.close()
  const message = storm(4_000)
  expect(Buffer.byteLength(JSON.stringify(message))).toBeGreaterThan(STALLED_BYTES)
  await publish(database.db, { serviceId, message })
  server.live.wake()
  const after = server.listen(dana, before.lastId())
  const deliveredIds = () => after.news().flatMap((part) => (part.type === 'AOI_UPDATED' ? part.aoiIds : []))
  while (deliveredIds().length < message.aoiIds.length) await after.hears(after.heard.length + 1)
  expect(deliveredIds()).toEqual(message.aoiIds)
  after.close()
  await server.stop()
})

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
