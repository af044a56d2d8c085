import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { statusOf } from '../../platform/delivery/queue.ts'
import { linkToken } from '../../platform/secret/sealing.ts'
import { eventually } from '../../testing/eventually.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { addMember, addService, type TestMember } from '../../testing/people.ts'
import { testServer } from '../../testing/server.ts'
import { startSmsGateway } from '../../testing/sms-gateway.ts'
import { messageMembers } from '../notification/actions.ts'
import { internationalPhone, openGateway } from './gateway.ts'

const gateway = await startSmsGateway()
afterAll(gateway.close)
const mailServer = await startMailServer()
const server = await testServer(
  {
    COHESION_SMS_GATEWAY_URL: gateway.url,
    COHESION_SMTP_URL: mailServer.url,
    COHESION_MAIL_FROM: 'map@example.org',
    COHESION_PUBLIC_URL: 'https://map.example.org',
  },
  { deliveries: { timing: { pollMs: 20, gatherMs: 1, retryFactor: 0 } } },
)
const { db } = server
const home = await addService(db, 'Home')
const owner = await addMember(db, home, home.roleId, { type: 'Technician', isServerOwner: true })

let count = 0
const addRecipient = async (phone: string | null, email: string | null = null): Promise<TestMember> => {
  const member = await addMember(db, home, home.roleId, { username: `recipient${count++}` })
  await db.updateTable('member').set({ phone, email, language: 'he' }).where('id', '=', member.id).execute()
  return member
}

const message = { action: 'TEST', texts: { en: 'High water', he: 'מים גבוהים' }, path: '/?panel=rules' }
const say = async (member: TestMember, channels: ('sms' | 'email' | 'push')[], kind = 'test'): Promise<string> => {
  const [id = ''] = await messageMembers(db, [{ id: member.id, serviceId: home.id }], { kind, message, channels })
  return id
}
const chain = async (id: string) =>
  (await statusOf(db, [id])).map(({ channel, state, lastError }) => [channel, state, lastError])
const confirmNow = (id: string) => sql`update delivery set confirm_at = now() where id = ${id}`.execute(db)

test('a member gets a text with a link, and the gateway confirms delivery', async () => {
  const member = await addRecipient('+972 (50) 111-2233')
  const id = await say(member, ['sms'])
  await eventually(async () => expect(await chain(id)).toEqual([['sms', 'sent', null]]))
  expect(gateway.to('+972501112233')).toMatchObject([
    { id, textMessage: { text: 'מים גבוהים\nhttps://map.example.org/?panel=rules' } },
  ])
  gateway.setState(id, 'Sent')
  await confirmNow(id)
  await eventually(async () =>
    expect(
      (
        await sql<{ isAsked: boolean }>`select confirm_at > now() as is_asked from delivery where id = ${id}`.execute(
          db,
        )
      ).rows,
    ).toEqual([{ isAsked: true }]),
  )
  expect(await chain(id)).toEqual([['sms', 'sent', null]])
  gateway.setState(id, 'Delivered')
  await confirmNow(id)
  await eventually(async () => expect(await chain(id)).toEqual([['sms', 'delivered', null]]))
})

test('the token of a link is created when a message is sent', async () => {
  const member = await addRecipient('+972501112255', 'link@example.org')
  const linked = { ...message, tokenLink: { id: 'a notice', path: '/invite?alarm=' } }
  const address = `https://map.example.org/invite?alarm=${await linkToken(db, 'a notice')}`
  for (const channel of ['sms', 'email'] as const)
    await messageMembers(db, [{ id: member.id, serviceId: home.id }], {
      kind: 'test',
      message: linked,
      channels: [channel],
    })
  await eventually(() => expect(JSON.stringify(gateway.to('+972501112255'))).toContain(address))
  const [mail] = await mailServer.until('link@example.org')
  expect(mail?.text).toContain(address)
})

test('a message that version 1.1 queued with its token is sent unchanged', async () => {
  const member = await addRecipient('+972501112288')
  const former = { ...message, path: '/invite?alarm=former', button: { labels: message.texts, notice: 'former' } }
  await messageMembers(db, [{ id: member.id, serviceId: home.id }], {
    kind: 'test',
    message: former,
    channels: ['sms'],
  })
  const address = 'https://map.example.org/invite?alarm=former"'
  await eventually(() => expect(JSON.stringify(gateway.to('+972501112288'))).toContain(address))
})

test('a failing gateway falls back to the next channel and notifies Admins', async () => {
  const member = await addRecipient('+972501112244', 'passed@example.org')
  await db.updateTable('member').set({ email: 'owner@example.org' }).where('id', '=', owner.id).execute()
  gateway.refuseNext(503)
  const id = await say(member, ['sms', 'email'])
  const [mail] = await mailServer.until('passed@example.org')
  expect(mail?.subject).toContain('מים גבוהים')
  expect(mail?.text).toContain('https://map.example.org/?panel=rules')
  await eventually(async () =>
    expect(await chain(id)).toEqual([
      ['sms', 'failed', 'http503'],
      ['email', 'sent', null],
    ]),
  )
  const [told] = await mailServer.until('owner@example.org')
  expect(told?.subject).toContain('Sending by text message failed')
})

test('an undeliverable text falls back to e-mail without alerting Admins', async () => {
  const member = await addRecipient('+972501112255', 'back@example.org')
  const before = mailServer.to('owner@example.org').length
  const id = await say(member, ['sms', 'email'])
  await eventually(async () => expect(await chain(id)).toEqual([['sms', 'sent', null]]))
  gateway.setState(id, 'Failed')
  await confirmNow(id)
  await mailServer.until('back@example.org')
  expect((await chain(id))[0]).toEqual(['sms', 'failed', 'smsFailed'])
  expect(mailServer.to('owner@example.org')).toHaveLength(before)
})

test('a member without a number is reached by the next channel, or the delivery fails', async () => {
  const withMail = await addRecipient(null, 'nophone@example.org')
  await say(withMail, ['sms', 'email'])
  await mailServer.until('nophone@example.org')
  const id = await say(await addRecipient(''), ['sms'])
  await eventually(async () => expect(await chain(id)).toEqual([['sms', 'failed', 'noReceiver']]))
})

test('an attempt whose reply was lost does not send a second text', async () => {
  const member = await addRecipient('+972501112266')
  const device = openGateway(gateway.url)
  gateway.refuseNext(500)
  const id = await say(member, ['sms'])
  await eventually(async () => expect((await chain(id))[0]?.[1]).toBe('sent'))
  expect(gateway.to('+972501112266')).toHaveLength(1)
  expect(await device.send(id, '+972501112266', 'again', true)).toEqual({ isSent: true })
  expect(await device.send(id, '+972501112266', 'again', false)).toEqual({ isSent: true })
  expect(gateway.to('+972501112266')).toHaveLength(1)
})

test('the owner sends a test message and sees the gateway’s reply', async () => {
  const test = (phone: string) => server.as(owner).post('/settings/sms/test', { phone })
  expect((await test('+972 50 999')).json()).toEqual({ code: null })
  expect(gateway.to('+97250999')).toMatchObject([{ textMessage: { text: 'Text messages from Standalone work.' } }])
  gateway.refuseNext(401)
  expect((await test('+97250999')).json()).toEqual({ code: 'gatewaySignIn' })
  const { host, lastError } = (await server.as(owner).get('/settings/sms')).json()
  expect({ host, code: lastError.code }).toEqual({ host: `127.0.0.1:${gateway.port}`, code: 'gatewaySignIn' })
  expect((await test('call me')).statusCode).toBe(400)
})

test('the gateway is exempt from the guard by its exact origin: a redirect is not followed', async () => {
  gateway.refuseNext(302)
  expect(await openGateway(gateway.url).check()).toEqual({ isSent: false, code: 'gatewayUnreachable', isFinal: false })
  expect(await openGateway(gateway.url).check()).toEqual({ isSent: true })
  expect(await openGateway('http://sms:wrong@127.0.0.1:1').check()).toMatchObject({ code: 'gatewayUnreachable' })
})

test('numbers are sent in international form, or unchanged without a country', () => {
  expect(['+972 (50) 1-2', '00972 50 12', '050-12', '', null].map(internationalPhone)).toEqual([
    '+9725012',
    '+9725012',
    '05012',
    '',
    '',
  ])
})
