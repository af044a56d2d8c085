import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openDatabase } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'
import { migrateToLatest } from '../../platform/db/migrate.ts'
import { migrations } from '../../platform/db/migrations/list.ts'
import { tableNames } from '../../platform/db/tables.ts'
import { openStore } from '../../platform/files/local.ts'
import { backUp, forge, opener } from '../../testing/archives.ts'
import { testDatabase } from '../../testing/database.ts'
import { temporaryFolder } from '../../testing/folder.ts'
import { addMember, addService } from '../../testing/people.ts'
import { richText } from './clean.ts'
import { restoreArchive } from './restore.ts'

/** Bytes that pass as a WebP picture, of which only the beginning is checked. */
const picture = (text: string) => Buffer.from(`RIFF\0\0\0\0WEBP${text}`, 'latin1')
const token = 'abcdefghijklmnopqrstuvwxyz012345'

const source = await testDatabase()
const sourceStore = await openStore({ dataFolder: await temporaryFolder() })
let archive: Buffer

beforeAll(async () => {
  const { db } = source
  const service = await addService(db, 'Rescue')
  const member = await addMember(db, service, service.roleId, { type: 'Technician', isServerOwner: true })
  await db
    .updateTable('member')
    .set({ location: '(1,2)' as never })
    .where('id', '=', member.id)
    .execute()
  await db
    .insertInto('file')
    .values({
      id: newId(),
      token,
      serviceId: service.id,
      kind: 'image',
      mime: 'image/webp',
      bytes: 20,
      variants: '[{}]',
    })
    .execute()
  const file = db.selectFrom('file').select('id').where('token', '=', token)
  await db.updateTable('service').set({ logoFileId: file }).where('id', '=', service.id).execute()
  await sourceStore.put(token, picture('large'), 'image/webp')
  await sourceStore.put(`${token}.thumb`, picture('small'), 'image/webp')
  await db.insertInto('secret').values({ name: 'vapid', value: '{"publicKey": "p", "privateKey": "q"}' }).execute()
  await source.pool.query(`insert into outbox (body) values ('{"text": "tab\\\\t, line\\\\n, שלום"}')`)
  await source.pool.query(`insert into audit (id, at, action) values
    (gen_random_uuid(), now() - interval '3 years', 'service.create'), (gen_random_uuid(), now(), 'service.edit')`)
  archive = await backUp({ connection: source.connection, store: sourceStore, secrets: {} })
})
afterAll(() => source.close())

/** Creates a database without connections, because a restore refuses a database that a server uses. */
async function emptyTarget(owner?: string) {
  const connection = { ...inject('postgres'), database: `test_${randomBytes(8).toString('hex')}` }
  await query(
    { ...connection, database: 'postgres' },
    `create database ${connection.database} ${owner ? `owner ${owner}` : ''}`,
  )
  const store = await openStore({ dataFolder: await temporaryFolder() })
  return { connection: owner ? { ...connection, user: owner } : connection, store }
}

type Target = Awaited<ReturnType<typeof emptyTarget>>

async function query(connection: Target['connection'], text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query(text).finally(() => client.end())
  return rows
}

async function usedTarget() {
  const { connection, db, close } = await testDatabase()
  const store = await openStore({ dataFolder: await temporaryFolder() })
  const service = await addService(db, 'Harbor')
  await addMember(db, service, service.roleId)
  const old = 'old-file-with-a-name-of-its-own-1'
  await db
    .insertInto('file')
    .values({ id: newId(), token: old, serviceId: service.id, kind: 'image', mime: 'image/webp', bytes: 1 })
    .execute()
  await close()
  await store.put(old, picture('old'), 'image/webp')
  await store.put(token, picture('damaged'), 'image/webp')
  return { connection, store, old }
}

async function rowsOf(connection: Target['connection']): Promise<Record<string, string>> {
  const tables = await query(
    connection,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and relpersistence = 'p' and not relispartition and relname not like 'kysely%' order by 1`,
  )
  const all: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await query(
      connection,
      `select string_agg(t::text, E'\\n' order by t::text) as text from "${name}" t`,
    )
    all[String(name)] = String(row?.text)
  }
  return all
}

const read = async ({ store }: Pick<Target, 'store'>, name: string) => {
  const stored = await store.open(name)
  return stored && String(await buffer(stored.stream))
}

const schemaOf = (connection: Target['connection']) =>
  query(
    connection,
    `select 'index ' || indexdef as line from pg_indexes where schemaname = 'public' and tablename not like 'audit_2%'
     union all select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
       from pg_constraint where connamespace = 'public'::regnamespace and conrelid::regclass::text not like 'audit_2%'
     union all select 'trigger ' || tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger
       where not tgisinternal and tgrelid::regclass::text not like 'audit_2%'
     union all select 'function ' || oid::regprocedure from pg_proc where pronamespace = 'public'::regnamespace
     order by 1`,
  )

test('a backup is restored elsewhere with every row and file, and everyone signs in again', async () => {
  const target = await emptyTarget()
  await restoreArchive(opener(archive), target)
  const before = await rowsOf(source.connection)
  const after = await rowsOf(target.connection)
  const changed = Object.keys(before).filter((table) => before[table] !== after[table])
  expect(changed).toEqual(['member', 'session'])
  expect(await query(target.connection, 'select count(*) from session where ended_at is null')).toEqual([
    { count: '0' },
  ])
  expect(await query(target.connection, 'select location from member')).toEqual([{ location: null }])
  expect(await read(target, token)).toContain('large')
  expect(await read(target, `${token}.thumb`)).toContain('small')
  expect(await schemaOf(target.connection)).toEqual(await schemaOf(source.connection))
  // Old audit lines are in the partitions of their months, so that retention can drop them.
  expect(await query(target.connection, 'select count(*) from audit_rest')).toEqual([{ count: '0' }])
  // Sequences continue after their last value, and triggers work.
  const [outbox] = await query(target.connection, `insert into outbox (body) values ('{}') returning id`)
  expect(Number(outbox?.id)).toBeGreaterThan(1)
  await query(target.connection, 'update service set logo_file_id = null')
  expect(await query(target.connection, 'select detached_at is null as owned from file')).toEqual([{ owned: false }])
})

test('a database owned by an unprivileged role is enough', async () => {
  const role = `owner_${randomBytes(4).toString('hex')}`
  await query(inject('postgres'), `create role ${role} login`)
  const target = await emptyTarget(role)
  await restoreArchive(opener(archive), target)
  expect((await rowsOf(target.connection)).service).toBe((await rowsOf(source.connection)).service)
})

test('existing data is replaced only on request, with its files, and foreign tables stay', async () => {
  const target = await usedTarget()
  await query(target.connection, 'create table invoice (id int); insert into invoice values (1)')
  await expect(restoreArchive(opener(archive), target)).rejects.toThrow('already contains data')
  expect(await query(target.connection, 'select title from service')).toEqual([{ title: 'Harbor' }])

  await restoreArchive(opener(archive), target, { mayReplace: true })
  expect(await query(target.connection, 'select title from service')).toEqual([{ title: 'Rescue' }])
  expect(await read(target, token)).toContain('large')
  expect(await read(target, target.old)).toBeUndefined()
  expect(await query(target.connection, 'select id from invoice')).toEqual([{ id: 1 }])
})

test('a database that a server uses is not restored', async () => {
  const target = await emptyTarget()
  const server = openDatabase(target.connection)
  await server.pool.query('select 1')
  await expect(restoreArchive(opener(archive), target)).rejects.toThrow('A server is using this database')
  await server.close()
})

test('data of an earlier version is migrated to this one', async () => {
  const target = await emptyTarget()
  const earlier = openDatabase((await emptyTarget()).connection)
  const names = Object.keys(migrations).filter((name) => name < '0111')
  await migrateToLatest(earlier.db, Object.fromEntries(names.map((name) => [name, migrations[name] as never])))
  await addService(earlier.db, 'Of old')
  await earlier.pool.query(`insert into audit (id, action) values (gen_random_uuid(), 'service.create')`)
  const old = await backUp({ connection: earlier.connection, store: sourceStore, secrets: {} })
  await earlier.close()

  await restoreArchive(opener(old), target)
  expect(await query(target.connection, 'select title from service')).toEqual([{ title: 'Of old' }])
  expect(await query(target.connection, 'select action from audit')).toEqual([{ action: 'service.create' }])
  expect(await schemaOf(target.connection)).toEqual(await schemaOf(source.connection))
})

test('push keys from the environment are included', async () => {
  const vapid = { publicKey: 'from the', privateKey: 'environment' }
  const target = await emptyTarget()
  const withKeys = await backUp({ connection: source.connection, store: sourceStore, secrets: { vapid } })
  await restoreArchive(opener(withKeys), target)
  expect(await query(target.connection, `select value from secret where name = 'vapid'`)).toEqual([{ value: vapid }])
})

test('a backup that fails at its end leaves rows and files unchanged', async () => {
  const target = await usedTarget()
  const before = { rows: await rowsOf(target.connection), schema: await schemaOf(target.connection) }
  let reads = 0
  // The archive is intact on the first read and truncated on the second, as if it changed in between.
  const changing = () => opener(reads++ === 0 ? archive : archive.subarray(0, archive.length - 20))()
  await expect(restoreArchive(changing, target, { mayReplace: true })).rejects.toThrow('The archive is damaged')
  expect(reads).toBe(2)
  expect({ rows: await rowsOf(target.connection), schema: await schemaOf(target.connection) }).toEqual(before)
  expect(await read(target, target.old)).toContain('old')
  expect(await read(target, token)).toContain('damaged')
  expect(await read(target, `${token}.thumb`)).toBeUndefined()
  expect(await read(target, `${token}.restored`)).toBeUndefined()
})

const edit = (from: string | RegExp, to: string) => (rows: string) => {
  const edited = rows.replace(from, to)
  if (edited === rows) throw new Error(`nothing to replace: ${from}`)
  return edited
}
const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/

test('a forged archive is refused with one sentence, and the database stays empty', async () => {
  const target = await emptyTarget()
  const [service] = await query(source.connection, 'select id from service')
  const others: [Parameters<typeof forge>[1], RegExp][] = [
    [{ manifest: (m) => ({ ...m, migrations: [...m.migrations, '9999_future'] }) }, /newer version of Cohesion/],
    [
      { manifest: (m) => ({ ...m, migrations: ['0006_record'] }) },
      /migration 0006_record failed|do not match its version/,
    ],
    [
      { manifest: (m) => ({ ...m, tables: [...m.tables, { name: 'pg_authid', columns: ['rolname'] }] }) },
      /tables do not match/,
    ],
    [
      { manifest: (m) => ({ ...m, tables: [...m.tables, { name: 'kysely_migration', columns: ['name'] }] }) },
      /tables do not match/,
    ],
    [
      {
        manifest: (m) => ({
          ...m,
          tables: m.tables.map((t) => (t.name === 'refusal' ? { ...t, columns: ['hour'] } : t)),
        }),
      },
      /tables do not match/,
    ],
    [
      { manifest: (m) => ({ ...m, sequences: [...m.sequences, { name: 'pg_toast', value: '1', isCalled: true }] }) },
      /sequences do not match/,
    ],
    [{ rows: { service: (rows) => `\\.\n${rows}` } }, /malformed|refused by the database/],
    [{ rows: { service: edit(uuid, newId()) } }, /refused by the database.*foreign key/],
    [{ rows: { service: (rows) => rows + rows } }, /refused by the database.*duplicate key/],
    [{ rows: { role: edit('MAP', 'EVIL') } }, /refused by the database.*check constraint/],
    [{ rows: { file: edit('image/webp', 'text/html') } }, /not allowed: text\/html/],
    [{ rows: { session: edit(String(service?.id), newId()) } }, /refer to another service: session/],
    [{ add: [{ name: `files/${'x'.repeat(32)}`, bytes: picture('x') }] }, /none of its rows refers to/],
  ]
  for (const [forgery, reason] of others) {
    const forged = await forge(archive, forgery)
    await expect(restoreArchive(opener(forged), target), String(reason)).rejects.toThrow(reason)
  }
  expect(await rowsOf(target.connection)).toEqual({})
  expect(await read(target, token)).toBeUndefined()
})

test('HTML of a forged archive is sanitized', async () => {
  const script = '<p onclick=\\"x\\">Hello<script>steal()</script></p>'
  const plain = script.replaceAll('\\', '')
  const db = await testDatabase()
  const service = await addService(db.db, 'Evil')
  const member = await addMember(db.db, service, service.roleId)
  await db.pool.query(`update member set description_html = $1`, [plain])
  await db.pool.query(`update service set terms = $1, chat_template = 'javascript:alert(1)//{phone}'`, [
    JSON.stringify({ en: plain }),
  ])
  await db.pool.query(
    `insert into event_type (id, service_id, name, guide, url, translations) values ($1, $2, 'Fire', $3, 'javascript:alert(1)', $4)`,
    [newId(), service.id, plain, JSON.stringify({ he: { name: 'אש', guide: plain } })],
  )
  await db.pool.query(
    `insert into file (id, token, service_id, kind, mime, bytes) values ($1, $2, $3, 'image', 'image/webp', 5)`,
    [newId(), token, service.id],
  )
  const pages = await openStore({ dataFolder: await temporaryFolder() })
  await pages.put(token, Buffer.from('<html><script>steal()</script>'), 'image/webp')
  const evil = await backUp({ connection: db.connection, store: pages, secrets: {} })
  await db.close()

  const target = await emptyTarget()
  const { skippedFiles } = await restoreArchive(opener(evil), target)
  expect(skippedFiles).toBe(1)
  expect(await read(target, token)).toBeUndefined()
  const rows = await rowsOf(target.connection)
  for (const [table, text] of Object.entries(rows)) expect(text, table).not.toMatch(/<script|onclick|javascript:/)
  expect(rows.member).toContain(member.username)
  expect(await query(target.connection, `select guide, translations from event_type`)).toEqual([
    { guide: '<p>Hello</p>', translations: { he: { name: 'אש', guide: '<p>Hello</p>' } } },
  ])
})

test('values that jobs cannot read are restored, named and quarantined', async () => {
  const old = await testDatabase()
  const service = await addService(old.db, 'Old')
  const rota = newId()
  const sensor = newId()
  await old.pool.query(
    `insert into rota (id, service_id, name, member_ids, starts_on, handover_at, time_zone)
     values ($1, $2, 'Nights', array[$3]::uuid[], '2026-03-01', '08:00', 'Mars/Olympus')`,
    [rota, service.id, newId()],
  )
  await old.pool.query(
    `insert into sensor (id, service_id, serial, name, parameters) values
     ($1, $2, 'bad', 'Bad', '{"level": 7}'), (gen_random_uuid(), $2, 'good', 'Good', '[{"parameter": "level", "value": 7}]')`,
    [sensor, service.id],
  )
  const archive = await backUp({ connection: old.connection, store: sourceStore, secrets: {} })
  await old.close()

  const target = await emptyTarget()
  const { unreadable } = await restoreArchive(opener(archive), target)
  expect(unreadable.sort()).toEqual([`rota.time_zone of ${rota}`, `sensor.parameters of ${sensor}`])
  expect(await query(target.connection, 'select serial from sensor order by 1')).toEqual([
    { serial: 'bad' },
    { serial: 'good' },
  ])
  expect(
    await query(target.connection, 'select job, table_name, row_id, service_id from quarantine order by 1'),
  ).toEqual([
    { job: 'values of rota', table_name: 'rota', row_id: rota, service_id: service.id },
    { job: 'values of sensor', table_name: 'sensor', row_id: sensor, service_id: service.id },
  ])
})

test('every table of any version is known, and every column of rich text is sanitised', async () => {
  const { db, pool, close } = openDatabase((await emptyTarget()).connection)
  const names = Object.keys(migrations).sort()
  for (const last of names) {
    const soFar = names.filter((name) => name <= last)
    await migrateToLatest(db, Object.fromEntries(soFar.map((name) => [name, migrations[name] as never])))
    const { rows } = await pool.query(`select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname not like 'kysely%'`)
    expect(rows.map(({ name }) => name).filter((name) => !tableNames.has(name))).toEqual([])
  }
  const { rows: columns } = await pool.query(`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and column_name like '%html%' order by 1, 2`)
  await close()
  const known = richText.filter(({ column }) => column.endsWith('_html'))
  expect(columns).toEqual(known.toSorted((a, b) => (a.table < b.table ? -1 : 1)))
})
