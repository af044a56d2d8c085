import { createPublicKey, verify } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { eventually } from '../../testing/eventually.ts'
import { addMember, addService, type TestMember } from '../../testing/people.ts'
import { pushService } from '../../testing/push-service.ts'
import { enqueue } from '../delivery/queue.ts'
import { type DeliveryWorker, startDeliveryWorker } from '../delivery/worker.ts'
import { guardedFetch } from '../outbound/guard.ts'
import { pushChannel } from './channel.ts'
import { registerDevice } from './devices.ts'
import { type Fetch, vapidKeys } from './send.ts'

const { db, close } = await testDatabase()
const service = await pushService()
const keys = await vapidKeys(db, undefined, 'http://localhost:3000')
const workers: DeliveryWorker[] = []
let member: TestMember
let sessionId: string

beforeAll(async () => {
  const home = await addService(db, 'Home')
  member = await addMember(db, home, home.roleId)
  const session = await db.selectFrom('session').select('id').executeTakeFirstOrThrow()
  sessionId = session.id
})
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()))
  await close()
})

type Options = { fetch?: Fetch; holdUntil?: () => Date | undefined; isOffline?: () => Promise<boolean> }

const noVisitors = { messagesOf: async () => [], forget: async () => {} }

const start = ({ fetch = service.fetch, holdUntil = () => undefined, ...more }: Options = {}) => {
  const summarise = (count: number) => ({ data: { action: 'many', text: `${count}` } })
  const worker = startDeliveryWorker({
    db,
    channels: [pushChannel({ db, keys, fetch, holdUntil, summarise, visitors: noVisitors })],
    log: { warn: () => {} },
    timing: { pollMs: 20, gatherMs: 1, retryFactor: 0 },
    ...more,
  })
  workers.push(worker)
  return worker
}

const add = async (device = service.device()) => {
  await registerDevice(db, { memberId: member.id, sessionId, device: device.subscription })
  const { id } = await db
    .selectFrom('pushDevice')
    .select('id')
    .where('endpoint', '=', device.subscription.endpoint)
    .executeTakeFirstOrThrow()
  const say = (...texts: string[]) =>
    enqueue(
      db,
      texts.map((text) => ({
        channel: 'push',
        kind: 'updated',
        memberId: member.id,
        address: id,
        groupKey: 'abc',
        payload: { data: { action: 'a', text } },
      })),
    )
  return { ...device, id, say }
}

const states = (deviceId: string) =>
  db.selectFrom('delivery').select(['state', 'attempts', 'lastError']).where('address', '=', deviceId).execute()

const stop = (worker: DeliveryWorker) => worker.stop()

test("a message is encrypted for its device and signed with the page's key", async () => {
  const worker = start()
  const device = await add()
  await device.say('מעבר נהר')
  worker.wake()
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
  await eventually(async () => expect(await states(device.id)).toMatchObject([{ state: 'sent', attempts: 1 }]))
  await stop(worker)
})

test('the keys are created once and kept', async () => {
  expect(await vapidKeys(db, undefined, 'https://ops.example')).toEqual({ ...keys, subject: 'https://ops.example' })
  const given = { publicKey: 'p', privateKey: 'q', subject: 'mailto:a@b' }
  expect(await vapidKeys(db, given, '')).toBe(given)
})

test('a failed push message is retried and arrives once', async () => {
  const device = await add()
  device.answersNext({ status: 500 }, { status: 429, headers: { 'retry-after': '0' } })
  await device.say('hello')
  const worker = start()
  await device.until(3)
  await eventually(async () => expect(await states(device.id)).toMatchObject([{ state: 'sent', attempts: 3 }]))
  await stop(worker)
  expect(device.requests()).toHaveLength(3)
})

test('a delay that the push service requests is respected', async () => {
  const device = await add()
  device.answersNext({ status: 503, headers: { 'retry-after': '600' } })
  await device.say('hello')
  const worker = start()
  await device.until(1)
  await eventually(async () =>
    expect(await states(device.id)).toMatchObject([{ state: 'waiting', lastError: 'http503' }]),
  )
  const { rows } = await sql<{ isLate: boolean }>`
    select next_attempt_at > now() + interval '9 minutes' as is_late from delivery where address = ${device.id}`.execute(
    db,
  )
  expect(rows).toEqual([{ isLate: true }])
  await stop(worker)
})

test('offline mode holds messages and sends them when it ends', async () => {
  let isOffline = true
  const asked = vi.fn(async () => isOffline)
  const device = await add()
  await device.say('hello')
  const worker = start({ isOffline: asked })
  await eventually(() => expect(asked.mock.calls.length).toBeGreaterThan(2))
  expect(device.requests()).toEqual([])
  expect(await states(device.id)).toEqual([{ state: 'waiting', attempts: 0, lastError: null }])
  isOffline = false
  expect(await device.until(1)).toEqual([{ data: { action: 'a', text: 'hello' } }])
  await stop(worker)
})

test.each([404, 410])('an endpoint that replies %d is removed, and the outcome is recorded', async (status) => {
  const device = await add()
  device.answersNext({ status })
  await device.say('hello')
  const worker = start()
  await device.until(1)
  await eventually(async () => {
    expect(await db.selectFrom('pushDevice').select('id').where('id', '=', device.id).execute()).toEqual([])
  })
  await eventually(async () => {
    const failed = await db.selectFrom('delivery').select('lastError').where('state', '=', 'failed').execute()
    expect(failed.map(({ lastError }) => lastError)).toContain(`http${status}`)
  })
  await stop(worker)
})

test('rejects endpoints in private networks by address and by resolved name', async () => {
  for (const host of ['127.0.0.1', '10.1.2.3', '[::1]', '169.254.169.254']) {
    const subscription = { ...service.device().subscription, endpoint: `https://${host}/x` }
    await expect(registerDevice(db, { memberId: member.id, sessionId, device: subscription })).rejects.toMatchObject({
      fields: { 'device.endpoint': 'form.url' },
    })
  }
  const device = service.device()
  const named = await add({ ...device, subscription: { ...device.subscription, endpoint: 'https://localhost/x' } })
  await named.say('hello')
  const worker = start({ fetch: guardedFetch })
  await eventually(async () => {
    expect(await db.selectFrom('pushDevice').select('id').where('id', '=', named.id).execute()).toEqual([])
  })
  await stop(worker)
})

test('quiet hours hold messages back, and these are then merged into one', async () => {
  const device = await add()
  const until = new Date(Date.now() + 3_600_000)
  await device.say('1', '2', '3', '4', '5')
  const quiet = start({ holdUntil: () => until })
  await eventually(async () => {
    const { rows } = await sql<{ count: number }>`select count(*) from delivery
      where address = ${device.id} and next_attempt_at = ${until} and attempts = 0`.execute(db)
    expect(rows).toEqual([{ count: 5 }])
  })
  await stop(quiet)
  expect(device.requests()).toHaveLength(0)

  await sql`update delivery set next_attempt_at = now() where address = ${device.id}`.execute(db)
  const loud = start()
  expect(await device.until(1)).toEqual([{ data: { action: 'many', text: '5' } }])
  await stop(loud)
})

test('several servers send each message once', async () => {
  const devices: Awaited<ReturnType<typeof add>>[] = []
  for (let count = 0; count < 30; count++) devices.push(await add())
  expect(await db.selectFrom('pushDevice').select('id').where('memberId', '=', member.id).execute()).toHaveLength(20)
  const kept = devices.slice(-10)
  for (const device of kept) await device.say('once')
  const servers = [start(), start(), start()]
  for (const device of kept) await device.until(1)
  await eventually(async () => {
    for (const device of kept) expect(await states(device.id)).toMatchObject([{ state: 'sent', attempts: 1 }])
  })
  await Promise.all(servers.map(stop))
  for (const device of kept) expect(device.requests()).toHaveLength(1)
})

test('a message to a device that signed out is dropped', async () => {
  const device = await add()
  await device.say('secret')
  await db.updateTable('session').set({ endedAt: new Date() }).where('id', '=', sessionId).execute()
  const worker = start()
  await eventually(async () => {
    expect(await states(device.id)).toMatchObject([{ state: 'failed', lastError: 'signedOut' }])
  })
  await stop(worker)
  expect(device.requests()).toHaveLength(0)
})
