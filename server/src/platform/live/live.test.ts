import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { LiveMessage } from '#contract'
import { testDatabase } from '../../testing/database.ts'
import { eventually } from '../../testing/eventually.ts'
import { liveServer, type Person, person, signedIn } from '../../testing/live.ts'
import { newId } from '../db/id.ts'
import { publish } from '../outbox/outbox.ts'
import { pruneOutbox } from '../outbox/pruning.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let here: Awaited<ReturnType<typeof liveServer>>
let there: Awaited<ReturnType<typeof liveServer>>
const harbour = newId()
const airport = newId()
const sessions = new Map<string, Person>()
let dana: Person
let omer: Person

beforeAll(async () => {
  database = await testDatabase()
  here = await liveServer(database.connection, sessions)
  // This server keeps only one message in memory, so it must query the database.
  there = await liveServer(database.connection, sessions, { recent: { most: 1 } })
})

/** Resolves when both servers have delivered everything. */
const settled = () =>
  eventually(async () => {
    const { rows } = await database.pool.query<{ newest: number | null; unnumbered: number }>(
      'select max(position) as newest, count(*) filter (where position is null) as unnumbered from outbox',
    )
    const [{ newest, unnumbered } = { newest: 0, unnumbered: 0 }] = rows
    expect([here.live.position, there.live.position, unnumbered]).toEqual([newest ?? 0, newest ?? 0, 0])
  })

beforeEach(async () => {
  await settled()
  ;[dana, omer] = [person(harbour), person(airport)]
  for (const [id, one] of signedIn(dana, omer)) sessions.set(id, one)
})

afterAll(async () => {
  await Promise.all([here.stop(), there.stop()])
  await database.close()
})

const updated = (serviceId: string, ...aoiIds: string[]): LiveMessage => ({ type: 'AOI_UPDATED', serviceId, aoiIds })

async function announce(message: LiveMessage, to: { serviceId?: string; memberIds?: string[]; everyone?: true }) {
  await database.db.transaction().execute((db) => publish(db, { message, ...to }))
  here.live.wake()
}

test('a stream begins with READY, whose id is where a later stream resumes', async () => {
  const stream = here.listen(dana)
  await stream.ready()
  stream.close()
  expect(stream.headers()).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
  })
  const aoiId = newId()
  await announce(updated(harbour, aoiId), { serviceId: harbour })

  const resumed = here.listen(dana, stream.lastId())
  await resumed.hears(2)
  expect(resumed.news()).toMatchObject([{ type: 'AOI_UPDATED', aoiIds: [aoiId] }])
  resumed.close()
})

test('a message reaches the readers of its service on every server, and no others', async () => {
  const danaHere = here.listen(dana)
  const danaThere = there.listen(dana)
  const omerThere = there.listen(omer)
  await Promise.all([danaHere.ready(), danaThere.ready(), omerThere.ready()])
  await announce(updated(harbour), { serviceId: harbour })
  await announce({ type: 'SETTINGS_UPDATED' }, { everyone: true })
  const streams = [danaHere, danaThere, omerThere]
  await Promise.all(streams.map((stream) => stream.hearsType('SETTINGS_UPDATED')))
  expect(danaHere.types()).toEqual(['READY', 'AOI_UPDATED', 'SETTINGS_UPDATED'])
  expect(danaThere.types()).toEqual(['READY', 'AOI_UPDATED', 'SETTINGS_UPDATED'])
  expect(omerThere.types()).toEqual(['READY', 'SETTINGS_UPDATED'])
  for (const stream of streams) stream.close()
})

test('a named member gets a message of an invisible service once', async () => {
  const streams = [here.listen(dana), there.listen(omer)]
  await Promise.all(streams.map((stream) => stream.ready()))
  await announce(updated(harbour), { serviceId: harbour, memberIds: [omer.memberId, dana.memberId, dana.memberId] })
  await announce({ type: 'SETTINGS_UPDATED' }, { everyone: true })
  await Promise.all(streams.map((stream) => stream.hearsType('SETTINGS_UPDATED')))
  for (const stream of streams) {
    expect(stream.types()).toEqual(['READY', 'AOI_UPDATED', 'SETTINGS_UPDATED'])
    stream.close()
  }
})

test('a resuming client gets only messages it may see', async () => {
  const stream = there.listen(omer)
  await stream.ready()
  stream.close()
  await announce(updated(harbour, 'not for omer'), { serviceId: harbour })
  await announce(updated(airport, 'for omer'), { serviceId: airport })
  await announce(updated(harbour, 'shared'), { serviceId: harbour, memberIds: [omer.memberId] })
  for (const server of [here, there]) {
    const resumed = server.listen(omer, stream.lastId())
    await resumed.hears(3)
    expect(resumed.news()).toMatchObject([{ aoiIds: ['for omer'] }, { aoiIds: ['shared'] }])
    resumed.close()
  }
})

test('rolled-back changes are never published', async () => {
  const stream = here.listen(dana)
  await stream.ready()
  const refused = database.db.transaction().execute(async (db) => {
    await publish(db, { message: updated(harbour, 'undone'), serviceId: harbour })
    throw new Error('refused')
  })
  await expect(refused).rejects.toThrow('refused')
  here.live.wake()
  await announce(updated(harbour, 'kept'), { serviceId: harbour })
  await stream.hears(2)
  expect(stream.heard[1]).toMatchObject({ aoiIds: ['kept'] })
  stream.close()
})

test('a message needs an audience, and an empty list of members reaches nobody', async () => {
  await expect(publish(database.db, { message: { type: 'SETTINGS_UPDATED' } })).rejects.toThrow(
    'must name its recipients',
  )
  const stream = here.listen(dana)
  await stream.ready()
  await announce({ type: 'USER_LOGOFF', userId: dana.memberId }, { memberIds: [] })
  await announce({ type: 'SETTINGS_UPDATED' }, { everyone: true })
  await stream.hears(2)
  expect(stream.types()).toEqual(['READY', 'SETTINGS_UPDATED'])
  stream.close()
})

test('a slow transaction is published after a quick one that started later', async () => {
  const stream = there.listen(dana)
  await stream.ready()
  await database.db.transaction().execute(async (db) => {
    await publish(db, { message: updated(harbour, 'slow'), serviceId: harbour })
    await announce(updated(harbour, 'quick'), { serviceId: harbour })
    await stream.hears(2)
  })
  here.live.wake()
  await stream.hears(3)
  expect(stream.news()).toMatchObject([{ aoiIds: ['quick'] }, { aoiIds: ['slow'] }])
  stream.close()
})

test('NOTIFY wakes the other server before its next poll', async () => {
  const patient = await liveServer(database.connection, sessions, { pollMs: 3_600_000 })
  const stream = patient.listen(dana)
  await stream.ready()
  for (let count = 2; count <= 7; count++) {
    await announce(updated(harbour), { serviceId: harbour })
    await stream.hears(count)
  }
  stream.close()
  await patient.stop()
})

test('a message is delivered although its writer died after the commit', async () => {
  const streams = [here.listen(dana), there.listen(dana)]
  await Promise.all(streams.map((stream) => stream.ready()))
  await publish(database.db, { message: updated(harbour), serviceId: harbour })
  await Promise.all(streams.map((stream) => stream.hears(2)))
  for (const stream of streams) stream.close()
})

test('streams end with their session on every server, and what came before still arrives', async () => {
  const streams = [here.listen(dana), there.listen(dana)]
  const colleague = there.listen(omer)
  await Promise.all([...streams, colleague].map((stream) => stream.ready()))
  sessions.delete(dana.sessionId)
  await publish(database.db, [
    { message: { type: 'USER_LOGOFF', userId: dana.memberId }, memberIds: [dana.memberId] },
    { control: 'sessionEnded', sessionId: dana.sessionId },
  ])
  here.live.wake()
  await Promise.all(streams.map((stream) => stream.closed()))
  for (const stream of streams) expect(stream.types()).toEqual(['READY', 'USER_LOGOFF'])
  expect(colleague.isClosed).toBe(false)
  colleague.close()
})

test('a stream of a session that has just ended is closed silently', async () => {
  sessions.delete(dana.sessionId)
  const stream = here.listen(dana)
  await stream.closed()
  expect(stream.heard).toEqual([])
})

test('a member with new visible services reloads and gets their messages', async () => {
  const stream = there.listen(dana)
  await stream.ready()
  dana.services = [airport]
  await publish(database.db, [
    { message: updated(harbour, 'before'), serviceId: harbour },
    { control: 'audienceChanged', memberIds: [dana.memberId] },
    { message: updated(harbour, 'after'), serviceId: harbour },
    { message: updated(airport, 'after'), serviceId: airport },
  ])
  here.live.wake()
  await stream.hears(4)
  expect(stream.heard).toMatchObject([
    { type: 'READY' },
    { serviceId: harbour, aoiIds: ['before'] },
    { type: 'RESYNC' },
    { serviceId: airport, aoiIds: ['after'] },
  ])
  stream.close()
})

test('a client with an expired or foreign position reloads', async () => {
  await announce(updated(harbour, 'old'), { serviceId: harbour })
  await announce(updated(harbour, 'also old'), { serviceId: harbour })
  await settled()
  await database.pool.query("update outbox set created_at = now() - interval '25 hours'")
  await announce(updated(harbour, 'young'), { serviceId: harbour })
  await announce(updated(harbour, 'newest'), { serviceId: harbour })
  await settled()
  await Promise.all([pruneOutbox(database.pool), pruneOutbox(database.pool)])
  const { rows } = await database.pool.query<{ position: number }>('select position from outbox order by position')
  const [young = 0, newest] = rows.map(({ position }) => position)
  expect(rows).toHaveLength(2)

  const restarted = await liveServer(database.connection, sessions)
  for (const lastId of [young - 2, 999_999_999, 'gibberish', '']) {
    const stream = restarted.listen(dana, String(lastId))
    await stream.ready()
    expect(stream.heard).toMatchObject([
      { type: 'RESYNC', id: String(newest) },
      { type: 'READY', id: String(newest) },
    ])
    stream.close()
  }
  const inTime = restarted.listen(dana, String(young - 1))
  await inTime.ready()
  expect(inTime.heard).toMatchObject([{ aoiIds: ['young'] }, { aoiIds: ['newest'] }, { type: 'READY' }])
  inTime.close()
  await restarted.stop()
})

test('the newest message is never pruned, because it holds the position', async () => {
  await announce(updated(harbour), { serviceId: harbour })
  await settled()
  await database.pool.query("update outbox set created_at = now() - interval '25 hours'")
  await pruneOutbox(database.pool)
  const { rows } = await database.pool.query('select position from outbox')
  expect(rows).toHaveLength(1)
})

test('the relay survives the loss of its database connection', async () => {
  const stream = there.listen(dana)
  await stream.ready()
  await database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  // The connections of this test are terminated too.
  await eventually(() => publish(database.db, { message: updated(harbour), serviceId: harbour }))
  await stream.hears(2)
  expect(stream.types()).toEqual(['READY', 'AOI_UPDATED'])
  expect(stream.isClosed).toBe(false)
  stream.close()
})

test('after a database restore everyone reloads', async () => {
  await announce(updated(harbour), { serviceId: harbour })
  await announce(updated(harbour), { serviceId: harbour })
  const stream = here.listen(dana)
  await stream.ready()
  await settled()
  await database.pool.query('delete from outbox where position = (select max(position) from outbox)')
  await database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like '%outbox%' and pid <> pg_backend_pid()`)
  await stream.closed()
  await settled()
  const resumed = here.listen(dana, stream.lastId())
  await resumed.ready()
  expect(resumed.types()).toEqual(['RESYNC', 'READY'])
  resumed.close()
})

test('the 33rd stream of a session replaces an earlier one', async () => {
  const streams = Array.from({ length: 32 }, () => here.listen(dana))
  await Promise.all(streams.map((stream) => stream.ready()))
  const oneMore = here.listen(dana)
  await oneMore.ready()
  await Promise.race(streams.map((stream) => stream.closed()))
  expect(streams.filter((stream) => stream.isClosed)).toHaveLength(1)
  for (const stream of [...streams, oneMore]) stream.close()
})

test('at shutdown streams end first and no new ones begin', async () => {
  const leaving = await liveServer(database.connection, sessions)
  const stream = leaving.listen(dana)
  await stream.ready()
  expect(leaving.live.isListening(dana.memberId)).toBe(true)
  leaving.live.closeAll()
  await stream.closed()
  expect(leaving.live.isListening(dana.memberId)).toBe(false)
  const late = leaving.listen(dana)
  await late.closed()
  expect(late.heard).toEqual([])
  await leaving.stop()
})
