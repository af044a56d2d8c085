import { createPublicKey, verify } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { guardedFetch } from '../outbound/guard.ts'
import { testDatabase } from '../testing/database.ts'
import { addMember, addService, type TestMember } from '../testing/people.ts'
import { pushService } from '../testing/push-service.ts'
import { registerDevice } from './devices.ts'
import { type Pusher, type PusherOptions, startPusher } from './pusher.ts'
import { enqueueing } from './queue.ts'
import { vapidKeys } from './vapid.ts'

const { db, close } = await testDatabase()
const service = await pushService()
const keys = await vapidKeys(db, undefined, 'http://localhost:3000')
const pushers: Pusher[] = []
let member: TestMember
let sessionId: string

beforeAll(async () => {
  const home = await addService(db, 'Home')
  member = await addMember(db, home, home.roleId)
  const session = await db.selectFrom('session').select('id').executeTakeFirstOrThrow()
  sessionId = session.id
})
afterAll(async () => {
  await Promise.all(pushers.map((pusher) => pusher.stop()))
  await close()
})

const start = (more: Partial<PusherOptions> = {}) => {
  const pusher = startPusher({
    db,
    keys,
    fetch: service.fetch,
    log: { warn: () => {} },
    holdUntil: () => undefined,
    summarise: (payloads) => ({ data: { action: 'many', text: `${payloads.length}` } }),
    timing: { pollMs: 20, gatherMs: 1, firstRetryMs: 1 },
    ...more,
  })
  pushers.push(pusher)
  return pusher
}

const add = async (device = service.device()) => {
  await registerDevice(db, { memberId: member.id, sessionId, device: device.subscription })
  const { id } = await db
    .selectFrom('pushDevice')
    .select('id')
    .where('endpoint', '=', device.subscription.endpoint)
    .executeTakeFirstOrThrow()
  const say = (...texts: string[]) =>
    enqueueing(
      sql`select ${member.id}::uuid as member_id, ${id}::uuid as device_id, 'abc' as topic,
        jsonb_build_object('data', jsonb_build_object('action', 'a', 'text', said.text)) as payload
        from unnest(${texts}::text[]) as said(text)`,
    ).execute(db)
  return { ...device, id, say }
}

const states = (deviceId: string) =>
  sql<{ state: string; attempts: number; lastProblem: string | null }>`
    select state, attempts, last_problem from push_message where device_id = ${deviceId}`
    .execute(db)
    .then(({ rows }) => rows)

const stop = (pusher: Pusher) => pusher.stop()

test('a message reaches its device, which alone can read it, signed with the key that the page names', async () => {
  const pusher = start()
  const device = await add()
  await device.say('מעבר נהר')
  pusher.wake()
  expect(await device.until(1)).toEqual([{ data: { action: 'a', text: 'מעבר נהר' } }])
  const [request] = device.requests()
  expect(request?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', topic: 'abc', urgency: 'high' })
  expect(request?.body.includes('נהר')).toBe(false)

  const [, jwt = '', key] = /^vapid t=(.+), k=(.+)$/.exec(String(request?.headers.authorization)) ?? []
  expect(key).toBe(keys.publicKey)
  const [head, claims, signature = ''] = jwt.split('.')
  const point = Buffer.from(keys.publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y } as never, format: 'jwk' })
  const signed = Buffer.from(`${head}.${claims}`)
  expect(
    verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url')),
  ).toBe(true)
  expect(JSON.parse(Buffer.from(claims ?? '', 'base64url').toString()).aud).toBe('https://push.example')
  await vi.waitFor(async () => expect(await states(device.id)).toMatchObject([{ state: 'delivered', attempts: 1 }]))
  await stop(pusher)
})

test('the keys are made once and stay', async () => {
  expect(await vapidKeys(db, undefined, 'https://ops.example')).toEqual({ ...keys, subject: 'https://ops.example' })
  const given = { publicKey: 'p', privateKey: 'q', subject: 'mailto:a@b' }
  expect(await vapidKeys(db, given, '')).toBe(given)
})

test('what fails is tried again, and comes once', async () => {
  const device = await add()
  device.answersNext({ status: 500 }, { status: 429, headers: { 'retry-after': '0' } })
  await device.say('hello')
  const pusher = start()
  await device.until(3)
  await vi.waitFor(async () => expect(await states(device.id)).toMatchObject([{ state: 'delivered', attempts: 3 }]))
  await stop(pusher)
  expect(device.requests()).toHaveLength(3)
})

test('a push service that asks for patience gets it', async () => {
  const device = await add()
  device.answersNext({ status: 503, headers: { 'retry-after': '600' } })
  await device.say('hello')
  const pusher = start()
  await device.until(1)
  await vi.waitFor(async () =>
    expect(await states(device.id)).toMatchObject([{ state: 'waiting', lastProblem: 'the push service answered 503' }]),
  )
  const { rows } = await sql<{ isLate: boolean }>`
    select next_attempt_at > now() + interval '9 minutes' as is_late from push_message where device_id = ${device.id}`.execute(
    db,
  )
  expect(rows).toEqual([{ isLate: true }])
  await stop(pusher)
})

test('in offline mode nothing goes out; what waited is sent when it ends', async () => {
  let isOffline = true
  const asked = vi.fn(async () => isOffline)
  const device = await add()
  await device.say('hello')
  const pusher = start({ isOffline: asked })
  await vi.waitFor(() => expect(asked.mock.calls.length).toBeGreaterThan(2))
  expect(device.requests()).toEqual([])
  expect(await states(device.id)).toEqual([{ state: 'waiting', attempts: 0, lastProblem: null }])
  isOffline = false
  expect(await device.until(1)).toEqual([{ data: { action: 'a', text: 'hello' } }])
  await stop(pusher)
})

test.each([404, 410])('an endpoint that answers %d is forgotten, and how it went is kept', async (status) => {
  const device = await add()
  device.answersNext({ status })
  await device.say('hello')
  const pusher = start()
  await device.until(1)
  await vi.waitFor(async () => {
    expect(await db.selectFrom('pushDevice').select('id').where('id', '=', device.id).execute()).toEqual([])
  })
  const failed = await db.selectFrom('pushMessage').select('lastProblem').where('state', '=', 'failed').execute()
  expect(failed.map(({ lastProblem }) => lastProblem)).toContain(`the push service answered ${status}`)
  await stop(pusher)
})

test('an endpoint inside a private network is refused: at once by its address, later by where its name leads', async () => {
  for (const host of ['127.0.0.1', '10.1.2.3', '[::1]', '169.254.169.254']) {
    const subscription = { ...service.device().subscription, endpoint: `https://${host}/x` }
    await expect(registerDevice(db, { memberId: member.id, sessionId, device: subscription })).rejects.toMatchObject({
      fields: { 'device.endpoint': 'form.url' },
    })
  }
  const device = service.device()
  const named = await add({ ...device, subscription: { ...device.subscription, endpoint: 'https://localhost/x' } })
  await named.say('hello')
  const pusher = start({ fetch: guardedFetch })
  await vi.waitFor(async () => {
    expect(await db.selectFrom('pushDevice').select('id').where('id', '=', named.id).execute()).toEqual([])
  })
  await stop(pusher)
})

test('quiet hours hold messages back, and what gathered comes as one', async () => {
  const device = await add()
  const until = new Date(Date.now() + 3_600_000)
  await device.say('1', '2', '3', '4', '5')
  const quiet = start({ holdUntil: () => until })
  await vi.waitFor(async () => {
    const { rows } = await sql<{ count: number }>`select count(*) from push_message
      where device_id = ${device.id} and next_attempt_at = ${until} and attempts = 0`.execute(db)
    expect(rows).toEqual([{ count: 5 }])
  })
  await stop(quiet)
  expect(device.requests()).toHaveLength(0)

  await sql`update push_message set next_attempt_at = now() where device_id = ${device.id}`.execute(db)
  const loud = start()
  expect(await device.until(1)).toEqual([{ data: { action: 'many', text: '5' } }])
  await stop(loud)
})

test('several servers send each message once', async () => {
  const devices: Awaited<ReturnType<typeof add>>[] = []
  for (let count = 0; count < 30; count++) devices.push(await add())
  // More than one member has: the oldest made room.
  expect(await db.selectFrom('pushDevice').select('id').where('memberId', '=', member.id).execute()).toHaveLength(20)
  const kept = devices.slice(-10)
  for (const device of kept) await device.say('once')
  const servers = [start(), start(), start()]
  for (const device of kept) await device.until(1)
  await vi.waitFor(async () => {
    for (const device of kept) expect(await states(device.id)).toMatchObject([{ state: 'delivered', attempts: 1 }])
  })
  await Promise.all(servers.map(stop))
  for (const device of kept) expect(device.requests()).toHaveLength(1)
})

test('what was on its way to a device that signed out is not sent', async () => {
  const device = await add()
  await device.say('secret')
  await db.updateTable('session').set({ endedAt: new Date() }).where('id', '=', sessionId).execute()
  const pusher = start()
  await vi.waitFor(async () => {
    const { rows } = await sql<{ state: string }>`
      select state from push_message where payload -> 'data' ->> 'text' = 'secret'`.execute(db)
    expect(rows).toEqual([{ state: 'failed' }])
  })
  await stop(pusher)
  expect(device.requests()).toHaveLength(0)
})
