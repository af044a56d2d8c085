import { afterAll, expect, test } from 'vitest'
import type { LiveMessage } from '#contract'
import { testDatabase } from '../../testing/database.ts'
import { liveServer, person, signedIn } from '../../testing/live.ts'
import { newId } from '../db/id.ts'
import { publish } from '../outbox/outbox.ts'
import { publishFleeting } from './fleeting.ts'

const database = await testDatabase()
const harbour = newId()
const airport = newId()
const dana = person(harbour)
const omer = person(airport)
const sessions = signedIn(dana, omer)
const here = await liveServer(database.connection, sessions)
const there = await liveServer(database.connection, sessions)
afterAll(async () => {
  await Promise.all([here.stop(), there.stop()])
  await database.close()
})

const came = (serviceId: string): LiveMessage => ({ type: 'PRESENCE_CHANGED', serviceId, users: null })
const settings = async () => {
  await publish(database.db, { message: { type: 'SETTINGS_UPDATED' }, everyone: true })
  here.live.wake()
}

test('a fleeting message reaches current listeners of its service on every server only', async () => {
  const streams = [here.listen(dana), there.listen(dana), there.listen(omer)]
  await Promise.all(streams.map((stream) => stream.ready()))
  await publishFleeting(database.db, [{ serviceId: harbour, message: came(harbour) }])
  await Promise.all(streams.slice(0, 2).map((stream) => stream.hearsType('PRESENCE_CHANGED')))
  await settings()
  await Promise.all(streams.map((stream) => stream.hearsType('SETTINGS_UPDATED')))
  expect(streams.map((stream) => stream.types())).toEqual([
    ['READY', 'PRESENCE_CHANGED', 'SETTINGS_UPDATED'],
    ['READY', 'PRESENCE_CHANGED', 'SETTINGS_UPDATED'],
    ['READY', 'SETTINGS_UPDATED'],
  ])
  expect((await database.db.selectFrom('outbox').select('id').execute()).length).toBe(1)
  for (const stream of streams) stream.close()
})

test('a fleeting message does not change the position at which a stream resumes', async () => {
  const stream = here.listen(dana)
  await stream.ready()
  const before = stream.lastId()
  await publishFleeting(database.db, [{ serviceId: harbour, message: came(harbour) }])
  await stream.hearsType('PRESENCE_CHANGED')
  expect(stream.news().at(-1)?.id).toBeUndefined()
  stream.close()
  expect(before).toBeTruthy()
})

test('a message that is too long is refused, and none of its batch is sent', async () => {
  const message: LiveMessage = { type: 'AOI_UPDATED', serviceId: harbour, aoiIds: Array.from({ length: 300 }, newId) }
  await expect(publishFleeting(database.db, [{ serviceId: harbour, message }])).rejects.toThrow('too long')
})
