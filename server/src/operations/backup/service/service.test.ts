import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillDemo } from '../../../demo/fill.ts'
import { newId } from '../../../platform/db/id.ts'
import { openStore } from '../../../platform/files/local.ts'
import { backUp, forge, opener } from '../../../testing/archives.ts'
import { testDatabase } from '../../../testing/database.ts'
import { temporaryFolder } from '../../../testing/folder.ts'
import { addMember, addService } from '../../../testing/people.ts'
import { restoreArchive } from '../restore.ts'
import { importService } from './import-service.ts'
import { leftBehind, readServiceTables } from './tables.ts'

const picture = Buffer.from('RIFF\0\0\0\0WEBPlarge', 'latin1')
const token = 'abcdefghijklmnopqrstuvwxyz012345'

const source = await testDatabase()
const sourceStore = await openStore({ dataFolder: await temporaryFolder() })
let service: { id: string; roleId: string }
let archive: Buffer

const photoId = newId()

beforeAll(async () => {
  const { db, pool } = source
  await fillDemo(db, new Date('2026-11-16T08:00:00Z'))
  const { rows } = await pool.query<{ id: string; role: string }>(`
    select service.id, (select id from role where service_id = service.id limit 1) as role
    from service order by (select count(*) from aoi where service_id = service.id) desc limit 1`)
  service = { id: rows[0]?.id ?? '', roleId: rows[0]?.role ?? '' }
  await addMember(db, service, service.roleId, { username: 'dana', type: 'Technician', isServerOwner: true })
  const other = await addService(db, 'Harbor')
  const guest = await addMember(db, other, other.roleId, { username: 'guest', providedServiceIds: [service.id] })
  await pool.query(
    `insert into share (aoi_id, member_id, source) select id, $1, 'member' from aoi where service_id = $2 limit 1`,
    [guest.id, service.id],
  )
  await pool.query(
    `update log_entry set author_id = $1 where id = (select e.id from log_entry e join aoi a on a.id = e.aoi_id
      where a.service_id = $2 and not e.is_system limit 1)`,
    [guest.id, service.id],
  )
  await pool.query(
    `insert into file (id, token, service_id, kind, mime, bytes, variants)
     values ($1, $2, $3, 'image', 'image/webp', 20, '[]')`,
    [photoId, token, service.id],
  )
  await pool.query(
    `update log_entry set photo_file_id = $1 where id = (select e.id from log_entry e join aoi a on a.id = e.aoi_id
      where a.service_id = $2 and not e.is_system limit 1)`,
    [photoId, service.id],
  )
  await sourceStore.put(token, picture, 'image/webp')
  archive = await backUp({ connection: source.connection, store: sourceStore, secrets: {}, serviceId: service.id })
})
afterAll(() => source.close())

async function otherServer() {
  const { connection, db, close } = await testDatabase()
  const own = await addService(db, 'Home')
  await addMember(db, own, own.roleId, { username: 'Dana' })
  await close()
  return { connection, store: await openStore({ dataFolder: await temporaryFolder() }), own }
}

async function query(connection: pg.ClientConfig, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  await client.connect()
  return (await client.query(text).finally(() => client.end())).rows
}

const one = async (connection: pg.ClientConfig, text: string) =>
  Object.values((await query(connection, text))[0] ?? {})[0]

test('a service moves to another server with all its rows and files, beside existing services', async () => {
  const target = await otherServer()
  const { renamed } = await importService(opener(archive), target)
  expect(renamed).toEqual([{ from: 'dana', to: 'dana-2' }])
  for (const table of [
    'aoi',
    'member',
    'role',
    'sensor',
    'event_type',
    'community',
    'metric',
    'region',
    'log_entry',
    'sensor_reading',
    'sensor_hour',
    'sensor_day',
    // Imported readings come with their sums, so the import creates no further sum jobs.
    'sensor_sum_job',
  ]) {
    const count = `select count(*)::int from ${table} where service_id = '${service.id}'`
    expect(await one(target.connection, count), table).toBe(await one(source.connection, count))
  }
  const ids = `select string_agg(id::text, ',' order by id) from aoi where service_id = '${service.id}'`
  expect(await one(target.connection, ids)).toBe(await one(source.connection, ids))
  const photos = `select count(*)::int from log_entry e join file f on f.id = e.photo_file_id where f.token = '${token}'`
  expect(await one(target.connection, photos)).toBe(1)
  const stored = await target.store.open(token)
  expect(stored && (await buffer(stored.stream))).toEqual(picture)
  expect(await one(target.connection, 'select count(*)::int from service')).toBe(2)
})

test('owner flags, sessions, links and foreign members are not exported, and numbers are new', async () => {
  const target = await otherServer()
  await importService(opener(archive), target)
  expect(await one(target.connection, 'select count(*)::int from member where is_server_owner')).toBe(0)
  expect(await one(target.connection, 'select count(*)::int from session'), 'that of the member who was here').toBe(1)
  for (const table of ['public_link', 'ingest_key', 'audit', 'push_device'])
    expect(await one(target.connection, `select count(*)::int from ${table}`), table).toBe(0)
  expect(await one(target.connection, `select count(*)::int from member where username = 'guest'`)).toBe(0)
  const numbers = `select json_agg(n) from (select number as n from aoi order by number limit 3) first`
  expect(await one(target.connection, numbers)).toEqual([1, 2, 3])
  const former = `select string_agg(former_number::text, ',' order by former_number) from aoi where service_id = '${service.id}'`
  const old = `select string_agg(number::text, ',' order by number) from aoi where service_id = '${service.id}'`
  expect(await one(target.connection, former)).toBe(await one(source.connection, old))
  const hashes = `select count(*)::int from visitor where encode(follow_token_hash, 'hex') in (%)`
  const known = await one(
    source.connection,
    `select string_agg(quote_literal(encode(follow_token_hash, 'hex')), ',') from visitor`,
  )
  if (known) expect(await one(target.connection, hashes.replace('%', String(known)))).toBe(0)
})

test('rejects an existing service and references to other services, and changes nothing', async () => {
  const target = await otherServer()
  const before = await one(target.connection, 'select count(*)::int from member')
  const ownMember = await one(target.connection, 'select id from member')
  const creator = await one(
    source.connection,
    `select creator_id from aoi where service_id = '${service.id}' and creator_id is not null`,
  )
  const intoOther = await forge(archive, {
    rows: { aoi: (rows) => rows.replace(String(creator), String(ownMember)) },
  })
  await expect(importService(opener(intoOther), target)).rejects.toThrow('already has data of this service (member)')
  const foreignRow = await forge(archive, { rows: { role: (rows) => rows.replaceAll(service.id, target.own.id) } })
  await expect(importService(opener(foreignRow), target)).rejects.toThrow('rows of another service: role')
  expect(await one(target.connection, 'select count(*)::int from member')).toBe(before)
  await importService(opener(archive), target)
  await expect(importService(opener(archive), target)).rejects.toThrow('This server already has data of this service')
})

test.each([
  ['rule', 'trigger', /"type": ?"sensor"/, '"type": "oracle"'],
  ['escalation_plan', 'levels', /"channels": ?\["/, '"channels": ["telepathy", "'],
  ['sensor', 'parameters', /"value": ?/, '"value": null, "was": '],
  ['region', 'coordinates', /\[\[\[[-\d.]+/, '[[["east"'],
])('a value that jobs cannot read is refused by table, column and row: %s.%s', async (table, column, from, to) => {
  const target = await otherServer()
  const odd = await forge(archive, { rows: { [table]: (rows) => rows.replace(from, to) } })
  const problem = new RegExp(`cannot be read: ${table}\\.${column} of [0-9a-f-]{36}`)
  await expect(importService(opener(odd), target)).rejects.toThrow(problem)
})

test('a restore refuses a service, and an import refuses a server or another version', async () => {
  const target = await otherServer()
  await expect(restoreArchive(opener(archive), target, { mayReplace: true })).rejects.toThrow(
    'contains only the service',
  )
  const whole = await backUp({ connection: source.connection, store: sourceStore, secrets: {} })
  await expect(importService(opener(whole), target)).rejects.toThrow('contains a whole server')
  const older = await forge(archive, { manifest: (m) => ({ ...m, migrations: m.migrations.slice(0, -1) }) })
  await expect(importService(opener(older), target)).rejects.toThrow('another version')
})

/** Secrets in the tables that move: hashes of members' passwords, and values that are useless on the new server. */
const movingSecrets = [
  'aoi.content_hash',
  'file.token',
  'held_report.content_hash',
  'log_entry.content_hash',
  'member.password_hash',
  'visitor.follow_token_hash',
]

test('tables with tokens or keys move only if listed explicitly', async () => {
  const client = new pg.Client(source.connection)
  await client.connect()
  const tables = await readServiceTables(client, service.id).finally(() => client.end())
  const secrets = tables.flatMap(({ name, columns }) =>
    columns.filter((column) => /token|secret|hash|passphrase/.test(column)).map((column) => `${name}.${column}`),
  )
  expect(secrets.sort()).toEqual(movingSecrets)
  const { rows } = await source.pool.query(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  const names = rows.map(({ name }) => name)
  expect([...leftBehind].filter((name) => !names.includes(name))).toEqual([])
})
