import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NotificationKind } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'
import type { Database } from '../../platform/db/schema/index.ts'
import { testDatabase } from '../../testing/database.ts'
import { addMember, addService, type TestMember } from '../../testing/people.ts'
import { callForNotifications } from '../webhook/actions.ts'
import { notifyMembers } from './actions.ts'
import { notifications } from './audience.ts'

const { db, close } = await testDatabase()
const DEVICES = 3_000
const aoiId = newId()
let creator: TestMember
let author: TestMember
afterAll(close)

beforeAll(async () => {
  const home = await addService(db, 'Home')
  creator = await addMember(db, home, home.roleId)
  author = await addMember(db, home, home.roleId)
  await sql`insert into member (id, service_id, role_id, type, username, password_hash)
    select gen_random_uuid(), ${home.id}, ${home.roleId}, 'Operator', 'crowd' || i, '' from generate_series(1, ${DEVICES}::int) i`.execute(
    db,
  )
  await sql`insert into push_device (id, member_id, endpoint, subscription)
    select gen_random_uuid(), m.id, 'https://push.example/' || m.id, '{}' from member m`.execute(db)
  await db
    .insertInto('aoi')
    .values({
      id: aoiId,
      serviceId: home.id,
      kind: 'event',
      name: 'Mill',
      nonce: 1,
      place: '(0,0)',
      creatorId: creator.id,
    })
    .execute()
  await sql`analyze`.execute(db)
})

const devicesRead = async (transaction: Db) => {
  const { rows } = await sql<{ count: number }>`
    select seq_tup_read + idx_tup_fetch as count from pg_stat_xact_user_tables
    where relname = 'push_device'`.execute(transaction)
  return rows[0]?.count
}

const expandNotifications = async (transaction: Kysely<Database>): Promise<number> => {
  const waiting = await transaction.selectFrom('notification').select('id').execute()
  const ids = waiting.map(({ id }) => String(id))
  return ids.length > 0 ? notifications(callForNotifications).process(transaction, ids, new Date(), null) : 0
}

/** Rolls the work back, so that all tests start with the same data. */
const inTransaction = async <T>(work: (transaction: Kysely<Database>) => Promise<T>): Promise<T> => {
  const transaction = await db.startTransaction().execute()
  try {
    return await work(transaction)
  } finally {
    await transaction.rollback().execute()
  }
}

test.each<NotificationKind>(['created', 'shared', 'updated', 'archived', 'deleted', 'status'])(
  'a change of an event does not wait for a scan of the devices: %s',
  (kind) =>
    inTransaction(async (transaction) => {
      await notifyMembers(transaction, { kind, aoiId, by: { id: author.id, name: 'Dana' }, memberIds: [creator.id] })
      expect(await devicesRead(transaction)).toBe(0)
    }),
)

test('an update notifies the members involved without scanning devices', () =>
  inTransaction(async (transaction) => {
    await notifyMembers(transaction, { kind: 'updated', aoiId, by: { id: author.id, name: 'Dana' } })
    await expandNotifications(transaction)
    expect(await transaction.selectFrom('delivery').select('memberId').execute()).toEqual([{ memberId: creator.id }])
    expect(await transaction.selectFrom('notification').select('id').execute()).toEqual([])
    // One read for the creator, and one for each foreign key check.
    expect(await devicesRead(transaction)).toBeLessThan(10)
  }))

test('a device registered after the change gets no notification', () =>
  inTransaction(async (transaction) => {
    await notifyMembers(transaction, { kind: 'updated', aoiId, by: null })
    await sql`update push_device set created_at = now() + interval '1 second'
      where member_id = ${creator.id}`.execute(transaction)
    await expandNotifications(transaction)
    expect(await transaction.selectFrom('delivery').select('memberId').execute()).toEqual([])
  }))

test('a member who must turn on a second factor gets no notifications', () =>
  inTransaction(async (transaction) => {
    await transaction.updateTable('service').set({ requiresSecondFactor: true }).execute()
    await notifyMembers(transaction, { kind: 'shared', aoiId, by: null, memberIds: [creator.id, author.id] })
    await transaction.updateTable('member').set({ type: 'Admin' }).where('id', '=', author.id).execute()
    await expandNotifications(transaction)
    expect(await transaction.selectFrom('delivery').select('memberId').execute()).toEqual([{ memberId: creator.id }])
  }))

test('a large audience is notified in batches, each device once', () =>
  inTransaction(async (transaction) => {
    const crowd = await transaction.selectFrom('member').select('id').where('username', 'like', 'crowd%').execute()
    await notifyMembers(transaction, { kind: 'shared', aoiId, by: null, memberIds: crowd.map(({ id }) => id) })
    const deliveries = () => transaction.selectFrom('delivery').select('address').execute()
    expect(await expandNotifications(transaction)).toBe(1)
    expect((await deliveries()).length).toBeLessThan(DEVICES / 2)
    while (await expandNotifications(transaction));
    const devices = (await deliveries()).map(({ address }) => address)
    expect([devices.length, new Set(devices).size]).toEqual([DEVICES, DEVICES])
    expect(await transaction.selectFrom('notification').select('id').execute()).toEqual([])
  }))
