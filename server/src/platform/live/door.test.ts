import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { API_KEY_HEADER, BASE_PATH, LIVE_POSITION_HEADER, userTypes } from '#contract'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../start/config.ts'
import { testDatabase } from '../../testing/database.ts'
import { eventually } from '../../testing/eventually.ts'
import { temporaryFolder } from '../../testing/folder.ts'
import { listenTo } from '../../testing/live.ts'
import { addMember, addService, type TestMember } from '../../testing/people.ts'

const database = await testDatabase()
const config = readConfig({
  COHESION_API_KEY: 'test-key',
  COHESION_DATA: await temporaryFolder(),
  LOG_LEVEL: 'silent',
})
const [here, there] = await Promise.all([openServer(), openServer()])
const bay = await addService(database.db, 'Bay')
const valley = await addService(database.db, 'Valley')
afterAll(async () => {
  await Promise.all([here.app.close(), there.app.close()])
  await database.close()
})

async function openServer() {
  const app = await buildApp({ config, database, checkReplies: true })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const listen = (headers: Record<string, string>, lastEventId?: string) =>
    listenTo({ port, path: `${BASE_PATH}/events`, headers, lastEventId })
  const ask = (member: TestMember, method: 'POST' | 'PATCH', path: string, payload = {}) =>
    app.inject({ method, url: BASE_PATH + path, headers: headersOf(member), payload })
  return { app, listen, ask }
}

function headersOf({ token }: { token: string }) {
  return { [API_KEY_HEADER]: 'test-key', authorization: `Bearer ${token}` }
}

test.each(userTypes)('a signed-in %s may listen, and the stream is guarded like any reply', async (type) => {
  const stream = here.listen(headersOf(await addMember(database.db, bay, bay.roleId, { type })))
  await stream.ready()
  expect(stream.headers()).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'x-content-type-options': 'nosniff',
  })
  stream.close()
})

test('a HEAD request opens no stream', async () => {
  const headers = headersOf(await addMember(database.db, bay, bay.roleId))
  const head = await here.app.inject({ method: 'HEAD', url: `${BASE_PATH}/events`, headers })
  expect(head.statusCode).toBe(200)
  expect(head.headers['content-type']).toBe('text/event-stream; charset=utf-8')
})

test('a stream requires a key, a token and an active session', async () => {
  const dana = await addMember(database.db, bay, bay.roleId)
  const { [API_KEY_HEADER]: key, authorization } = headersOf(dana)
  expect(await here.listen({ authorization: `${authorization}` }).answered()).toBe(403)
  expect(await here.listen({ [API_KEY_HEADER]: `${key}` }).answered()).toBe(401)
  await there.ask(dana, 'POST', '/auth/logout')
  expect(await here.listen(headersOf(dana)).answered()).toBe(401)
})

test('a reply to a member has a live position, and one to a visitor has none', async () => {
  const dana = await addMember(database.db, bay, bay.roleId)
  const headers = headersOf(dana)
  const reply = await here.app.inject({ url: `${BASE_PATH}/user/profile`, headers })
  const position = String(reply.headers[LIVE_POSITION_HEADER])
  expect(position).toMatch(/^\d+$/)
  expect((await here.ask(dana, 'PATCH', '/user/profile', { firstName: 'Dana' })).statusCode).toBe(200)
  const stream = there.listen(headers, position)
  await eventually(() =>
    expect(stream.news()).toContainEqual(expect.objectContaining({ type: 'USER_UPDATED', userId: dana.id })),
  )
  stream.close()
  const refused = await here.app.inject({ url: `${BASE_PATH}/user/profile`, headers: { [API_KEY_HEADER]: 'test-key' } })
  expect(refused.headers).not.toHaveProperty(LIVE_POSITION_HEADER)
})

test('a change on one server reaches readers of its service on the other', async () => {
  const [dana, omer, stranger] = await Promise.all([
    addMember(database.db, bay, bay.roleId),
    addMember(database.db, valley, valley.roleId, { providedServiceIds: [bay.id] }),
    addMember(database.db, valley, valley.roleId),
  ])
  const streams = [dana, omer, stranger].map((member) => there.listen(headersOf(member)))
  await Promise.all(streams.map((stream) => stream.ready()))
  const changed = await here.ask(dana, 'PATCH', '/user/profile', { firstName: 'Dana' })
  expect(changed.statusCode).toBe(200)
  await here.ask(stranger, 'PATCH', '/user/profile', { firstName: 'Someone' })
  // Streams also get messages of another type about members who come online.
  const changes = (stream: (typeof streams)[number]) =>
    stream.news().flatMap((news) => (news.type === 'USER_UPDATED' ? [news.userId] : []))
  await eventually(() => expect(streams.map(changes)).toEqual([[dana.id], [dana.id, stranger.id], [stranger.id]]))
  for (const stream of streams) stream.close()
})

test('signing out on one server ends the streams of that session on the other', async () => {
  const dana = await addMember(database.db, bay, bay.roleId)
  const stream = there.listen(headersOf(dana))
  await stream.ready()
  await here.ask(dana, 'POST', '/auth/logout')
  await stream.closed()
})
