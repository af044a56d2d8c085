import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { BASE_PATH, type Endpoint } from '#contract'
import { testDatabase } from '../../testing/database.ts'
import { addEventType, reportForm } from '../../testing/events.ts'
import { eventually } from '../../testing/eventually.ts'
import { addMember, addService } from '../../testing/people.ts'
import { testServer } from '../../testing/server.ts'
import { openDatabase, type PoolOptions } from '../db/database.ts'
import { liftStatementTimeout } from '../db/transaction.ts'
import { registerHealth } from './health.ts'
import { handleProblems } from './problems.ts'
import { registerRoutes } from './register.ts'
import { serve } from './serve.ts'

const server = await testServer()
const bay = await addService(server.db, 'Bay')
const dana = await addMember(server.db, bay, bay.roleId)
const flood = await addEventType(server.db, bay, { name: 'Flood' })

const opened: { close: () => Promise<unknown> }[] = []
afterAll(async () => {
  for (const one of opened) await one.close()
})

/** A server with one route that queries the database over a single connection. */
const narrowServer = async (options: PoolOptions = {}) => {
  const own = await testDatabase()
  const database = openDatabase(own.connection, { max: 1, acquireTimeoutMs: 1_000, ...options })
  const app = Fastify() as unknown as FastifyInstance
  opened.push(app, database, own)
  await app.register(multipart)
  handleProblems(app)
  registerHealth(app, database)
  const endpoint = { method: 'GET', path: '/try', summary: 'try', needs: 'link', reply: z.object({}) } as const
  const failure: { error?: Error; seconds?: number } = {}
  const route = serve(endpoint satisfies Endpoint, async ({ db, allow }) => {
    allow()
    if (failure.error) throw failure.error
    if (failure.seconds) await sql`select pg_sleep(${failure.seconds})`.execute(db)
    await db.selectFrom('service').select('id').execute()
    return {}
  })
  registerRoutes(app, [route], {
    db: database.db,
    read: (work) => work(database.db),
    apiKey: '',
    authenticate: async () => undefined,
    keyHolder: async () => undefined,
    wakeRelay: () => {},
    takeRequests: () => {},
    requireRequests: () => {},
    signIns: new Set(),
    knownDevice: async () => undefined,
    callersByToken: new LRUCache({ max: 10 }),
    livePosition: () => 0,
    checkReplies: true,
  })
  const ask = () => app.inject({ url: `${BASE_PATH}/try` })
  const isReady = async () => (await app.inject({ url: '/readyz' })).statusCode === 200
  return { ...database, ask, isReady, failure, connection: own.connection }
}

/** A server for tests that set `failure`, the error of its route. */
const failing = await narrowServer()

test('without a free connection the reply is 503, and the server is not ready', async () => {
  const { pool, ask, isReady } = await narrowServer()
  expect((await ask()).statusCode).toBe(200)
  expect(await isReady()).toBe(true)
  const taken = await pool.connect()
  const answer = await ask()
  expect(answer.json()).toMatchObject({ statusCode: 503, code: 'unavailable' })
  expect(answer.headers['retry-after']).toBe('1')
  expect(await isReady()).toBe(false)
  taken.release()
  expect((await ask()).statusCode).toBe(200)
  expect(await isReady()).toBe(true)
})

test('a database that hangs is not ready within a second', async () => {
  const own = await testDatabase()
  const database = openDatabase(own.connection, { max: 1 })
  const app = Fastify() as unknown as FastifyInstance
  opened.push(app, database, own)
  registerHealth(app, database)
  const taken = await database.pool.connect()
  const [one, two] = await Promise.all([app.inject('/readyz'), app.inject('/readyz')])
  expect([one.statusCode, two.statusCode]).toEqual([503, 503])
  expect(database.pool.waitingCount).toBe(1)
  taken.release()
})

test('a statement that takes too long is cancelled with 503 and frees its connection', async () => {
  const { ask, failure, db } = await narrowServer({ statementTimeoutMs: 100 })
  failure.seconds = 60
  const answer = await ask()
  expect(answer.json()).toMatchObject({ statusCode: 503, code: 'unavailable' })
  expect(answer.headers['retry-after']).toBe('10')
  failure.seconds = 0
  expect((await ask()).statusCode).toBe(200)
  // Transactions without the statement timeout continue.
  const slept = db.transaction().execute(async (transaction) => {
    await liftStatementTimeout(transaction)
    await sql`select pg_sleep(0.3)`.execute(transaction)
    return 'slept'
  })
  expect(await slept).toBe('slept')
  failure.seconds = 60
  expect((await ask()).statusCode).toBe(503)
})

test('a request gets 503 if the database freezes in the middle of its statement', async () => {
  const { ask, db, pool } = await narrowServer({ silenceMs: 500 })
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const pid = rows[0]?.pid ?? 0
  process.kill(pid, 'SIGSTOP')
  try {
    const answer = await ask()
    expect(answer.json()).toMatchObject({ statusCode: 503, code: 'unavailable' })
    expect(pool.totalCount).toBe(0)
    expect((await ask()).statusCode).toBe(200)
  } finally {
    process.kill(pid, 'SIGCONT')
  }
})

test.each([
  ['a full disk', { code: '53100' }, '30'],
  ['no memory', { code: '53200' }, '30'],
  ['too many connections', { code: '53300' }, '1'],
  ['a shutdown', { code: '57P01' }, '1'],
  ['a start that is under way', { code: '57P03' }, '1'],
  ['no room for files', { code: 'ENOSPC', syscall: 'write' }, '30'],
  ['nobody at the socket', { code: 'ENOENT', syscall: 'connect' }, '1'],
])('%s is told as "try again"', async (_, error, seconds) => {
  const { ask, failure } = failing
  failure.error = Object.assign(new Error('from the database'), error)
  const answer = await ask()
  expect(answer.json()).toMatchObject({ statusCode: 503, code: 'unavailable' })
  expect(answer.headers['retry-after']).toBe(seconds)
})

test('a missing file is not an outage of the database', async () => {
  const { ask, failure } = failing
  failure.error = Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' })
  expect((await ask()).statusCode).toBe(500)
})

test('a database that cannot write is not ready until there is room again', async () => {
  const { isReady, connection } = await narrowServer()
  const admin = new pg.Client({ ...connection, database: 'postgres' })
  await admin.connect()
  const { database } = connection
  const cut = () => admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database])
  expect(await isReady()).toBe(true)
  // PostgreSQL then rejects writes as on a full disk, and still reads.
  await admin.query(`alter database ${database} set temp_file_limit = '64kB'`)
  await cut()
  await eventually(async () => expect(await isReady()).toBe(false))
  expect(await isReady()).toBe(false)
  await admin.query(`alter database ${database} reset temp_file_limit`)
  await cut()
  await eventually(async () => expect(await isReady()).toBe(true))
  await admin.end()
})

test('200 writers of one event queue for it, lose nothing and do not block others', { timeout: 60_000 }, async () => {
  const { number, _id } = (await server.as(dana).send('POST', '/aoi', reportForm(flood))).json()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const locked = Promise.withResolvers<void>()
  const holder = server.db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('aoi').select('id').where('id', '=', _id).forUpdate().execute()
    locked.resolve()
    await held
  })
  await locked.promise
  const writing = Array.from({ length: 200 }, (_, index) =>
    server.as(dana).post(`/aoi/${number}/add-log`, { text: `entry ${index}` }),
  )
  // A reply to this later request shows that all earlier requests have begun.
  expect((await server.as(dana).get('/user/profile')).statusCode).toBe(200)
  expect((await server.app.inject('/readyz')).statusCode).toBe(200)
  release()
  await holder
  const statuses = (await Promise.all(writing)).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status !== 200)).toEqual([])
  const { count } = await server.db
    .selectFrom('logEntry')
    .select((one) => one.fn.countAll<number>().as('count'))
    .where('aoiId', '=', _id)
    .where('text', 'like', 'entry %')
    .executeTakeFirstOrThrow()
  expect(count).toBe(200)
})
