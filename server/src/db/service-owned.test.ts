import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'

/*
 * What sharding by service rests on (docs/SCALING.md): every row that belongs to a service names it, or belongs by one
 * reference that is never null to a row that does. A new table must be of one of these kinds.
 */
const database = await testDatabase()
afterAll(database.close)

/** Rows of the whole server; on every shard the same, or on one of them only. */
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
  'server_hour',
  'server_setting',
  'service',
]

/**
 * Tables whose rows belong to a service only by a reference. They have to get the column before a database is split
 * (docs/SCALING.md), so no further one may come: a new table carries `service_id`. One that gets it leaves this list.
 */
const byReference = [
  'aoi_answer',
  'aoi_group',
  'aoi_local_map',
  'aoi_read',
  'aoi_sensor',
  'calendar_feed',
  'community_group',
  'criterion',
  'email_confirmation',
  'escalation_receiver',
  'group_member',
  'known_device',
  'log_entry',
  'notification',
  'presence',
  'public_text',
  'push_device',
  'push_message',
  'question',
  'recovery_code',
  'reentry_link',
  'role_action',
  'role_event_type',
  'rota_swap',
  'rule_state',
  'second_factor',
  'sensor_log',
  'sensor_media_job',
  'sensor_reading',
  'session',
  'share',
  'sign_in_ticket',
  'subscriber',
]

const tablesSql = `
  select c.relname as name, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'service_id') as has_service
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`

/** References by one column that is never null. */
const parentsSql = `
  select c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent
  from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
  where c.contype = 'f' and cardinality(c.conkey) = 1 and a.attnotnull`

test('every row of a service names its service, or belongs to a row that does, where that was always so', async () => {
  const { rows: tables } = await database.pool.query<{ name: string; has_service: boolean }>(tablesSql)
  const { rows: references } = await database.pool.query<{ child: string; parent: string }>(parentsSql)
  const owned = new Set(tables.filter((table) => table.has_service).map(({ name }) => name))
  const unowned = tables.map(({ name }) => name).filter((name) => !owned.has(name) && !serverWide.includes(name))
  const isBelow = (name: string, seen: readonly string[] = []): boolean =>
    owned.has(name) ||
    references.some(({ child, parent }) => child === name && !seen.includes(parent) && isBelow(parent, [...seen, name]))
  expect(owned.size).toBeGreaterThan(20)
  expect(unowned.filter((name) => !isBelow(name))).toEqual([])
  expect(unowned.sort()).toEqual(byReference)
  expect(serverWide.filter((name) => owned.has(name))).toEqual([])
})
