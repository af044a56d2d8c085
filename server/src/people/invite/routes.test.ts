import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { verifyPassword } from '../../platform/secret/passwords.ts'
import { newToken } from '../../platform/secret/tokens.ts'
import { addMember, addService, type TestMember } from '../../testing/people.ts'
import { testServer } from '../../testing/server.ts'

const server = await testServer({ COHESION_PUBLIC_URL: 'https://cohesion.example' })
const home = await addService(server.db, 'Home')
const foreign = await addService(server.db, 'Foreign')
const admin = await addMember(server.db, home, home.roleId, { type: 'Admin', username: 'ada' })
const technician = await addMember(server.db, home, home.roleId, { type: 'Technician' })
const operator = await addMember(server.db, home, home.roleId)

const person = { password: 'correct horse battery', firstName: 'Noa', lastName: 'Bar', phone: '+972 50 123 4567' }
let count = 0
const newName = () => `noa-${count++}`

const tokenOf = (link: string, name: string) => new URL(link).searchParams.get(name) ?? ''
const invite = async (by: TestMember, permission = 'Operator', role = home.roleId) => {
  const answer = await server.as(by).post('/user/invite', { role, permission })
  return { answer, token: answer.statusCode === 200 ? tokenOf(answer.json().link, 'token') : '' }
}
const info = (token: string) => server.anyone.get(`/user/invitation-info/${token}`)
const register = (token: string, more: object = {}) =>
  server.anyone.post(`/user/register/${token}`, { username: newName(), ...person, ...more })
const age = (minutes: number) =>
  sql`update invite set expires_at = expires_at - make_interval(mins => ${minutes}),
    form_expires_at = form_expires_at - make_interval(mins => ${minutes})`.execute(server.db)

test('an invitation leads to a signed-in member with its role and type', async () => {
  const { answer, token } = await invite(admin, 'Admin')
  expect(answer.json().link).toMatch(/^https:\/\/cohesion\.example\/invite\?token=/)
  const minutes = (Date.parse(answer.json().expiresAt) - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(9)
  expect(minutes).toBeLessThanOrEqual(10)
  expect((await info(token)).json()).toMatchObject({
    service: { title: 'Home' },
    role: { name: 'Responder' },
    type: 'Admin',
    invitedBy: 'ada',
  })
  const { accessToken } = (await register(token, { username: 'Noa.Bar', language: 'he' })).json()
  expect((await server.as({ token: accessToken }).get('/user/profile')).json()).toMatchObject({
    username: 'Noa.Bar',
    type: 'Admin',
    role: { name: 'Responder' },
    service: { title: 'Home' },
    allowCsvDownload: true,
    language: 'he',
    timeTermsOfUseAgreed: null,
  })
})

test('a link works once, also for two concurrent uses', async () => {
  const { token } = await invite(admin)
  const both = await Promise.all([register(token), register(token)])
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410])
  expect((await info(token)).json()).toMatchObject({ statusCode: 410, code: 'inviteUsed' })
})

test('an invitation must be opened within 10 minutes, and its form stays valid for 30 more', async () => {
  const late = (await invite(admin)).token
  const opened = (await invite(admin)).token
  await info(opened)
  await age(10)
  expect((await info(late)).json()).toMatchObject({ statusCode: 410, code: 'inviteExpired' })
  expect((await register(late)).json().code).toBe('inviteExpired')
  expect((await info(opened)).statusCode).toBe(200)
  await age(20)
  expect((await register(opened)).json().code).toBe('inviteExpired')
})

test('opening an invitation again does not extend its time', async () => {
  const { token } = await invite(admin)
  const first = (await info(token)).json().expiresAt
  expect((await info(token)).json().expiresAt).toBe(first)
})

test('an unknown link is not found', async () => {
  expect((await info('x'.repeat(43))).json()).toMatchObject({ statusCode: 404, code: 'notFound' })
})

test('rights decide who may invite whom', async () => {
  const tries: [TestMember, string, number][] = [
    [operator, 'Operator', 403],
    [admin, 'Operator', 200],
    [admin, 'Admin', 200],
    [admin, 'Technician', 403],
    [technician, 'Technician', 200],
  ]
  for (const [by, type, status] of tries) expect((await invite(by, type)).answer.statusCode).toBe(status)
  const elsewhere = await invite(admin, 'Operator', foreign.roleId)
  expect(elsewhere.answer.json()).toMatchObject({ statusCode: 400, fields: { role: 'form.invalid' } })
  const nothing = await server.as(admin).post('/user/invite', {})
  expect(nothing.json().fields).toEqual({ role: 'form.required', permission: 'form.required' })
})

test('an invitation is invalid once its creator may no longer invite', async () => {
  const gone = await addMember(server.db, home, home.roleId, { type: 'Admin' })
  const { token } = await invite(gone)
  expect((await server.as(technician).delete(`/user/delete/${gone.id}`)).statusCode).toBe(200)
  expect((await info(token)).json().code).toBe('inviteExpired')
})

test('user names are unique ignoring case, and taken names are reported', async () => {
  const { token } = await invite(admin)
  const isFree = async (username: string) =>
    (await server.anyone.get(`/user/invitation-info/${token}/username?username=${username}`)).json().isFree
  expect([await isFree('ADA'), await isFree('ada.two')]).toEqual([false, true])
  const answer = await register(token, { username: 'Ada' })
  expect(answer.json()).toMatchObject({ code: 'usernameTaken', fields: { username: 'form.usernameTaken' } })
  expect((await register(token)).statusCode).toBe(200)
})

test('missing fields and weak passwords are reported, and the link stays valid', async () => {
  const { token } = await invite(admin)
  const answer = await register(token, { username: 'no spaces', password: 'short', firstName: '', phone: 'call me' })
  expect(answer.json().fields).toEqual({
    username: 'form.username',
    password: 'form.passwordShort',
    firstName: 'form.required',
    phone: 'form.phone',
  })
  expect((await info(token)).statusCode).toBe(200)
})

const reentry = async (by: TestMember, memberId: string) => {
  const answer = await server.as(by).post(`/user/re-entry/${memberId}`)
  return { answer, token: answer.statusCode === 200 ? tokenOf(answer.json().link, 'reentry') : '' }
}
const reenter = (token: string) => server.anyone.post(`/auth/re-entry/${token}`, { password: 'another long one' })

test('a re-entry link ends the sessions, works once, and notifies the member', async () => {
  const dana = await addMember(server.db, home, home.roleId, { username: 'dana' })
  const { token } = await reentry(admin, dana.id)
  expect((await server.as(dana).get('/user/profile')).statusCode).toBe(401)
  expect((await server.anyone.get(`/auth/re-entry/${token}`)).json()).toMatchObject({
    username: 'dana',
    service: { title: 'Home' },
  })
  const both = await Promise.all([reenter(token), reenter(token)])
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410])
  const { accessToken } = both.find(({ statusCode }) => statusCode === 200)?.json() ?? {}
  const { events } = (await server.as({ token: accessToken }).get('/auth/sessions')).json()
  expect(events.map((event: { what: string; by: string }) => [event.what, event.by])).toEqual([
    ['linkUsed', ''],
    ['linkMade', 'ada'],
  ])
  const row = await server.db.selectFrom('member').selectAll().where('id', '=', dana.id).executeTakeFirstOrThrow()
  expect(await verifyPassword(row.passwordHash, 'another long one')).toBe(true)
})

test('a newer re-entry link invalidates the older one, and links expire', async () => {
  const dana = await addMember(server.db, home, home.roleId)
  const first = (await reentry(admin, dana.id)).token
  const second = (await reentry(admin, dana.id)).token
  expect((await reenter(first)).statusCode).toBe(404)
  await sql`update reentry_link set expires_at = now()`.execute(server.db)
  expect((await reenter(second)).json().code).toBe('inviteExpired')
})

test('members create re-entry links only for members below them', async () => {
  const owner = await addMember(server.db, home, home.roleId, { type: 'Technician', isServerOwner: true })
  expect((await reentry(admin, technician.id)).answer.statusCode).toBe(403)
  expect((await reentry(technician, owner.id)).answer.statusCode).toBe(403)
  expect((await reentry(technician, technician.id)).answer.statusCode).toBe(403)
  expect((await reentry(owner, technician.id)).answer.statusCode).toBe(200)
})

test('guesses at invitations and re-entry links are rate-limited, including correct ones', async () => {
  const guesser = await testServer()
  for (const path of ['/user/invitation-info', '/auth/re-entry']) {
    const answers = await Promise.all(Array.from({ length: 30 }, () => guesser.anyone.get(`${path}/${newToken()}`)))
    expect(answers.filter(({ statusCode }) => statusCode === 404)).toHaveLength(10)
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(20)
  }
  const own = await addService(guesser.db, 'Own')
  const chief = await addMember(guesser.db, own, own.roleId, { type: 'Admin' })
  const { link } = (await guesser.as(chief).post('/user/invite', { role: own.roleId, permission: 'Operator' })).json()
  expect((await guesser.anyone.get(`/user/invitation-info/${tokenOf(link, 'token')}`)).statusCode).toBe(429)
})
