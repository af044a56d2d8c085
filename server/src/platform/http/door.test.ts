import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import { LRUCache } from 'lru-cache'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type Endpoint, Problem } from '#contract'
import { testDatabase } from '../../testing/database.ts'
import { addService } from '../../testing/people.ts'
import { testServer } from '../../testing/server.ts'
import { newId } from '../db/id.ts'
import { handleProblems } from './problems.ts'
import { registerRoutes } from './register.ts'
import { type Caller, type Route, serve } from './serve.ts'

const { db, close } = await testDatabase()
const endpoint = {
  method: 'POST',
  path: '/try',
  summary: 'try',
  needs: 'open',
  body: z.object({ n: z.number() }),
  reply: z.object({ n: z.number() }),
} as const satisfies Endpoint

const opened: { close: () => Promise<unknown> }[] = []
afterAll(async () => {
  for (const app of opened) await app.close()
  await close()
})

const door = async (route: Route, caller?: Caller) => {
  const app = Fastify()
  opened.push(app)
  await app.register(multipart)
  handleProblems(app)
  registerRoutes(app, [route], {
    db,
    read: (work) => work(db),
    apiKey: 'key',
    authenticate: async () => caller,
    keyHolder: async () => undefined,
    takeRequests: () => {},
    requireRequests: () => {},
    signIns: new Set(),
    knownDevice: async () => undefined,
    callersByToken: new LRUCache({ max: 10 }),
    wakeRelay: () => {},
    livePosition: () => 0,
    checkReplies: true,
  })
  return (payload: string | object) =>
    app.inject({
      method: 'POST',
      url: '/api/cohesion/try',
      payload,
      headers: { 'x-api-key': 'key', 'content-type': 'application/json', authorization: 'Bearer token' },
    })
}

const titles = async () => (await db.selectFrom('service').select('title').execute()).map(({ title }) => title)

test('a handler that never checks its right fails, and its writes are rolled back', async () => {
  const send = await door(
    serve(endpoint, async ({ db: transaction }) => {
      await addService(transaction, 'sneaked in')
      return { n: 1 }
    }),
  )
  const answer = await send({ n: 1 })
  expect([answer.statusCode, answer.json().code]).toEqual([500, 'unknownServerError'])
  expect(await titles()).not.toContain('sneaked in')
})

test('a handler with an incomplete subject fails for every caller', async () => {
  const owner: Caller['actor'] = {
    id: newId(),
    name: 'Dana',
    type: 'Technician',
    serviceId: 'home',
    visibleServiceIds: ['home'],
    isViewer: false,
    isServerOwner: true,
    mayExport: false,
    token: null,
  }
  const ask = async (subject: unknown) => {
    const route = serve({ ...endpoint, needs: 'role.edit' }, async ({ allow }) => {
      ;(allow as (subject: unknown) => void)(subject)
      return { n: 1 }
    })
    const send = await door(route, { actor: owner, sessionId: newId() })
    return (await send({ n: 1 })).statusCode
  }
  expect(await ask({ serviceId: 'home' })).toBe(200)
  expect(await ask({ serviceId: 'elsewhere' })).toBe(404)
  for (const subject of [undefined, null, {}, { serviceId: undefined }, { serviceId: null }])
    expect(await ask(subject)).toBe(500)
})

test('a problem after a write rolls it back, but not what was prepared', async () => {
  const send = await door(
    serve(endpoint, {
      prepare: async ({ db: pool }) => addService(pool, 'kept outside'),
      handle: async ({ db: transaction, allow }) => {
        allow()
        await addService(transaction, 'undone')
        throw new Problem('conflict')
      },
    }),
  )
  expect((await send({ n: 1 })).statusCode).toBe(409)
  expect(await titles()).toContain('kept outside')
  expect(await titles()).not.toContain('undone')
})

test('a reply that breaks the contract fails in tests', async () => {
  const send = await door(
    serve(endpoint, async ({ allow }) => {
      allow()
      return { n: 'one' } as never
    }),
  )
  expect((await send({ n: 1 })).statusCode).toBe(500)
})

test('afterCommit runs after the commit and not after a refusal', async () => {
  const followed: number[] = []
  const send = await door(
    serve(endpoint, async ({ body, allow, afterCommit }) => {
      allow()
      afterCommit(() => followed.push(body.n))
      if (body.n === 2) throw new Problem('conflict')
      return { n: body.n }
    }),
  )
  await send({ n: 1 })
  await send({ n: 2 })
  expect(followed).toEqual([1])
})

test('a deadlock is retried', async () => {
  let tries = 0
  const send = await door(
    serve(endpoint, async ({ body, allow }) => {
      allow()
      tries += 1
      if (tries < 3) throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
      return { n: body.n }
    }),
  )
  expect((await send({ n: 1 })).statusCode).toBe(200)
})

test('a deadlock after the commit does not run the handler again', async () => {
  let followed = 0
  const send = await door(
    serve(endpoint, async ({ db: transaction, body, allow, afterCommit }) => {
      allow()
      await addService(transaction, 'written once')
      afterCommit(() => {
        followed += 1
        throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
      })
      return { n: body.n }
    }),
  )
  await send({ n: 1 })
  expect((await titles()).filter((title) => title === 'written once')).toHaveLength(1)
  expect(followed).toBe(1)
})

test('distinguishes bad JSON, a wrong content type and an oversized body', async () => {
  const server = await testServer()
  const send = (payload: string, type = 'application/json') =>
    server.anyone.send('POST', '/auth/login', { payload, headers: { 'content-type': type } })
  expect((await send('{"broken')).json()).toMatchObject({ statusCode: 400, code: 'invalidJson' })
  expect((await send('<a/>', 'application/xml')).json()).toMatchObject({
    statusCode: 415,
    code: 'unsupportedMediaType',
  })
  expect((await send(`"${'x'.repeat(1_100_000)}"`)).json()).toMatchObject({ statusCode: 413, code: 'tooLarge' })
})

test('an unexpected error reveals no internals', async () => {
  const send = await door(
    serve(endpoint, async () => {
      throw new Error('password=hunter2 at /srv/app/secret.ts')
    }),
  )
  const answer = await send({ n: 1 })
  expect(answer.json()).toEqual({
    statusCode: 500,
    error: 'Internal Server Error',
    requestId: expect.any(String),
    message: 'Unknown server error.',
    code: 'unknownServerError',
  })
})

test('an unknown address below the base path is a 404 as JSON', async () => {
  const server = await testServer()
  const answer = await server.anyone.get('/nowhere')
  expect(answer.json()).toEqual({ statusCode: 404, error: 'Not Found', message: 'Not found.', code: 'notFound' })
})
