import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { API_KEY_HEADER, BASE_PATH, contract, type Endpoint } from '#contract'
import { hashPassword } from '../../platform/secret/passwords.ts'
import { listenTo } from '../../testing/live.ts'
import { addMember, addService } from '../../testing/people.ts'
import { formOf, testServer } from '../../testing/server.ts'

/** A clock for codes; tests advance it to use a new time step. */
const clock = { ms: Date.parse('2026-11-16T08:00:00Z') }
const STEP_MS = 30_000
const server = await testServer({ COHESION_TRUST_PROXY: 'loopback' }, { now: () => clock.ms })
const home = await addService(server.db, 'Home')
const password = 'correct horse battery'
const passwordHash = await hashPassword(password)

type Type = 'Operator' | 'Admin' | 'Technician'
const join = (type: Type = 'Operator', service = home) =>
  addMember(server.db, service, service.roleId, { type, passwordHash })

const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.ms + steps * STEP_MS })
/** A code that is wrong for the current time step and its neighbours. */
const wrongCode = (secret: string) => {
  const near = [-1, 0, 1].map((steps) => codeOf(secret, steps))
  return ['000000', '111111', '222222', '333333'].find((code) => !near.includes(code)) ?? ''
}

const enrol = async (member: { token: string }) => {
  const { secret, uri } = (await server.as(member).post('/auth/second-factor', { password })).json()
  const answer = await server.as(member).post('/auth/second-factor/confirm', { code: codeOf(secret) })
  expect(answer.statusCode).toBe(200)
  clock.ms += STEP_MS
  return { secret, uri, recoveryCodes: answer.json().recoveryCodes as string[] }
}

let addresses = 0
const signIn = async (username: string, cookie = '') => {
  addresses += 1
  const headers = { 'x-forwarded-for': `10.1.${addresses >> 8}.${addresses & 255}`, cookie }
  const first = await server.anyone.send('POST', '/auth/login', { payload: { username, password }, headers })
  const { ticket } = first.json() as { ticket: string }
  const second = (code: string) =>
    server.anyone.send('POST', '/auth/login/code', { payload: { ticket, code }, headers })
  return { first, ticket, second }
}
const auditOf = async (memberId: string) => {
  const rows = await server.db.selectFrom('audit').select('action').where('targetId', '=', memberId).execute()
  return rows.map(({ action }) => action)
}

test('a member turns the factor on with password and code, and then signs in with both', async () => {
  const dana = await join()
  const wrong = await server.as(dana).post('/auth/second-factor', { password: 'not it' })
  expect(wrong.json().fields).toEqual({ password: 'form.passwordWrong' })
  const { secret, recoveryCodes, uri } = await enrol(dana)
  expect(uri).toContain(`secret=${secret}`)
  expect(new Set(recoveryCodes).size).toBe(10)
  expect((await server.as(dana).get('/user/profile')).json().secondFactor).toEqual({
    isOn: true,
    isRequired: false,
    recoveryCodesLeft: 10,
  })
  const { first, second } = await signIn(dana.username)
  expect([first.statusCode, Object.keys(first.json()), first.headers['set-cookie']]).toEqual([
    200,
    ['ticket'],
    undefined,
  ])
  const entered = await second(codeOf(secret))
  expect(entered.statusCode).toBe(200)
  expect((await server.as({ token: entered.json().accessToken }).get('/user/profile')).json()._id).toBe(dana.id)
  expect(await auditOf(dana.id)).toEqual(['secondFactor.enrol', 'session.start'])
})

test('a wrong first code turns nothing on, and the password alone still signs in', async () => {
  const dana = await join()
  const { secret } = (await server.as(dana).post('/auth/second-factor', { password })).json()
  const answer = await server.as(dana).post('/auth/second-factor/confirm', { code: wrongCode(secret) })
  expect([answer.statusCode, answer.json().fields]).toEqual([400, { code: 'form.codeWrong' }])
  expect((await signIn(dana.username)).first.json().accessToken).toBeTruthy()
})

test('an active second factor cannot be started or confirmed again', async () => {
  const dana = await join()
  const { secret } = await enrol(dana)
  const again = await server.as(dana).post('/auth/second-factor', { password })
  const confirmed = await server.as(dana).post('/auth/second-factor/confirm', { code: codeOf(secret) })
  expect([again.json().code, confirmed.json().code]).toEqual(['conflict', 'conflict'])
})

test('a code is valid one step early or late, and no further', async () => {
  const dana = await join()
  const { secret } = await enrol(dana)
  clock.ms += 5 * STEP_MS
  for (const steps of [-2, 2]) {
    const { second } = await signIn(dana.username)
    expect((await second(codeOf(secret, steps))).json().code).toBe('wrongCode')
  }
  for (const steps of [-1, 0, 1]) {
    const { second } = await signIn(dana.username)
    expect((await second(codeOf(secret, steps))).statusCode).toBe(200)
  }
})

test('a code is accepted once, and older ones never, also concurrently', async () => {
  const dana = await join()
  const { secret } = await enrol(dana)
  clock.ms += 5 * STEP_MS
  const code = codeOf(secret)
  const one = await signIn(dana.username)
  const other = await signIn(dana.username)
  const answers = await Promise.all([one.second(code), other.second(code)])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
  const { second } = await signIn(dana.username)
  expect((await second(code)).json()).toMatchObject({ code: 'wrongCode', fields: { code: 'form.codeWrong' } })
  expect((await second(codeOf(secret, -1))).statusCode).toBe(401)
})

test('the code that turned the factor on does not sign in', async () => {
  const dana = await join()
  const { secret } = await enrol(dana)
  const { second } = await signIn(dana.username)
  expect((await second(codeOf(secret, -1))).json().code).toBe('wrongCode')
})

test('each recovery code signs in once, in any notation', async () => {
  const dana = await join()
  const { recoveryCodes } = await enrol(dana)
  const [code = ''] = recoveryCodes
  const first = await signIn(dana.username)
  expect((await first.second(code.replaceAll('-', ' ').toLowerCase())).statusCode).toBe(200)
  const again = await signIn(dana.username)
  expect((await again.second(code)).json().code).toBe('wrongCode')
  expect((await server.as(dana).get('/user/profile')).json().secondFactor.recoveryCodesLeft).toBe(9)
  expect(await auditOf(dana.id)).toContain('secondFactor.recover')
})

test('a known device does not replace the code', async () => {
  const dana = await join()
  const { first: before } = await signIn(dana.username)
  const cookie = String(before.headers['set-cookie']).split(';')[0]
  await enrol(dana)
  expect((await signIn(dana.username, cookie)).first.json()).toEqual({ ticket: expect.any(String) })
})

test('a ticket is no session, works once, and expires', async () => {
  const dana = await join()
  const { secret } = await enrol(dana)
  const { ticket, second } = await signIn(dana.username)
  expect((await server.as({ token: ticket }).get('/user/profile')).statusCode).toBe(401)
  expect((await second(codeOf(secret))).statusCode).toBe(200)
  clock.ms += STEP_MS
  expect((await second(codeOf(secret))).json().code).toBe('signInExpired')

  const late = await signIn(dana.username)
  await server.db
    .updateTable('signInTicket')
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .execute()
  expect((await late.second(codeOf(secret))).json().code).toBe('signInExpired')
})

test('an unknown ticket signs nobody in, and guesses at tickets are limited', async () => {
  const headers = { 'x-forwarded-for': '10.9.0.1' }
  const payload = { ticket: 'x'.repeat(43), code: '123456' }
  const answers = await Promise.all(
    Array.from({ length: 15 }, () => server.anyone.send('POST', '/auth/login/code', { payload, headers })),
  )
  const codes = answers.map((answer) => answer.json().code)
  expect(codes.filter((code) => code === 'signInExpired')).toHaveLength(10)
  expect(codes.filter((code) => code === 'tooManyAttempts')).toHaveLength(5)
})

test('a ticket is void after eight wrong codes, and an account has ten in a quarter of an hour', async () => {
  const dana = await join()
  const { secret } = await enrol(dana)
  const { second } = await signIn(dana.username)
  for (let n = 0; n < 8; n++) expect((await second(wrongCode(secret))).json().code).toBe('wrongCode')
  expect((await second(codeOf(secret))).json().code).toBe('signInExpired')
  const next = await signIn(dana.username)
  for (let n = 0; n < 2; n++) expect((await next.second(wrongCode(secret))).json().code).toBe('wrongCode')
  expect((await next.second(codeOf(secret))).json().code).toBe('tooManyAttempts')
})

test('a new password ends pending sign-ins', async () => {
  const dana = await join()
  const { secret } = await enrol(dana)
  const { second } = await signIn(dana.username)
  await server.as(dana).post('/auth/password', { currentPassword: password, newPassword: 'a fine new one' })
  expect((await second(codeOf(secret))).json().code).toBe('signInExpired')
})

test('turning the factor off needs password and code', async () => {
  const dana = await join()
  const { secret, recoveryCodes } = await enrol(dana)
  const turnOff = (body: object) => server.as(dana).post('/auth/second-factor/off', body)
  expect((await turnOff({ password: 'not it', code: codeOf(secret) })).json().fields).toEqual({
    password: 'form.passwordWrong',
  })
  expect((await turnOff({ password, code: wrongCode(secret) })).json().fields).toEqual({ code: 'form.codeWrong' })
  expect((await turnOff({ password, code: recoveryCodes[3] })).statusCode).toBe(200)
  expect((await signIn(dana.username)).first.json().accessToken).toBeTruthy()
  expect(await auditOf(dana.id)).toContain('secondFactor.disable')
})

test('secret and recovery codes are not stored in clear', async () => {
  const dana = await join()
  const { secret, recoveryCodes } = await enrol(dana)
  const factor = await server.db.selectFrom('secondFactor').selectAll().where('memberId', '=', dana.id).execute()
  const codes = await server.db.selectFrom('recoveryCode').selectAll().where('memberId', '=', dana.id).execute()
  const stored = JSON.stringify([factor, codes.map(({ codeHash }) => codeHash.toString('latin1'))])
  for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
    expect(stored).not.toContain(text)
})

test('a service can require the factor of Admins and Technicians only', async () => {
  const strict = await addService(server.db, 'Strict')
  const admin = await join('Admin', strict)
  const technician = await join('Technician', strict)
  const operator = await join('Operator', strict)
  const setRequirement = (value: string) =>
    server.as(admin).send('PATCH', `/service/${strict.id}`, formOf({ requiresSecondFactor: value }))
  expect((await setRequirement('true')).json().code).toBe('secondFactor')
  await enrol(admin)
  const changed = await setRequirement('true')
  expect([changed.statusCode, changed.json().requiresSecondFactor]).toEqual([200, true])

  expect((await server.as(operator).get('/user/grouped')).statusCode).toBe(200)
  const refused = await server.as(technician).get('/user/grouped')
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'secondFactor'])
  expect((await server.as(technician).get('/user/profile')).json().secondFactor).toMatchObject({
    isOn: false,
    isRequired: true,
  })
  await enrol(technician)
  expect((await server.as(technician).get('/user/grouped')).statusCode).toBe(200)
})

test('a re-entry link replaces the password alone, unless the factor is reset with it', async () => {
  const admin = await join('Admin')
  const dana = await join()
  await enrol(dana)
  const reenter = async (body: object) => {
    const { link } = (await server.as(admin).post(`/user/re-entry/${dana.id}`, body)).json()
    const token = new URL(link).searchParams.get('reentry')
    return (await server.anyone.post(`/auth/re-entry/${token}`, { password })).json().accessToken
  }
  expect(await reenter({})).toBeNull()
  expect(await auditOf(dana.id)).not.toContain('secondFactor.reset')
  const token = await reenter({ resetSecondFactor: true })
  expect(await auditOf(dana.id)).toContain('secondFactor.reset')
  const { events } = (await server.as({ token }).get('/auth/sessions')).json()
  expect(events).toContainEqual(expect.objectContaining({ what: 'factorReset', by: admin.username }))
  expect((await signIn(dana.username)).first.json().accessToken).toBeTruthy()
})

test('a member who must turn on the second factor can call nothing else', async () => {
  const strict = await addService(server.db, 'Closed')
  const admin = await join('Admin', strict)
  const { link } = (await server.as(admin).post('/calendar/feeds')).json()
  const feed = () => server.anyone.get(new URL(link).pathname.slice(BASE_PATH.length))
  expect((await feed()).statusCode).toBe(200)
  await server.db.updateTable('service').set({ requiresSecondFactor: true }).where('id', '=', strict.id).execute()

  const endpoints: Endpoint[] = Object.values(contract).flatMap((feature) => Object.values(feature))
  const asked = endpoints.filter(({ needs }) => !['open', 'link', 'ingestKey'].includes(needs))
  const answers = new Map<string, string>()
  for (const { method, path } of asked) {
    const answer = await server
      .as(admin)
      .send(method, path.replace(/:\w+/g, 'x'), { payload: method === 'GET' ? undefined : {} })
    answers.set(`${method} ${path}`, answer.statusCode === 403 ? answer.json().code : 'open')
    await server.db.updateTable('session').set({ endedAt: null }).where('memberId', '=', admin.id).execute()
  }
  expect(answers.size).toBeGreaterThan(100)
  expect([...answers].filter(([, code]) => code !== 'secondFactor').map(([endpoint]) => endpoint)).toEqual([
    'POST /auth/second-factor',
    'POST /auth/second-factor/confirm',
    'POST /auth/logout',
    'POST /auth/password',
    'GET /user/profile',
  ])
  expect((await feed()).statusCode).toBe(404)
  await enrol(admin)
  expect((await feed()).statusCode).toBe(200)
})

test('two servers accept a code once, and a requirement closes streams on both', async () => {
  const second = await server.openSecond()
  const strict = await addService(server.db, 'Twofold')
  const admin = await join('Admin', strict)
  const technician = await join('Technician', strict)
  const { secret } = await enrol(admin)
  const one = await signIn(admin.username)
  const other = await signIn(admin.username)
  const code = codeOf(secret)
  const answers = await Promise.all([
    one.second(code),
    second.anyone.post('/auth/login/code', { ticket: other.ticket, code }),
  ])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])

  const stream = listenTo({
    port: await second.listen(),
    path: `${BASE_PATH}/events`,
    headers: { [API_KEY_HEADER]: server.apiKey, authorization: `Bearer ${technician.token}` },
  })
  await stream.ready()
  const changed = await server
    .as(admin)
    .send('PATCH', `/service/${strict.id}`, formOf({ requiresSecondFactor: 'true' }))
  expect(changed.statusCode).toBe(200)
  await stream.closed()
})
