import type { PluginTransformResultArgs } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { eventually } from '../../testing/eventually.ts'
import { liveServer, signedIn } from '../../testing/live.ts'
import { addMember, addService } from '../../testing/people.ts'
import { noteSeen, noteSignedOut, tellPresence } from './actions.ts'
import { ONLINE_CHANNEL, openOnline } from './online.ts'

const database = await testDatabase()
const { db } = database
const home = await addService(db, 'Home')
const openServer = async () => {
  const online = await openOnline(db)
  const server = await liveServer(database.connection, signedIn(), {
    notices: new Map([[ONLINE_CHANNEL, online.readNotice]]),
    onListening: () => void online.load(),
  })
  return { ...online, stop: server.stop }
}
const here = await openServer()
const there = await openServer()
afterAll(async () => {
  await Promise.all([here.stop(), there.stop()])
  await database.close()
})

test('every server has presence in memory, also of a crowd that needs several notices', async () => {
  const crowd = await Promise.all(Array.from({ length: 450 }, () => addMember(db, home, home.roleId)))
  const ids = crowd.map(({ id }) => id)
  await noteSeen(db, ids)
  expect(await db.transaction().execute(tellPresence)).toBe(450)
  for (const { members } of [here, there])
    await eventually(() => expect(ids.filter((id) => members.has(id)).length).toBe(450))
  const [gone = ''] = ids
  await db.deleteFrom('session').where('memberId', '=', gone).execute()
  await noteSignedOut(db, [gone])
  await db.transaction().execute(tellPresence)
  for (const { members } of [here, there])
    await eventually(() => expect(ids.filter((id) => !members.has(id))).toEqual([gone]))
})

test('a server reads presence when it starts and after missed notices', async () => {
  const { id } = await addMember(db, home, home.roleId)
  const deaf = await openOnline(db)
  await noteSeen(db, [id])
  await db.transaction().execute(tellPresence)
  expect(deaf.members.has(id)).toBe(false)
  await deaf.load()
  expect(deaf.members.has(id)).toBe(true)
  expect((await openOnline(db)).members.has(id)).toBe(true)
})

test('a server reloads presence after a lost connection', async () => {
  const { id } = await addMember(db, home, home.roleId)
  await db.insertInto('presence').values({ memberId: id, isToldOnline: true, lastSeenAt: new Date() }).execute()
  expect(here.members.has(id)).toBe(false)
  const listeners = await database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like '%outbox%' and pid <> pg_backend_pid()`)
  expect(listeners.rowCount).toBeGreaterThan(0)
  await eventually(() => expect(here.members.has(id)).toBe(true))
})

test('notices during loading take precedence over loaded rows', async () => {
  const { id } = await addMember(db, home, home.roleId)
  await noteSeen(db, [id])
  await db.transaction().execute(tellPresence)
  let readNotice = (_text: string): void => {}
  let reads = 0
  /** The member goes offline after the query and before its result is used. */
  const transformResult = async ({ result }: PluginTransformResultArgs) => {
    if (++reads === 2) {
      await db.updateTable('presence').set({ isToldOnline: false }).where('memberId', '=', id).execute()
      readNotice(JSON.stringify({ came: [], went: [id] }))
    }
    return result
  }
  const online = await openOnline(db.withPlugin({ transformQuery: ({ node }) => node, transformResult }))
  readNotice = online.readNotice
  expect(online.members.has(id)).toBe(true)
  await online.load()
  expect([online.members.has(id), reads]).toEqual([false, 3])
})
