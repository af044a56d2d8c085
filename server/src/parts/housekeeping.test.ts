import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { localStore } from '../platform/files/local.ts'
import { openMapHosts } from '../platform/http/map-hosts.ts'
import { readConfig } from '../start/config.ts'
import { testDatabase } from '../testing/database.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { addMember, addService } from '../testing/people.ts'
import { startHousekeeping } from './housekeeping.ts'

const database = await testDatabase()
const { db } = database
const folder = await temporaryFolder()
const local = await localStore(folder)
const isStuck = (token: string) => token.startsWith('stuck')
const store: typeof local = {
  ...local,
  remove: (token) => (isStuck(token) ? Promise.reject(new Error('stuck')) : local.remove(token)),
}
const isOffline = async () => true
const housekeeping = startHousekeeping(
  {
    config: readConfig({ COHESION_DATA: folder }),
    database,
    isOffline,
    mustBeOnline: async () => {},
    log: console as unknown as Parameters<typeof startHousekeeping>[0]['log'],
  },
  store,
  openMapHosts({ styleUrl: undefined, isOffline }),
)
afterAll(async () => {
  await housekeeping.stop()
  await database.close()
})

let nonce = 0
/** A service deleted long ago, and another with one row of each kind that is due. Returns the ids of these rows. */
const addDueRows = async (title: string, file: string) => {
  const deleted = await addService(db, `Deleted ${title}`)
  await sql`update service set deleted_at = now() - interval '31 days' where id = ${deleted.id}`.execute(db)
  const service = await addService(db, title)
  const member = await addMember(db, service, service.roleId)
  await sql`update member set deleted_at = now() - interval '31 days' where id = ${member.id}`.execute(db)
  const idOf = async (insert: ReturnType<typeof sql>) =>
    ((await insert.execute(db)).rows as { id: string }[])[0]?.id ?? ''
  const event = await idOf(sql`insert into aoi (id, service_id, kind, name, nonce, place, deleted_at)
    values (gen_random_uuid(), ${service.id}, 'event', 'Old', ${++nonce}, '(0,0)', now() - interval '31 days') returning id`)
  const sensor = await idOf(sql`insert into sensor (id, service_id, serial, name)
    values (gen_random_uuid(), ${service.id}, ${title}, ${title}) returning id`)
  const sums = await idOf(sql`insert into sensor_sum_job (service_id, readings, sensor_ids, times, parameters)
    values (${service.id}, 1, array[${sensor}::uuid], array[now()], array['{"level": 3}'::jsonb]) returning id`)
  const fileId = await idOf(sql`insert into file (id, token, kind, mime, bytes, detached_at, created_at)
    values (gen_random_uuid(), ${file}, 'image', 'image/webp', 1, now() - interval '2 hours', now() - interval '3 hours') returning id`)
  const log = await idOf(sql`insert into sensor_log (id, sensor_id, type, at)
    values (gen_random_uuid(), ${sensor}, 'state', now() - interval '401 days') returning id`)
  const alarm = await idOf(sql`
    insert into alarm (id, service_id, kind, rule_name, severity, sets_area_status, began_at, raised_at, ended_at)
    values (gen_random_uuid(), ${service.id}, 'alarm', 'Flood', 'high', false, now() - interval '401 days',
      now() - interval '401 days', now() - interval '401 days') returning id`)
  const delivery = await idOf(sql`insert into delivery (id, channel, kind, service_id, payload, created_at)
    values (gen_random_uuid(), 'push', 'test', ${service.id}, '{}', now() - interval '31 days') returning id`)
  return {
    service: deleted.id,
    member: member.id,
    aoi: event,
    sensor_sum_job: sums,
    file: fileId,
    sensor_log: log,
    alarm,
    delivery,
  }
}

const isLeft = async (table: string, id: string) => {
  const condition = table === 'member' ? sql`id = ${id} and erased_at is null` : sql`id = ${id}`
  return (await sql`select from ${sql.table(table)} where ${condition}`.execute(db)).rows.length > 0
}

test('a row that cannot be removed is named, and the others go', async () => {
  const bad = await addDueRows('Bay', 'stuck'.padEnd(32, 'x'))
  const good = await addDueRows('Valley', 'file'.padEnd(32, 'x'))
  // A table that only a newer version has. This version removes no rows from it.
  await sql`create table newer (member_id uuid references member, aoi_id uuid references aoi,
    service_id uuid references service, log_id uuid references sensor_log, alarm_id uuid references alarm,
    delivery_id uuid references delivery)`.execute(db)
  await sql`insert into newer
    values (${bad.member}, ${bad.aoi}, ${bad.service}, ${bad.sensor_log}, ${bad.alarm}, ${bad.delivery})`.execute(db)
  await sql`update sensor_sum_job set parameters = array[jsonb_build_object(
    (select string_agg(md5(n::text), '') from generate_series(1, 500) n), 1)] where id = ${bad.sensor_sum_job}`.execute(
    db,
  )

  await housekeeping.round()
  for (const [table, id] of Object.entries(good)) expect([table, await isLeft(table, id)]).toEqual([table, false])
  const { rows } = await sql`select table_name, row_id from quarantine order by table_name`.execute(db)
  expect(rows).toEqual(
    Object.entries(bad)
      .toSorted()
      .map(([tableName, rowId]) => ({ tableName, rowId })),
  )

  await sql`drop table newer`.execute(db)
  await sql`update sensor_sum_job set parameters = array['{"level": 3}'::jsonb]`.execute(db)
  await sql`update file set token = ${'freed'.padEnd(32, 'x')} where id = ${bad.file}`.execute(db)
  await sql`update quarantine set retry_at = now() - interval '1 minute'`.execute(db)
  await housekeeping.round()
  for (const [table, id] of Object.entries(bad)) expect([table, await isLeft(table, id)]).toEqual([table, false])
})
