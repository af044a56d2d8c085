import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { API_KEY_HEADER, allEndpoints, BASE_PATH } from '#contract'
import { buildApp } from '../../../app.ts'
import { readConfig } from '../../../start/config.ts'
import { thisMachine } from '../../../start/doctor/doctor.ts'
import * as doctor from '../../../start/doctor/replicas.ts'
import { eventually } from '../../../testing/eventually.ts'
import { temporaryFolder } from '../../../testing/folder.ts'
import { addMember, addService } from '../../../testing/people.ts'
import { openCluster, type PostgresCluster } from '../../../testing/postgres-cluster.ts'
import { type Db, type OpenDatabase, openDatabase } from '../database.ts'
import { newId } from '../id.ts'
import { migrateToLatest } from '../migrate.ts'
import { openReplicas, type Replicas } from './replicas.ts'

const folder = join(tmpdir(), `cohesion-replicas-${newId()}`)
const settings = { fsync: 'off', full_page_writes: 'off', shared_buffers: '32MB' }
let primary: PostgresCluster
let standby: PostgresCluster
let database: OpenDatabase
let replicas: Replicas
const targets: string[] = []

beforeAll(async () => {
  primary = await openCluster(folder, settings)
  database = openDatabase({ connectionString: primary.url })
  await migrateToLatest(database.db)
  standby = await primary.openStandby(join(folder, 'standby'))
  replicas = openReplicas(database, {
    urls: [standby.url],
    connections: 5,
    warn: () => {},
    onRead: (target) => targets.push(target),
  })
})
afterAll(async () => {
  await replicas?.stop()
  await database?.close()
  await standby?.stop()
  await primary?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const inUse = () => eventually(() => expect(replicas.states()).toMatchObject([{ trouble: undefined }]))
beforeEach(async () => {
  await inUse()
  targets.length = 0
})

const isOnReplica = (db: Db) =>
  sql<{ yes: boolean }>`select pg_is_in_recovery() as yes`.execute(db).then(({ rows }) => rows[0]?.yes)
const insertService = async (db: Db) => {
  const id = newId()
  await db.insertInto('service').values({ id, title: 'Bay' }).execute()
  return id
}
const commit = () => insertService(database.db)
const sees = (id: string) => (db: Db) =>
  db.selectFrom('service').select('id').where('id', '=', id).executeTakeFirst().then(Boolean)

test('replicas are read, and each read sees what was committed before it', async () => {
  for (let count = 0; count < 200; count++) expect(await replicas.read(sees(await commit()))).toBe(true)
  await eventually(async () => expect(await replicas.read(isOnReplica)).toBe(true))
  expect(targets).toContain('replica')
})

test('the primary runs writes that a replica refuses', async () => {
  const id = await replicas.read(insertService)
  expect(await replicas.read(sees(id))).toBe(true)
})

test('an error of the work itself is neither retried nor hidden', async () => {
  let runs = 0
  const failing = replicas.read(async () => {
    runs++
    throw new Error('no such thing')
  })
  await expect(failing).rejects.toThrow('no such thing')
  expect(runs).toBe(1)
})

test('a lagging replica is skipped and used again after it recovers', async () => {
  await standby.query('select pg_wal_replay_pause()')
  await eventually(async () => expect(await replicas.read(sees(await commit()))).toBe(true))
  await eventually(() => expect(replicas.states()).toMatchObject([{ trouble: 'behind' }]))
  expect(await replicas.read(sees(await commit()))).toBe(true)
  await standby.query('select pg_wal_replay_resume()')
  await inUse()
  await eventually(async () => expect(await replicas.read(isOnReplica)).toBe(true))
})

test('reads of a dead replica move to the primary, and return once it recovers', async () => {
  let isAtWork = false
  const slowOnReplica = eventually(async () => {
    const answer = await replicas.read(async (db) => {
      isAtWork ||= Boolean(await isOnReplica(db))
      const { rows } = await sql<{ by: string }>`
        select case when pg_is_in_recovery() then pg_sleep(600)::text else 'the primary' end as by`.execute(db)
      return rows[0]?.by
    })
    expect(isAtWork).toBe(true)
    return answer
  })
  await eventually(() => expect(isAtWork).toBe(true))
  await standby.kill()
  expect(await slowOnReplica).toBe('the primary')
  await eventually(() => expect(replicas.states()).toMatchObject([{ trouble: 'away' }]))
  expect(await replicas.read(sees(await commit()))).toBe(true)
  await standby.start()
  await inUse()
})

test('members’ lists are read from the replica without failures, and metrics count them', async () => {
  const config = readConfig({
    COHESION_API_KEY: 'test-key',
    COHESION_DATA: await temporaryFolder(),
    LOG_LEVEL: 'silent',
    DATABASE_URL: primary.url,
    DATABASE_READ_URL: standby.url,
  })
  const app = await buildApp({ config, database, checkReplies: true })
  const bay = await addService(database.db, 'Bay')
  const { id, token } = await addMember(database.db, bay, bay.roleId, { type: 'Technician', isServerOwner: true })
  const headers = { [API_KEY_HEADER]: 'test-key', authorization: `Bearer ${token}` }
  const get = (path: string) => app.inject({ url: BASE_PATH + path, headers })
  const metrics = async () => (await app.inject({ url: '/metrics' })).body
  await eventually(async () => {
    expect((await get('/aoi/filtered?type=all&limit=5')).statusCode).toBe(200)
    expect(await metrics()).toMatch(/cohesion_database_reads_total\{target="replica"\} [1-9]/)
  })
  const paths = allEndpoints
    .filter(({ endpoint }) => endpoint.method === 'GET' && !endpoint.raw && !endpoint.path.includes(':'))
    .map(({ endpoint }) => endpoint.path)
  const failed: string[] = []
  for (const path of [...paths, `/user/with-logs/${id}`]) if ((await get(path)).statusCode >= 500) failed.push(path)
  expect(failed).toEqual([])
  expect(await metrics()).toMatch(/cohesion_replica_in_use\{replica="127\.0\.0\.1:\d+"\} 1/)
  await app.close()
})

const examined = async (replicaUrl: string) => {
  const config = readConfig({ DATABASE_URL: primary.url, DATABASE_READ_URL: replicaUrl })
  const patient = { config, pool: database.pool, isServing: true, now: () => new Date(), fetch, machine: thisMachine }
  const faults = await Promise.all(Object.values(doctor).map((check) => check(patient)))
  return faults.flatMap((fault) => fault?.name ?? [])
}

test('the doctor names replicas that are away, cancel reads, or lag', async () => {
  expect(await examined(primary.url.replace(/:\d+\//, ':1/'))).toEqual(['replica away'])
  await eventually(async () => expect(await examined(standby.url)).toEqual(['replica cancels reads']))
  await standby.query('alter system set hot_standby_feedback = on', 'postgres')
  await standby.query('select pg_reload_conf()')
  await eventually(async () => expect(await examined(standby.url)).toEqual([]))
  await standby.query('select pg_wal_replay_pause()')
  await commit()
  expect(await examined(standby.url)).toEqual(['replica behind'])
  await standby.query('select pg_wal_replay_resume()')
})

test('a replica that was promoted is no longer read', async () => {
  await standby.query('select pg_promote()')
  await eventually(() => expect(replicas.states()).toMatchObject([{ trouble: 'not a replica' }]))
  expect(await replicas.read(sees(await commit()))).toBe(true)
  await eventually(async () => expect(await examined(standby.url)).toEqual(['not a replica']))
})
