import { afterAll, expect, test } from 'vitest'
import { fillDemo } from '../../demo/fill.ts'
import { testDatabase } from '../../testing/database.ts'
import { addMember, addService } from '../../testing/people.ts'
import { registerDevice } from '../push/devices.ts'
import { migrateToLatest } from './migrate.ts'
import { misplacedTables } from './misplaced-rows.ts'

/*
 * Sharding by service (docs/SCALING.md) needs the service in every row. A new table has a non-null `service_id` or
 * belongs to the whole server.
 */
const database = await testDatabase()
afterAll(database.close)

/** Tables of the whole server. Their rows are on every shard, or on one of them. */
const serverWide = [
  'attempt',
  'audit_refusal',
  'backup_setting',
  'failed_request',
  'job',
  'kysely_migration',
  'notice',
  'replica_heartbeat',
  'rule_listening',
  'secret',
  'server_clock',
  'server_hour',
  'server_setting',
  'service',
]

/** Tables with rows of services and with rows of the whole server, whose service is null. */
const partlyServerWide = ['audit', 'delivery', 'file', 'outbox', 'quarantine', 'refusal']

test('every table of a service carries service_id, never null', async () => {
  const { rows } = await database.pool.query<{ name: string; is_never_null: boolean | null }>(`
    select c.relname as name, a.attnotnull as is_never_null
    from pg_class c left join pg_attribute a on a.attrelid = c.oid and a.attname = 'service_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`)
  const named = (isNeverNull: boolean | null) =>
    rows.filter((table) => table.is_never_null === isNeverNull).map(({ name }) => name)
  expect(named(null)).toEqual(serverWide)
  expect(named(false)).toEqual(partlyServerWide)
  expect(named(true).length).toBeGreaterThan(60)
})

test('demo rows carry the service of their parent, also after an interrupted fill', async () => {
  const { db, pool, close } = await testDatabase()
  await fillDemo(db, new Date('2026-11-16T08:00:00Z'))
  expect(await misplacedTables(db)).toEqual([])

  const cutOff = '0461_service_of_events'
  // A later migration added this trigger, which reads `service_id`.
  await pool.query('alter table log_entry disable trigger log_entry_noted_update')
  await pool.query('alter table log_entry alter service_id drop not null')
  await pool.query('update log_entry set service_id = null where is_system')
  await pool.query('delete from kysely_migration where name = $1', [cutOff])
  expect(await migrateToLatest(db)).toEqual([cutOff])
  expect(await misplacedTables(db)).toEqual([])
  await expect(pool.query('update log_entry set service_id = null')).rejects.toThrow('not-null')
  await close()
})

test('a row that moves to another parent gets its service, and a parent never changes its service', async () => {
  const { db, pool } = database
  const bay = await addService(db, 'Bay')
  const harbor = await addService(db, 'Harbor')
  const dana = await addMember(db, bay, bay.roleId)
  const omer = await addMember(db, harbor, harbor.roleId)
  const device = { endpoint: 'https://push.example/1', keys: { p256dh: '-', auth: '-' } }
  for (const { id: memberId } of [dana, omer]) {
    const session = db.selectFrom('session').select('id').where('memberId', '=', memberId)
    await registerDevice(db, { memberId, sessionId: (await session.executeTakeFirstOrThrow()).id, device })
  }
  const { serviceId } = await db.selectFrom('pushDevice').select('serviceId').executeTakeFirstOrThrow()
  expect(serviceId).toBe(harbor.id)
  await expect(pool.query('update member set service_id = $1 where id = $2', [harbor.id, dana.id])).rejects.toThrow(
    'never changes its service',
  )
  await pool.query('update member set service_id = service_id')
  await expect(pool.query('update push_device set service_id = null')).rejects.toThrow('not-null')
})
