import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { enqueue } from '../../platform/delivery/queue.ts'
import { guardOn } from '../../platform/outbound/guard.ts'
import { addEventType, reportForm } from '../../testing/events.ts'
import { eventually } from '../../testing/eventually.ts'
import { addMember, addService } from '../../testing/people.ts'
import { testServer } from '../../testing/server.ts'
import { callForAlarms } from './actions.ts'
import { webhookChannel } from './channel.ts'
import { signedHeaders } from './sign.ts'

type Call = { path: string; headers: Record<string, string | string[] | undefined>; body: string }

/** A receiver on loopback. Host names lead to it without TLS; the rest of the guard applies. */
const calls: Call[] = []
const answers = new Map<string, number[]>()
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    const path = request.url ?? ''
    calls.push({ path, headers: request.headers, body: Buffer.concat(chunks).toString() })
    response.writeHead(answers.get(path)?.shift() ?? 204, { location: 'https://elsewhere.example/' }).end()
  })
})
await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening))
afterAll(() => new Promise((closed) => receiver.close(closed)))
const { port } = receiver.address() as AddressInfo
const { guardedFetch } = guardOn({ resolve: async () => [{ address: '127.0.0.1', family: 4 }], isAllowed: () => true })
const server = await testServer(
  { COHESION_PUBLIC_URL: 'https://map.example.org' },
  {
    deliveries: {
      webhookFetch: (address, options) =>
        guardedFetch(`http://hooks.example:${port}${new URL(address).pathname}`, options),
      timing: { pollMs: 20, gatherMs: 1, retryFactor: 0 },
    },
  },
)
const { db } = server
const home = await addService(db, 'Home')
const admin = await addMember(db, home, home.roleId, { type: 'Admin' })
const as = server.as(admin)

let count = 0
const add = async (events: string[], limits: { eventTypes?: string[]; regions?: string[] } = {}) => {
  const path = `/hook${count++}`
  const { _id, secret } = (
    await as.post('/webhooks', { url: `https://hooks.example${path}`, events, ...limits })
  ).json()
  const received = () => calls.filter((call) => call.path === path)
  const log = async () => (await as.get(`/webhooks/${_id}/deliveries`)).json()
  return { id: _id as string, secret: secret as string, path, received, log }
}
const alarm = async () => {
  const id = crypto.randomUUID()
  await sql`insert into alarm (id, service_id, kind, rule_name, severity, sets_area_status, began_at, raised_at)
    values (${id}, ${home.id}, 'alarm', 'High water', 'high', false, now(), now())`.execute(db)
  return { id }
}
const raise = async (...alarms: { id: string }[]) => callForAlarms(db, 'alarm.raised', alarms)

test('calls are signed as Standard Webhooks says', () => {
  const message = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    sentAt: new Date(1_614_265_330_000),
    body: '{"test": 2432232314}',
  }
  expect(signedHeaders('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', message)).toMatchObject({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('an alarm is sent once to subscribed webhooks, signed with the secret shown once', async () => {
  const wanting = await add(['alarm.raised'])
  const other = await add(['alarm.cleared'])
  const one = await alarm()
  await raise(one)
  await raise(one)
  await eventually(() => expect(wanting.received()).toHaveLength(1))
  const [call] = wanting.received()
  expect(JSON.parse(call?.body ?? '')).toMatchObject({
    type: 'alarm.raised',
    data: { id: one.id, rule: 'High water', severity: 'high' },
  })
  const key = Buffer.from(wanting.secret.replace('whsec_', ''), 'base64')
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = call?.headers ?? {}
  expect(signature).toBe(`v1,${createHmac('sha256', key).update(`${id}.${at}.${call?.body}`).digest('base64')}`)
  expect(other.received()).toEqual([])
  await eventually(async () =>
    expect(await wanting.log()).toMatchObject([
      { event: 'alarm.raised', state: 'delivered', code: 'http204', attempts: 1 },
    ]),
  )
  expect(JSON.stringify((await as.get('/webhooks')).json())).not.toContain('whsec_')
})

test('calls about alarms are urgent, so that they do not wait for other calls', async () => {
  const hook = await add(['alarm.raised', 'alarm.acknowledged', 'alarm.cleared'])
  const one = await alarm()
  for (const event of ['alarm.raised', 'alarm.acknowledged', 'alarm.cleared'] as const)
    await callForAlarms(db, event, [one])
  const rows = await db.selectFrom('delivery').select('isUrgent').where('address', '=', hook.id).execute()
  expect(rows).toEqual(Array(3).fill({ isUrgent: true }))
})

test('an event is sent without people, entries and answers', async () => {
  const hook = await add(['event.created', 'event.updated', 'event.archived'])
  const type = await addEventType(db, home, { name: 'Flood' })
  const created = await as.send(
    'POST',
    '/aoi',
    reportForm(type, {
      name: 'Water in the street',
      description: 'Call Dana, 050-1234567',
      startCoordinates: [35, 32, 1],
      publicAction: { publicActionId: type.id, fields: [] },
    }),
  )
  expect(created.statusCode).toBe(200)
  await eventually(() => expect(hook.received()).toHaveLength(1))
  const { _id } = created.json()
  const { data } = JSON.parse(hook.received()[0]?.body ?? '')
  expect(data).toEqual({
    id: _id,
    number: expect.any(Number),
    name: 'Water in the street',
    eventType: 'Flood',
    state: 'new',
    place: [35, 32],
    address: expect.any(String),
    createdAt: expect.any(String),
    archivedAt: null,
    url: expect.stringMatching(/^https:\/\/map\.example\.org\/\?selected=aoi\.\d+$/),
  })
  await as.patch(`/aoi/archive/${_id}`)
  await eventually(() => expect(hook.received().map(({ body }) => JSON.parse(body).type)).toContain('event.archived'))
  expect(hook.received().at(-1)?.body).not.toContain(admin.username)
})

test('a webhook is limited to events of some types and regions', async () => {
  const flood = await addEventType(db, home, { name: 'Flood' })
  const fire = await addEventType(db, home, { name: 'Fire' })
  const square = [[35.5, 32.5], [35.6, 32.5], [35.6, 32.6], [35.5, 32.6], [35.5, 32.5]] // biome-ignore format: one ring
  const region = (await as.post('/service/region', { name: 'Port', coordinates: [square] })).json()
  const events = ['event.created']
  const ofFloods = await add(events, { eventTypes: [flood.id] })
  const ofPort = await add(events, { regions: [region._id] })
  const ofFiresInPort = await add(events, { eventTypes: [fire.id], regions: [region._id] })
  const ofAll = await add(events)
  const report = async (name: string, type: typeof flood, startCoordinates: number[]) => {
    const publicAction = { publicActionId: type.id, fields: [] }
    const sent = await as.send('POST', '/aoi', reportForm(type, { name, startCoordinates, publicAction }))
    expect(sent.statusCode).toBe(200)
  }
  await report('flood in the port', flood, [35.55, 32.55, 1])
  await report('flood elsewhere', flood, [36, 33, 1])
  await report('fire in the port', fire, [35.55, 32.55, 1])
  const names = (hook: { received: () => Call[] }) =>
    hook
      .received()
      .map(({ body }) => JSON.parse(body).data.name)
      .toSorted()
  await eventually(() => {
    expect(names(ofAll)).toEqual(['fire in the port', 'flood elsewhere', 'flood in the port'])
    expect(names(ofFloods)).toEqual(['flood elsewhere', 'flood in the port'])
    expect(names(ofPort)).toEqual(['fire in the port', 'flood in the port'])
    expect(names(ofFiresInPort)).toEqual(['fire in the port'])
  })

  const changed = await as.patch(`/webhooks/${ofFloods.id}`, { eventTypes: null })
  expect(changed.json()).toMatchObject({ eventTypes: null, regions: null, events })
  const foreign = await addEventType(db, await addService(db, 'Elsewhere'), { name: 'Theirs' })
  const refused = await as.patch(`/webhooks/${ofFloods.id}`, { eventTypes: [foreign.id] })
  expect([refused.statusCode, refused.json().fields]).toEqual([400, { eventTypes: 'form.notInList' }])
})

test('an event that left the limits before its call was sent is not sent', async () => {
  const spill = await addEventType(db, home, { name: 'Spill' })
  const leak = await addEventType(db, home, { name: 'Leak' })
  const hook = await add(['event.created', 'logEntry.created'], { eventTypes: [spill.id] })
  const publicAction = { publicActionId: leak.id, fields: [] }
  const { _id, number } = (await as.send('POST', '/aoi', reportForm(leak, { name: 'Oil', publicAction }))).json()
  const entry = (await as.post(`/aoi/${number}/add-log`, { text: 'Sand is here', restricted: false })).json()
  const call = { channel: 'webhook', serviceId: home.id, address: hook.id, payload: {} } as const
  await enqueue(db, [
    { ...call, kind: 'event.created', subjectId: _id },
    { ...call, kind: 'logEntry.created', subjectId: entry._id },
  ])
  await eventually(async () =>
    expect(await hook.log()).toMatchObject([
      { state: 'failed', code: 'deleted' },
      { state: 'failed', code: 'deleted' },
    ]),
  )
  expect(hook.received()).toEqual([])
})

test('a new log entry is sent without its author, and a restricted one is not sent', async () => {
  const type = await addEventType(db, home, { name: 'Spill' })
  const hook = await add(['logEntry.created'], { eventTypes: [type.id] })
  const publicAction = { publicActionId: type.id, fields: [] }
  const created = await as.send('POST', '/aoi', reportForm(type, { name: 'Oil on the road', publicAction }))
  const { number } = created.json()
  for (const entry of [{ text: 'For us only' }, { text: 'Sand is on its way', restricted: false }])
    expect((await as.post(`/aoi/${number}/add-log`, entry)).statusCode).toBe(200)
  await eventually(() => expect(hook.received()).toHaveLength(1))
  const { type: kind, data } = JSON.parse(hook.received()[0]?.body ?? '')
  expect(kind).toBe('logEntry.created')
  expect(data).toEqual({
    id: expect.any(String),
    text: 'Sand is on its way',
    action: null,
    happenedAt: expect.any(String),
    event: {
      id: created.json()._id,
      number,
      name: 'Oil on the road',
      eventType: 'Spill',
      url: expect.stringMatching(/^https:\/\/map\.example\.org\/\?selected=aoi\.\d+$/),
    },
  })
  const queued = await db.selectFrom('delivery').select('id').where('address', '=', hook.id).execute()
  expect(queued).toHaveLength(1)
})

test('a failed call is retried eight times, redirects are not followed, and calls can be resent', async () => {
  const hook = await add(['alarm.raised'])
  answers.set(hook.path, [302, ...Array(7).fill(500)])
  await raise(await alarm())
  await eventually(async () =>
    expect(await hook.log()).toMatchObject([{ state: 'failed', code: 'http500', attempts: 8 }]),
  )
  expect(calls.filter(({ path }) => path === '/')).toEqual([])
  expect(new Set(hook.received().map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  const [{ _id }] = await hook.log()
  expect((await as.post(`/webhooks/${hook.id}/deliveries/${_id}`)).json()).toMatchObject({
    state: 'waiting',
    attempts: 0,
  })
  await eventually(async () => expect(await hook.log()).toMatchObject([{ _id, state: 'delivered', attempts: 1 }]))
  expect(hook.received()).toHaveLength(9)
})

test('the last of eight attempts comes a day after the first', () => {
  const { retrySeconds } = webhookChannel({ db, fetch: async () => ({ status: 204, headers: {} }), publicUrl: '' })
  expect(retrySeconds).toHaveLength(7)
  expect(retrySeconds.reduce((sum, seconds) => sum + seconds, 0) * 0.8).toBeGreaterThan(20 * 3600)
})

test('a receiver that is dead for days or gone is switched off, and Admins are notified', async () => {
  const dead = await add(['alarm.raised'])
  const gone = await add(['alarm.raised'])
  await sql`update webhook set failures = 7, failing_since = now() - interval '4 days' where id = ${dead.id}`.execute(
    db,
  )
  answers.set(dead.path, [500])
  answers.set(gone.path, [410])
  await raise(await alarm())
  const stateOf = async (id: string) =>
    (await as.get('/webhooks')).json().find((one: { _id: string }) => one._id === id)
  for (const { id } of [dead, gone])
    await eventually(async () =>
      expect(await stateOf(id)).toMatchObject({ isEnabled: false, switchedOffAt: expect.any(String) }),
    )
  const told = await db.selectFrom('delivery').select('memberId').where('kind', '=', 'webhookOff').execute()
  expect(told.map(({ memberId }) => memberId)).toContain(admin.id)
  await eventually(async () => expect((await dead.log())[0]).toMatchObject({ state: 'failed' }))
  await raise(await alarm())
  expect(dead.received()).toHaveLength(1)
  expect((await as.patch(`/webhooks/${gone.id}`, { isEnabled: true })).json()).toMatchObject({ switchedOffAt: null })
})

test('a test call returns the response, and a new secret signs the next call', async () => {
  const hook = await add(['alarm.raised'])
  answers.set(hook.path, [418])
  expect((await as.post(`/webhooks/${hook.id}/test`)).json()).toEqual({ isDelivered: false, code: 'http418' })
  expect((await as.post(`/webhooks/${hook.id}/test`)).json()).toEqual({ isDelivered: true, code: 'http204' })
  const { secret } = (await as.post(`/webhooks/${hook.id}/secret`)).json()
  expect(secret).toMatch(/^whsec_/)
  expect(secret).not.toBe(hook.secret)
})

test('addresses must be public https, and a service has at most 20 webhooks', async () => {
  for (const url of ['http://hooks.example/', 'https://127.0.0.1/', 'https://[::1]/', 'https://u:p@a.example/', 'x'])
    expect((await as.post('/webhooks', { url, events: ['alarm.raised'] })).statusCode, url).toBe(400)
  const other = await addService(db, 'Other')
  const technician = await addMember(db, other, other.roleId, { type: 'Technician' })
  const make = () =>
    server.as(technician).post('/webhooks', { url: 'https://hooks.example/x', events: ['alarm.raised'] })
  for (let made = 0; made < 20; made++) expect((await make()).statusCode).toBe(200)
  expect((await make()).statusCode).toBe(409)
})
