import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type AoiSummary, API_KEY_HEADER, BASE_PATH } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'
import { LONGEST_MESSAGE_BYTES } from '../../platform/live/attachment.ts'
import { addEventType } from '../../testing/events.ts'
import { listenTo, type ReceivedMessage } from '../../testing/live.ts'
import { addMember, addService } from '../../testing/people.ts'
import { testServer } from '../../testing/server.ts'

const server = await testServer()
const { db, pool } = server
const second = await server.openSecond()
const home = await addService(db, 'Home')
const foreign = await addService(db, 'Foreign')
const dana = await addMember(db, home, home.roleId, { username: 'dana' })
const omer = await addMember(db, home, home.roleId, { username: 'omer' })
const fred = await addMember(db, foreign, foreign.roleId, { username: 'fred' })
const flood = await addEventType(db, home, { name: 'Flood' })

let nonce = 0
const addRow = async (to: Db = db, values: Record<string, unknown> = {}): Promise<string> => {
  const id = newId()
  const row = { id, serviceId: home.id, kind: 'event' as const, name: 'Water', nonce: ++nonce, place: '(5,5)' }
  await to
    .insertInto('aoi')
    .values({ ...row, creatorId: dana.id, eventTypeId: flood.id, ...values })
    .execute()
  return id
}

type Published = { to: string | null; members: string[]; body: Record<string, unknown> }

const published = async (): Promise<Published[]> => {
  const { rows } = await pool.query<Published>(
    'select service_id as to, member_ids as members, body from outbox order by id',
  )
  return rows
}
const updated = (...aoiIds: string[]) => ({ type: 'AOI_UPDATED', serviceId: home.id, aoiIds: aoiIds.sort() })
const toHome = (...aoiIds: string[]): Published => ({ to: home.id, members: [], body: updated(...aoiIds) })
const forget = () => pool.query('delete from outbox')

beforeEach(async () => {
  await pool.query('delete from aoi')
  await forget()
})

describe('a transaction', () => {
  test('publishes a new AOI once, however many rows it has', async () => {
    const id = await db.transaction().execute(async (transaction) => {
      const aoiId = await addRow(transaction)
      await transaction.insertInto('logEntry').values({ id: newId(), aoiId, type: 'text' }).execute()
      await transaction.updateTable('aoi').set({ name: 'Flood' }).where('id', '=', aoiId).execute()
      return aoiId
    })
    expect((await published()).map(({ body }) => body)).toMatchObject([
      { type: 'AOI_CREATED', serviceId: home.id, aoiIds: [id] },
    ])
  })

  test('publishes nothing if it is rolled back', async () => {
    await db
      .transaction()
      .execute(async (transaction) => {
        await addRow(transaction)
        throw new Error('undone')
      })
      .catch(() => undefined)
    expect(await published()).toEqual([])
    expect((await pool.query('select from aoi_change')).rowCount).toBe(0)
  })

  test('publishes all its AOIs in one message', async () => {
    const ids = [await addRow(), await addRow()]
    await forget()
    await db.updateTable('aoi').set({ archivedAt: new Date() }).execute()
    expect((await published()).map(({ body }) => body)).toMatchObject([updated(...ids)])
  })

  test('of more than 1,000 rows publishes one message that names none', async () => {
    await pool.query(
      `insert into aoi (id, service_id, kind, name, nonce, place)
       select gen_random_uuid(), $1, 'event', 'many', 100000 + n, '(5,5)' from generate_series(1, 1001) n`,
      [home.id],
    )
    expect(await published()).toEqual([toHome()])
    await forget()
    await db.transaction().execute(async (transaction) => {
      const rows = await transaction.selectFrom('aoi').select('id').execute()
      for (const { id } of rows)
        await transaction.updateTable('aoi').set({ name: 'one' }).where('id', '=', id).execute()
    })
    expect(await published()).toEqual([toHome()])
    await forget()
    await pool.query('delete from aoi')
    expect(await published()).toEqual([toHome()])
  })

  test('that changes two AOIs does not deadlock with one that changes them in reverse', async () => {
    const one = await addRow()
    const other = await addRow()
    const rename = (to: Db, id: string) => to.updateTable('aoi').set({ name: 'x' }).where('id', '=', id).execute()
    const first = await db.startTransaction().execute()
    const next = await db.startTransaction().execute()
    await rename(first, one)
    await rename(next, other)
    await first.commit().execute()
    await next.commit().execute()
    expect((await published()).slice(-2)).toEqual([toHome(one), toHome(other)])
  })
})

describe('a change of', () => {
  test('a merged report publishes its main event', async () => {
    const main = await addRow()
    const report = await addRow(db, { mainId: main })
    await forget()
    await pool.query('update aoi set main_id = null where id = $1', [report])
    expect((await published()).at(-1)).toEqual(toHome(main, report))
  })

  test('the status of an area is published with the name of the area', async () => {
    const area = await addRow(db, { kind: 'sensor', status: 'OK', name: 'Dam', eventTypeId: null })
    await forget()
    await pool.query(`update aoi set status = 'ALERT'`)
    const body = { ...updated(area), statuses: [{ aoiId: area, name: 'Dam', status: 'ALERT' }] }
    expect(await published()).toEqual([{ to: home.id, members: [], body }])
  })

  test('new statuses of 1,000 areas are published in messages that no stream is dropped for', async () => {
    await pool.query(
      `insert into aoi (id, service_id, kind, name, nonce, place, status)
       select gen_random_uuid(), $1, 'sensor', repeat('סכר', 60), 200000 + n, '(5,5)', 'OK' from generate_series(1, 1000) n`,
      [home.id],
    )
    await forget()
    await pool.query(`update aoi set status = 'ALERT'`)
    const bodies = (await published()).map(({ body }) => body as { aoiIds: string[]; statuses: unknown[] })
    expect(bodies.flatMap(({ statuses }) => statuses)).toHaveLength(1000)
    expect(new Set(bodies.flatMap(({ aoiIds }) => aoiIds)).size).toBe(1000)
    expect(Math.max(...bodies.map((body) => Buffer.byteLength(JSON.stringify(body))))).toBeLessThan(
      LONGEST_MESSAGE_BYTES,
    )
  })

  test('a share reaches the member who holds it or just lost it', async () => {
    const id = await addRow()
    await forget()
    await db.insertInto('share').values({ aoiId: id, memberId: fred.id, source: 'member' }).execute()
    await pool.query(`update aoi set name = 'Fire'`)
    await pool.query('delete from share')
    await pool.query(`update aoi set name = 'Smoke'`)
    const members = [[fred.id], [fred.id], [fred.id], []]
    expect((await published()).map((message) => message.members)).toEqual(members)
  })

  test('reading is published only to the reader’s sessions', async () => {
    const id = await addRow()
    await forget()
    const open = () =>
      pool.query(
        `insert into aoi_read (member_id, aoi_id, read_at) values ($1, $2, clock_timestamp())
         on conflict (member_id, aoi_id) do update set read_at = excluded.read_at`,
        [fred.id, id],
      )
    await open()
    await open()
    const toFred = { to: null, members: [fred.id], body: updated(id) }
    expect(await published()).toEqual([toFred])
    await pool.query('delete from aoi where id = $1', [id])
    expect((await published()).filter(({ to }) => to === null)).toEqual([toFred])
  })
})

test('changes by SQL reach open pages of two servers within two seconds', async () => {
  const headers = { [API_KEY_HEADER]: server.apiKey, authorization: `Bearer ${omer.token}` }
  const servers = [second, await server.openSecond()]
  const streams = await Promise.all(
    servers.map(async (one) => listenTo({ port: await one.listen(), path: `${BASE_PATH}/events`, headers })),
  )
  afterAll(() => {
    for (const stream of streams) stream.close()
  })
  await Promise.all(streams.map((stream) => stream.ready()))
  const id = await addRow()
  const read = <T>(path: string, pick: (reply: never) => T) =>
    Promise.all(servers.map(async (one) => pick((await one.as(dana).get(path)).json() as never)))
  const counted = () => read('/aoi/state-metrics?type=event', ({ newAois }: { newAois: number }) => newAois)
  const listed = () =>
    read('/aoi/filtered?groups=false', ({ total }: { total: AoiSummary[] }) => total.map((row) => row.properties.name))
  expect([await counted(), await listed()]).toEqual([
    [1, 1],
    [['Water'], ['Water']],
  ])
  const since = performance.now()
  await sql`update aoi set name = 'Fire', archived_at = now() where id = ${id}`.execute(db)
  expect([await counted(), await listed()]).toEqual([
    [0, 0],
    [['Fire'], ['Fire']],
  ])
  const isShown = (message: ReceivedMessage) =>
    message.type === 'AOI_UPDATED' && message.rows?.[0]?.properties.name === 'Fire'
  await Promise.all(streams.map((stream) => stream.hearsOne(isShown)))
  expect(performance.now() - since).toBeLessThan(2_000)
})
