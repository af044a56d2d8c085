import { expect, test } from 'vitest'
import { hashPassword } from '../secret/passwords.ts'
import { addMember, addService } from '../testing/people.ts'
import { testServer } from '../testing/server.ts'

const server = await testServer({ COHESION_TRUST_PROXY: 'loopback' })
const home = await addService(server.db, 'Home')
const password = 'correct horse battery'
const passwordHash = await hashPassword(password)
const dana = await addMember(server.db, home, home.roleId, { username: 'Dana', passwordHash })

/** From an address of its own, so that the tests do not use up each other's attempts. */
const signIn = (username: string, secret: string, address: string, cookie = '') =>
  server.anyone.send('POST', '/auth/login', {
    payload: { username, password: secret },
    headers: { 'x-forwarded-for': address, cookie },
  })

test('a member signs in with its name in any case, and the token opens its profile', async () => {
  const answer = await signIn('dANA', password, '10.0.0.1')
  expect(answer.statusCode).toBe(200)
  const profile = await server.as({ token: answer.json().accessToken }).get('/user/profile')
  expect(profile.json()).toMatchObject({ _id: dana.id, username: 'Dana', service: { title: 'Home' } })
})

test('an unknown name and a wrong password get the same answer', async () => {
  const [unknown, wrong] = [await signIn('nobody', password, '10.0.0.2'), await signIn('dana', 'wrong one', '10.0.0.2')]
  expect(unknown.statusCode).toBe(401)
  expect(unknown.json()).toEqual(wrong.json())
  expect(unknown.json()).toMatchObject({ code: 'wrongCredentials', message: 'The name or the password is wrong.' })
})

test('what is missing is named', async () => {
  const answer = await server.anyone.post('/auth/login', { username: ' ' })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toEqual({
    statusCode: 400,
    error: 'Bad Request',
    code: 'invalid',
    message: ['username is required', 'password is required'],
    fields: { username: 'form.required', password: 'form.required' },
  })
})

test('after eight wrong passwords one account waits at that address, and nowhere else', async () => {
  await addMember(server.db, home, home.roleId, { username: 'omer', passwordHash })
  for (let n = 0; n < 8; n++) expect((await signIn('omer', 'wrong one', '10.0.0.3')).statusCode).toBe(401)
  const refused = await signIn('omer', password, '10.0.0.3')
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await signIn('omer', password, '10.0.0.4')).statusCode).toBe(200)
  expect((await signIn('dana', password, '10.0.0.3')).statusCode).toBe(200)
})

test('a device on which the member signed in before is let through', async () => {
  await addMember(server.db, home, home.roleId, { username: 'noa', passwordHash })
  const first = await signIn('noa', password, '10.0.0.5')
  const cookie = String(first.headers['set-cookie']).split(';')[0]
  for (let n = 0; n < 9; n++) await signIn('noa', 'wrong one', '10.0.0.5')
  expect((await signIn('noa', password, '10.0.0.5')).statusCode).toBe(429)
  expect((await signIn('noa', password, '10.0.0.5', cookie)).statusCode).toBe(200)
})

test('one address that tries many names waits for all of them', async () => {
  for (let n = 0; n < 60; n++)
    await server.db
      .insertInto('signInFailure')
      .values({ username: `name-${n}`, address: '10.0.0.6' })
      .execute()
  expect((await signIn('dana', password, '10.0.0.6')).statusCode).toBe(429)
})

test('signing out ends the token at once', async () => {
  const lior = await addMember(server.db, home, home.roleId)
  expect((await server.as(lior).post('/auth/logout')).statusCode).toBe(200)
  const after = await server.as(lior).get('/user/profile')
  expect([after.statusCode, after.json().code]).toEqual([401, 'signedOut'])
})

test('tokens are kept hashed, and passwords with argon2id', async () => {
  const { accessToken } = (await signIn('dana', password, '10.0.0.7')).json()
  const rows = await server.db.selectFrom('session').select('tokenHash').execute()
  expect(rows.some(({ tokenHash }) => tokenHash.includes(accessToken))).toBe(false)
  expect(passwordHash).toMatch(/^\$argon2id\$/)
})

test('a session that was not used for 30 days is over', async () => {
  const gil = await addMember(server.db, home, home.roleId)
  await server.db
    .updateTable('session')
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where('memberId', '=', gil.id)
    .execute()
  expect((await server.as(gil).get('/user/profile')).statusCode).toBe(401)
})

test('failed and successful sign-ins are in the audit, without the password', async () => {
  const rows = await server.db.selectFrom('audit').selectAll().where('action', '=', 'session.start').execute()
  expect(new Set(rows.map(({ outcome }) => outcome))).toEqual(new Set(['done', 'refused']))
  expect(JSON.stringify(rows)).not.toContain(password)
})
