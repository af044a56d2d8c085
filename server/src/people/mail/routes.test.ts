import { afterAll, expect, test } from 'vitest'
import { noteGood } from '../../operations/backup/queries.ts'
import { warnOfFailedBackup, warnOfOldBackups } from '../../parts/owner-warnings.ts'
import { hashPassword } from '../../platform/secret/passwords.ts'
import { eventually } from '../../testing/eventually.ts'
import { linkIn, startMailServer } from '../../testing/mail-server.ts'
import { addMember, addService } from '../../testing/people.ts'
import { testServer } from '../../testing/server.ts'

const mailServer = await startMailServer()
afterAll(mailServer.close)
const server = await testServer(
  {
    COHESION_SMTP_URL: mailServer.url,
    COHESION_MAIL_FROM: 'Cohesion <map@example.org>',
    COHESION_TRUST_PROXY: 'loopback',
  },
  { deliveries: { timing: { pollMs: 20, gatherMs: 1, retryFactor: 0 } } },
)
const { db } = server
const home = await addService(db, 'Harbour Watch')
const PASSWORD = 'correct horse battery'
const passwordHash = await hashPassword(PASSWORD)

const someone = (username: string, more: object = {}) =>
  addMember(db, home, home.roleId, { username, passwordHash, ...more })
const owner = await someone('owner', { type: 'Technician', isServerOwner: true })
const admin = await someone('admin', { type: 'Admin' })

const withEmail = async (username: string, email: string, more: object = {}) => {
  const member = await someone(username, more)
  await db.updateTable('member').set({ email }).where('id', '=', member.id).execute()
  return member
}
const tokenIn = (path: string) => new URL(path, 'http://x').searchParams
/** Each stranger has an own IP address, because strangers of one network share budgets. */
let lastAddress = 0
const stranger = () => {
  const headers = { 'x-forwarded-for': `198.51.100.${++lastAddress}` }
  return {
    get: (path: string) => server.anyone.send('GET', path, { headers }),
    post: (path: string, payload: object = {}) => server.anyone.send('POST', path, { headers, payload }),
  }
}

test('a member confirms an address with a button, not by opening the link', async () => {
  const dana = await someone('dana')
  const call = server.as(dana)
  expect((await call.get('/user/email')).json()).toEqual({ address: null, pending: null, canMail: true })
  const wrong = await call.post('/user/email', { email: 'dana@example.org', password: 'not this one' })
  expect(wrong.json().fields).toEqual({ password: 'form.passwordWrong' })
  const given = await call.post('/user/email', { email: 'dana@example.org', password: PASSWORD })
  expect(given.json()).toEqual({ address: null, pending: 'dana@example.org', canMail: true })

  const [mail] = await mailServer.until('dana@example.org')
  expect(mail).toMatchObject({ from: 'map@example.org', subject: 'Confirm your e-mail address' })
  expect(mail?.headers).toMatch(/^auto-submitted: auto-generated$/im)
  const token = tokenIn(linkIn(mail as never)).get('confirm')
  const path = `/auth/email/${token}`
  expect((await stranger().get(path)).json()).toEqual({ address: 'dana@example.org', username: 'dana' })
  expect((await stranger().get(path)).statusCode).toBe(200)
  expect((await call.get('/user/email')).json().address).toBeNull()
  expect((await stranger().post(path)).statusCode).toBe(200)
  expect((await call.get('/user/email')).json()).toMatchObject({ address: 'dana@example.org', pending: null })
  expect((await stranger().post(path)).statusCode).toBe(404)
})

test('a removed address gets a mail', async () => {
  const lior = await withEmail('lior', 'lior@example.org')
  expect((await server.as(lior).delete('/user/email')).json()).toMatchObject({ address: null })
  const [mail] = await mailServer.until('lior@example.org')
  expect(mail?.subject).toBe('Your e-mail address was changed')
})

test('an address is visible to its member only', async () => {
  const secret = await withEmail('shy', 'very-shy@example.org')
  await server.as(secret).patch('/user/profile', { firstName: 'Shy' })
  const others = server.as(owner)
  const answers = await Promise.all(
    [
      '/user/with-aoi',
      '/user/grouped',
      `/user/service/${home.id}`,
      `/user/with-logs/${secret.id}`,
      '/user/positions',
      '/settings',
      '/settings/mail',
      '/audit',
    ].map((path) => others.get(path)),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
  expect(answers.map(({ body }) => body).join()).toContain('Shy')
  expect(answers.map(({ body }) => body).join()).not.toContain('very-shy')
  const messages = await db.selectFrom('outbox').select('body').execute()
  expect(JSON.stringify(messages)).not.toContain('very-shy')
})

test('an address is deleted with its member', async () => {
  const leaver = await withEmail('leaver', 'leaver@example.org')
  await server.as(leaver).post('/user/email', { email: 'next@example.org', password: PASSWORD })
  expect((await server.as(admin).delete(`/user/delete/${leaver.id}`)).statusCode).toBe(200)
  const row = await db.selectFrom('member').select('email').where('id', '=', leaver.id).executeTakeFirst()
  expect(row).toEqual({ email: null })
  const waiting = await db.selectFrom('emailConfirmation').select('email').where('memberId', '=', leaver.id).execute()
  expect(waiting).toEqual([])
})

test('an invitation is mailed, stays valid when opened repeatedly, and is used once', async () => {
  const body = { role: home.roleId, permission: 'Operator', email: 'noa@example.org', language: 'he' }
  const answer = await server.as(admin).post('/user/invite-by-mail', body)
  expect(answer.statusCode).toBe(200)
  expect(JSON.stringify(answer.json())).not.toContain('token')
  const hours = (Date.parse(answer.json().expiresAt) - Date.now()) / 3_600_000
  expect(hours).toBeGreaterThan(71)
  expect(hours).toBeLessThan(73)
  const [mail] = await mailServer.until('noa@example.org')
  expect(mail?.subject).toBe('הזמנה מאת admin להצטרף אל Harbour Watch')
  expect(mail?.html).toContain('<html lang="he" dir="rtl">')
  const day = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  expect(mail?.text).toContain(new Intl.DateTimeFormat('he', day).format(Date.parse(answer.json().expiresAt)))
  const token = tokenIn(linkIn(mail as never)).get('token')
  const infos = [
    await stranger().get(`/user/invitation-info/${token}`),
    await stranger().get(`/user/invitation-info/${token}`),
  ]
  for (const info of infos)
    expect(info.json()).toMatchObject({ email: 'noa@example.org', expiresAt: answer.json().expiresAt })
  const person = {
    username: 'noa',
    password: PASSWORD,
    firstName: 'Noa',
    lastName: 'L',
    phone: '0501234567',
    email: 'noa@example.org',
  }
  const joined = await stranger().post(`/user/register/${token}`, person)
  expect(joined.statusCode).toBe(200)
  const own = await server.as({ token: joined.json().accessToken }).get('/user/email')
  expect(own.json()).toMatchObject({ address: 'noa@example.org', pending: null })
  expect((await stranger().get(`/user/invitation-info/${token}`)).statusCode).toBe(410)
  const invites = await db.selectFrom('invite').select('email').execute()
  expect(invites).toEqual([{ email: null }])
})

test('an address other than the invited one must be confirmed', async () => {
  await server.as(admin).post('/user/invite-by-mail', {
    role: home.roleId,
    permission: 'Operator',
    email: 'club@example.org',
    language: 'en',
  })
  const [mail] = await mailServer.until('club@example.org')
  const token = tokenIn(linkIn(mail as never)).get('token')
  const person = {
    username: 'gil',
    password: PASSWORD,
    firstName: 'Gil',
    lastName: 'L',
    phone: '0501234567',
    email: 'gil@example.org',
  }
  const joined = await stranger().post(`/user/register/${token}`, person)
  const own = await server.as({ token: joined.json().accessToken }).get('/user/email')
  expect(own.json()).toMatchObject({ address: null, pending: 'gil@example.org' })
  await mailServer.until('gil@example.org')
})

test('sign-in help sends a link, and only the button on its page changes anything', async () => {
  const omer = await withEmail('omer', 'omer@example.org', {})
  expect((await stranger().post('/auth/re-entry', { name: 'Omer' })).json()).toEqual({})
  const [mail] = await mailServer.until('omer@example.org')
  expect(mail?.subject).toContain('again')
  const path = `/auth/re-entry/${tokenIn(linkIn(mail as never)).get('reentry')}`
  const info = await stranger().get(path)
  expect(info.json()).toMatchObject({ username: 'omer' })
  expect((Date.parse(info.json().expiresAt) - Date.now()) / 60_000).toBeLessThanOrEqual(61)
  expect((await server.as(omer).get('/user/profile')).statusCode).toBe(200)
  expect((await stranger().post(path, { password: 'another long password' })).statusCode).toBe(200)
  expect((await server.as(omer).get('/user/profile')).statusCode).toBe(401)
  const mails = await mailServer.until('omer@example.org', 2)
  expect(mails[1]?.subject).toBe('Your password was changed')
  expect((await stranger().post(path, { password: 'a third long password' })).statusCode).toBe(410)
})

test('a re-entry link that an Admin made stays valid when someone asks for one by mail', async () => {
  const ido = await withEmail('ido', 'ido@example.org')
  const { link } = (await server.as(admin).post(`/user/re-entry/${ido.id}`, {})).json()
  await stranger().post('/auth/re-entry', { name: 'ido@example.org' })
  await mailServer.until('ido@example.org')
  const made = tokenIn(new URL(link).search).get('reentry')
  expect((await stranger().get(`/auth/re-entry/${made}`)).statusCode).toBe(200)
})

test('the reply is the same for unknown names and for members without an address', async () => {
  await someone('silent')
  const earlier = (await db.selectFrom('delivery').select('id').execute()).map(({ id }) => id)
  const answers = []
  for (const name of ['silent', 'nobody-at-all', 'nobody@example.org'])
    answers.push(await stranger().post('/auth/re-entry', { name }))
  expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(answers.map(() => [200, '{}']))
  await eventually(async () => {
    const unsent = db.selectFrom('delivery').select('payload').where('lastError', '=', 'noReceiver')
    const rows = await unsent.where('id', 'not in', earlier).execute()
    expect(rows).toEqual([1, 2, 3].map(() => ({ payload: {} })))
  })
})

test('sign-in help is limited to three times an hour per name and ten per network', async () => {
  const statuses = []
  for (let count = 0; count < 4; count++)
    statuses.push((await stranger().post('/auth/re-entry', { name: 'asked-for' })).statusCode)
  expect(statuses).toEqual([200, 200, 200, 429])
  const one = stranger()
  const many = []
  for (let count = 0; count < 11; count++)
    many.push((await one.post('/auth/re-entry', { name: `name${count}` })).statusCode)
  expect(many.filter((status) => status === 200)).toHaveLength(10)
  expect(many.at(-1)).toBe(429)
})

test("a changed password is announced by mail in the member's language", async () => {
  const rina = await withEmail('rina', 'rina@example.org')
  await db.updateTable('member').set({ language: 'he' }).where('id', '=', rina.id).execute()
  await server.as(rina).post('/auth/password', { currentPassword: PASSWORD, newPassword: 'a new long password' })
  const [mail] = await mailServer.until('rina@example.org')
  expect(mail?.subject).toBe('הסיסמה שלכם הוחלפה')
  expect(mail?.text).toContain('rina')
})

test('a busy mail server is retried, and a rejected address is not', async () => {
  const busy = await withEmail('busy', 'busy@example.org')
  const refused = await withEmail('refused', 'refused@example.org')
  mailServer.refuseNext({ code: 451, text: 'Try again busy@example.org' })
  await server.as(busy).post('/auth/password', { currentPassword: PASSWORD, newPassword: 'a new long password' })
  await mailServer.until('busy@example.org')
  mailServer.refuseNext({ code: 550, text: 'No such mailbox refused@example.org' })
  await server.as(refused).post('/auth/password', { currentPassword: PASSWORD, newPassword: 'a new long password' })
  const state = async () => (await server.as(owner).get('/settings/mail')).json()
  await eventually(async () => expect((await state()).lastError).toMatchObject({ code: 'smtp550' }))
  const { deliveries, isConfigured, from, host } = await state()
  expect({ isConfigured, from, host }).toEqual({
    isConfigured: true,
    from: 'Cohesion <map@example.org>',
    host: '127.0.0.1',
  })
  expect(deliveries[0]).toMatchObject({
    channel: 'email',
    kind: 'passwordChanged',
    receiver: 'refused',
    state: 'failed',
    code: 'smtp550',
  })
  expect(mailServer.to('refused@example.org')).toEqual([])
})

test('the owner sends a test message, and sees why it failed', async () => {
  const send = (email: string) => server.as(owner).post('/settings/mail/test', { email })
  expect((await send('owner@example.org')).json()).toEqual({ code: null })
  expect(mailServer.to('owner@example.org')).toHaveLength(1)
  mailServer.refuseNext({ code: 554, text: 'No' })
  expect((await send('owner@example.org')).json()).toEqual({ code: 'smtp554' })
  expect((await send('a@example.org, b@example.org')).statusCode).toBe(400)
  expect((await server.as(admin).post('/settings/mail/test', { email: 'a@example.org' })).statusCode).toBe(403)
})

test('owners are warned of old backups once a day', async () => {
  await db.updateTable('member').set({ email: 'boss@example.org' }).where('id', '=', owner.id).execute()
  const old = { name: 'x', bytes: 1, modifiedAt: new Date(Date.now() - 5 * 86_400_000) }
  await noteGood(db, 'x')
  const place = async () => ({ list: async () => [old] }) as never
  await warnOfOldBackups(db, place)
  await warnOfOldBackups(db, place)
  const [mail] = await mailServer.until('boss@example.org')
  expect(mail?.text).toContain('5 days ago')
  const rows = await db.selectFrom('delivery').select('id').where('kind', '=', 'backupTooOld').execute()
  expect(rows).toHaveLength(1)
})

test('failed backups and unreadable locations notify the owner, by push without mail', async () => {
  await db.deleteFrom('delivery').execute()
  await warnOfFailedBackup(db, 'ENOSPC: no space left on device')
  await warnOfOldBackups(db, () => Promise.reject(new Error('the bucket is away')))
  const [mail] = await mailServer.until('boss@example.org', 2)
  expect(mailServer.to('boss@example.org').at(-1)?.text).toContain('ENOSPC: no space left on device')
  expect(mail).toBeDefined()
  await db.updateTable('member').set({ email: null }).where('id', '=', owner.id).execute()
  await db.deleteFrom('delivery').execute()
  await warnOfOldBackups(db, () => Promise.reject(new Error('the bucket is away')))
  const rows = await db.selectFrom('delivery').select(['channel', 'memberId', 'fallback']).execute()
  expect(rows).toEqual([{ channel: 'push', memberId: owner.id, fallback: ['sms'] }])
})

test('without a mail server no mail feature is offered, and everything else works', async () => {
  const bare = await testServer({}, { deliveries: { timing: { pollMs: 20, gatherMs: 1 } } })
  const place = await addService(bare.db, 'Bare')
  const boss = await addMember(bare.db, place, place.roleId, { type: 'Technician', isServerOwner: true, passwordHash })
  await bare.db.updateTable('member').set({ email: 'boss@example.org' }).execute()
  const call = bare.as(boss)
  expect((await call.get('/settings/mail')).json()).toMatchObject({ isConfigured: false, host: null })
  expect((await call.post('/settings/mail/test', { email: 'a@example.org' })).statusCode).toBe(404)
  expect((await bare.anyone.post('/auth/re-entry', { name: 'x' })).statusCode).toBe(404)
  const changed = await call.post('/auth/password', { currentPassword: PASSWORD, newPassword: 'a new long password' })
  expect(changed.statusCode).toBe(200)
  await eventually(async () => {
    const rows = await bare.db.selectFrom('delivery').select(['state', 'lastError']).execute()
    expect(rows).toEqual([{ state: 'failed', lastError: 'notConfigured' }])
  })
})
