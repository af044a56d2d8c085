import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { liveServer, type Person, person, signedIn } from '../../testing/live.ts'
import { newId } from '../db/id.ts'
import { publish } from '../outbox/outbox.ts'
import type { RecentLimits } from './recent.ts'
import { STALLED_BYTES } from './stream-client.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let servers: Awaited<ReturnType<typeof liveServer>>[]
const harbour = newId()
const dana = person(harbour)
const omer = person(newId())

beforeAll(async () => {
  database = await testDatabase()
})

async function start(recent: RecentLimits) {
  servers = await Promise.all([1, 2].map(() => liveServer(database.connection, signedIn(dana, omer), { recent })))
}

afterEach(() => Promise.all(servers.map((server) => server.stop())))
afterAll(() => database.close())

/** Publishes messages in transactions that overtake each other. Rolls back every seventh transaction. */
async function write(writer: number, count: number) {
  for (let number = 0; number < count; number++) {
    const name = `${writer}-${number}`
    const isUndone = number % 7 === 3
    await database.db
      .transaction()
      .execute(async (db) => {
        await publish(db, { message: { type: 'AOI_UPDATED', serviceId: harbour, aoiIds: [name] }, serviceId: harbour })
        // Varies the time between the message and the commit.
        await sql`select pg_sleep(${((writer * 7 + number * 3) % 11) / 2000})`.execute(db)
        if (isUndone) throw new Error('undone')
      })
      .catch((error: Error) => expect(error.message).toBe('undone'))
    if (!isUndone) servers[number % 2]?.live.wake()
  }
}

/** Reads a few messages, disconnects, and resumes on the other server until all have arrived. */
async function comeAndGo(who: Person, wanted: number, hasCome: () => void) {
  const names: (string | undefined)[] = []
  let lastId: string | undefined
  for (let visit = 0; names.length < wanted; visit++) {
    const stream = servers[visit % 2]?.listen(who, lastId)
    if (!stream) throw new Error('no server')
    await stream.ready()
    hasCome()
    const atLeast = 1 + ((visit * 5) % 9)
    while (stream.news().length < Math.min(atLeast, wanted - names.length)) await stream.hears(stream.heard.length + 1)
    stream.close()
    for (const message of stream.news()) names.push('aoiIds' in message ? message.aoiIds[0] : message.type)
    lastId = stream.lastId()
  }
  return names
}

const memories = [
  ['messages that are still in memory', {}],
  ['messages that only the database holds', { most: 2 }],
] as const

describe.each(memories)('with %s', (_, recent) => {
  test('and 8 writers, a reader that switches servers gets every message once, in order', async () => {
    await database.pool.query('truncate outbox')
    await start(recent)
    const writers = 8
    const each = 50
    const kept = Array.from({ length: writers }, (_, writer) =>
      Array.from({ length: each }, (_, number) => `${writer}-${number}`).filter((_, number) => number % 7 !== 3),
    ).flat()
    const constant = servers[0]?.listen(dana)
    await constant?.ready()

    const begun = Promise.withResolvers<void>()
    const wandering = comeAndGo(dana, kept.length, begun.resolve)
    await begun.promise
    await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer, each)))
    const heard = await wandering
    await constant?.hears(kept.length + 1)

    expect(heard.toSorted()).toEqual(kept.toSorted())
    const { rows } = await database.pool.query("select body -> 'aoiIds' ->> 0 as name from outbox order by position")
    expect(heard).toEqual(rows.map(({ name }) => name))
    expect(constant?.news().map((message) => 'aoiIds' in message && message.aoiIds[0])).toEqual(heard)
    constant?.close()
  })
})

test('a stalled reader is dropped, its memory is freed, and others continue', async () => {
  await start({})
  const [server] = servers
  const stalled = server?.listen(omer)
  const reading = server?.listen(dana)
  await Promise.all([stalled?.ready(), reading?.ready()])
  await stalled?.stall()
  const aoiIds = Array.from({ length: 2_000 }, newId)
  const message = { type: 'AOI_UPDATED', serviceId: harbour, aoiIds } as const
  const memberIds = [omer.memberId]
  // The operating system buffers some megabytes first.
  let sent = 0
  while (server?.live.isListening(omer.memberId) && sent < 1_000) {
    await publish(database.db, { message, serviceId: harbour, memberIds })
    server.live.wake()
    sent++
    await reading?.hears(sent + 1)
    expect(server.live.bufferedBytes()).toBeLessThan(STALLED_BYTES * 1.5)
  }
  expect(server?.live.isListening(omer.memberId)).toBe(false)
  expect(sent).toBeLessThan(1_000)

  const returned = server?.listen(omer, stalled?.lastId())
  await returned?.hears(sent + 1)
  expect(returned?.news().every(({ type }) => type === 'AOI_UPDATED')).toBe(true)
  returned?.close()
  reading?.close()
})
