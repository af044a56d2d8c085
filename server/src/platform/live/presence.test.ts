import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { eventually } from '../../testing/eventually.ts'
import { liveServer, person, signedIn } from '../../testing/live.ts'
import { newId } from '../db/id.ts'

const database = await testDatabase()
afterEach(() => vi.useRealTimers())
afterAll(() => database.close())

test('a quiet stream sends heartbeats and keeps its session alive until it ends', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const dana = person(newId())
  const omer = person(newId())
  const sessions = signedIn(dana, omer)
  const touched: string[] = []
  const touch = async (sessionIds: string[]) => void touched.push(...sessionIds)
  const server = await liveServer(database.connection, sessions, { touch })
  const streams = [dana, omer, omer].map((who) => server.listen(who))
  await Promise.all(streams.map((stream) => stream.ready()))
  await eventually(() => expect(new Set(touched)).toEqual(new Set([dana.sessionId, omer.sessionId])))

  touched.length = 0
  vi.advanceTimersByTime(15_000)
  await Promise.all(streams.map((stream) => stream.beats(1)))
  vi.advanceTimersByTime(15_000)
  await eventually(() => expect(new Set(touched)).toEqual(new Set([dana.sessionId, omer.sessionId])))
  expect(streams.some((stream) => stream.isClosed)).toBe(false)

  sessions.clear()
  vi.advanceTimersByTime(30_000)
  await Promise.all(streams.map((stream) => stream.closed()))
  await server.stop()
})
