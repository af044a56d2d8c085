import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runBatch } from '../../platform/clock/batch.ts'
import { hashPassword } from '../../platform/secret/passwords.ts'
import { eventually } from '../../testing/eventually.ts'
import { hearFleeting } from '../../testing/fleeting.ts'
import { addMember, addService } from '../../testing/people.ts'
import { testServer } from '../../testing/server.ts'
import { MOST_TOLD, noteMoved, noteSeen, tellPresence } from '../user/actions.ts'
import { forgetOldDevices, oldSessions, touch } from './queries.ts'

const server = await testServer({ COHESION_TRUST_PROXY: 'loopback' })
const home = await addService(server.db, 'Home')
const password = 'correct horse battery'
const passwordHash = await hashPassword(password)
const dana = await addMember(server.db, home, home.roleId, { username: 'Dana', passwordHash })

/** Signs in from the given IP address. Tests use different ones, so that they do not share limits. */
const signIn = (username: string, secret: string, address: string, cookie = '') =>
  server.anyone.send('POST', '/auth/login', {
    payload: { username, password: secret },
    headers: { 'x-forwarded-for': address, cookie },
  })

const statuses = (answers: { statusCode: number }[]): Record<number, number> => {
  const counts: Record<number, number> = {}
  for (const { statusCode } of answers) counts[statusCode] = (counts[statusCode] ?? 0) + 1
  return counts
}
const cookieOf = (answer: { headers: Record<string, unknown> }) => String(answer.headers['set-cookie']).split(';')[0]

test('a member signs in with its name in any case, and the token opens its profile', async () => {
  const answer = await signIn('dANA', password, '10.0.0.1')
  expect(answer.statusCode).toBe(200)
  const profile = await server.as({ token: answer.json().accessToken }).get('/user/profile')
  expect(profile.json()).toMatchObject({ _id: dana.id, username: 'Dana', service: { title: 'Home' } })
})

test('an unknown name and a wrong password get the same reply', async () => {
  const unknown = await signIn('nobody', password, '10.0.0.2')
  const wrong = await signIn('dana', 'wrong one', '10.0.0.2')
  expect(unknown.statusCode).toBe(401)
  expect(unknown.json()).toEqual(wrong.json())
  expect(unknown.json()).toMatchObject({ code: 'wrongCredentials', message: 'The name or the password is wrong.' })
})

test('missing fields are reported', async () => {
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

test('after eight wrong passwords one account is locked for that address, and for no other', async () => {
  await addMember(server.db, home, home.roleId, { username: 'omer', passwordHash })
  for (let n = 0; n < 8; n++) expect((await signIn('omer', 'wrong one', '10.0.0.3')).statusCode).toBe(401)
  const refused = await signIn('omer', password, '10.0.0.3')
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await signIn('omer', password, '10.0.0.4')).statusCode).toBe(200)
  expect((await signIn('dana', password, '10.0.0.3')).statusCode).toBe(200)
})

test('sign-in sets a cookie with the service for the proxy', async () => {
  await addMember(server.db, home, home.roleId, { username: 'gal', passwordHash })
  const answer = await signIn('gal', password, '10.0.0.9')
  expect(answer.headers['set-cookie']).toContainEqual(
    expect.stringMatching(new RegExp(`^cohesion_service=${home.id}; .*Path=/; HttpOnly; SameSite=Strict$`)),
  )
  const refused = await signIn('gal', 'wrong one', '10.0.0.9')
  expect(refused.headers['set-cookie']).toBeUndefined()
})

test('a known device is still let in while the account is locked', async () => {
  await addMember(server.db, home, home.roleId, { username: 'noa', passwordHash })
  const first = await signIn('noa', password, '10.0.0.5')
  const cookie = String(first.headers['set-cookie']).split(';')[0]
  for (let n = 0; n < 9; n++) await signIn('noa', 'wrong one', '10.0.0.5')
  expect((await signIn('noa', password, '10.0.0.5')).statusCode).toBe(429)
  expect((await signIn('noa', password, '10.0.0.5', cookie)).statusCode).toBe(200)
})

test('an address that tries many names at once is locked for all of them', async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => signIn(`name-${n}`, password, '10.0.0.6')))
  expect(statuses(answers)).toEqual({ 401: 10, 429: 30 })
  expect((await signIn('dana', password, '10.0.0.6')).statusCode).toBe(429)
})

test('eight concurrent passwords are checked, and a correct one among the rest is rejected', async () => {
  await addMember(server.db, home, home.roleId, { username: 'lev', passwordHash })
  const guesses = Array.from({ length: 60 }, (_, n) => signIn('lev', n === 59 ? password : 'wrong one', '10.0.0.8'))
  expect(statuses(await Promise.all(guesses))).toEqual({ 401: 8, 429: 52 })
})

test('after ten guesses in total, only a known device or re-entry link lets the owner in', async () => {
  const uri = await addMember(server.db, home, home.roleId, { username: 'uri', passwordHash })
  const cookie = cookieOf(await signIn('uri', password, '10.0.5.1'))
  const guesses = Array.from({ length: 20 }, (_, n) => signIn('uri', 'wrong one', `10.0.6.${n}`))
  expect(statuses(await Promise.all(guesses))).toEqual({ 401: 10, 429: 10 })
  expect((await signIn('uri', password, '10.0.5.1')).statusCode).toBe(429)
  expect((await signIn('uri', password, '10.0.5.1', cookie)).statusCode).toBe(200)

  const admin = await addMember(server.db, home, home.roleId, { type: 'Admin' })
  const { link } = (await server.as(admin).post(`/user/re-entry/${uri.id}`)).json()
  const token = new URL(link).searchParams.get('reentry')
  const entered = await server.anyone.post(`/auth/re-entry/${token}`, { password: 'a fine new one' })
  expect(entered.statusCode).toBe(200)
  expect((await signIn('uri', 'a fine new one', '10.0.5.2', cookieOf(entered))).statusCode).toBe(200)
})

test('a known device has its own limit of guesses, equal to that of strangers', async () => {
  await addMember(server.db, home, home.roleId, { username: 'ziv', passwordHash })
  const cookie = cookieOf(await signIn('ziv', password, '10.0.7.1'))
  const guesses = Array.from({ length: 15 }, () => signIn('ziv', 'wrong one', '10.0.7.1', cookie))
  expect(statuses(await Promise.all(guesses))).toEqual({ 401: 8, 429: 7 })
  expect((await signIn('ziv', password, '10.0.7.1', cookie)).statusCode).toBe(429)
  expect((await signIn('ziv', password, '10.0.7.1')).statusCode).toBe(200)
  expect((await signIn('dana', password, '10.0.7.1', cookie)).statusCode).toBe(200)
})

test('the addresses of one IPv6 network share limits', async () => {
  const guesses = Array.from({ length: 30 }, (_, n) =>
    signIn(`name-${n}`, 'wrong one', `2001:db8:1:2:${n.toString(16)}::1`),
  )
  expect(statuses(await Promise.all(guesses))).toEqual({ 401: 10, 429: 20 })
})

test('a team that signs in at once behind one address gets in, and its mistakes are refunded', async () => {
  const names = Array.from({ length: 12 }, (_, n) => `team-${n}`)
  for (const username of names) await addMember(server.db, home, home.roleId, { username, passwordHash })
  for (const username of names.slice(0, 2))
    expect((await signIn(username, 'wrong one', '10.0.8.1')).statusCode).toBe(401)
  expect(statuses(await Promise.all(names.map((username) => signIn(username, password, '10.0.8.1'))))).toEqual({
    200: 12,
  })
  const left = await server.db.selectFrom('attempt').selectAll().where('budget', 'like', '%10.0.8.1').execute()
  expect(left).toEqual([])
})

test('signing out ends the token at once', async () => {
  const lior = await addMember(server.db, home, home.roleId)
  expect((await server.as(lior).post('/auth/logout')).statusCode).toBe(200)
  const after = await server.as(lior).get('/user/profile')
  expect([after.statusCode, after.json().code]).toEqual([401, 'signedOut'])
})

test('tokens are stored as hashes, and passwords with argon2id', async () => {
  const { accessToken } = (await signIn('dana', password, '10.0.0.7')).json()
  const rows = await server.db.selectFrom('session').select('tokenHash').execute()
  expect(rows.some(({ tokenHash }) => tokenHash.includes(accessToken))).toBe(false)
  expect(passwordHash).toMatch(/^\$argon2id\$/)
})

test('a session that was not used for 30 days is expired', async () => {
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
  const { targetName, outcome, memberId, memberName } =
    rows.find(({ outcome, targetId }) => outcome === 'done' && targetId === dana.id) ?? {}
  expect({ targetName, outcome, memberId, memberName }).toEqual({
    targetName: 'Dana',
    outcome: 'done',
    memberId: dana.id,
    memberName: 'Dana',
  })
})

test('own sessions are listed and ended, and foreign ones are 404', async () => {
  await addMember(server.db, home, home.roleId, { username: 'yael', passwordHash })
  const desk = await signIn('yael', password, '10.0.1.1')
  const phone = await signIn('yael', password, '10.0.1.2')
  const [here, there] = [desk, phone].map((answer) => ({ token: answer.json().accessToken as string }))
  if (!here || !there) throw new Error('nobody is signed in')
  const list = (await server.as(here).get('/auth/sessions')).json().sessions
  const current = list.filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent)
  expect(current).toMatchObject([{ address: '10.0.1.1' }])
  const other = list.find(({ address }: { address: string }) => address === '10.0.1.2')
  expect((await server.as(dana).delete(`/auth/sessions/${other._id}`)).statusCode).toBe(404)
  const left = (await server.as(here).delete(`/auth/sessions/${other._id}`)).json().sessions
  expect(left).toHaveLength(list.length - 1)
  expect((await server.as(there).get('/user/profile')).statusCode).toBe(401)
})

test('a new password requires the current one, and ends all other sessions', async () => {
  await addMember(server.db, home, home.roleId, { username: 'tal', passwordHash })
  const here = await signIn('tal', password, '10.0.2.1')
  const there = await signIn('tal', password, '10.0.2.2')
  const [mine, other] = [here, there].map((answer) => server.as({ token: answer.json().accessToken }))
  if (!mine || !other) throw new Error('nobody is signed in')
  const change = (currentPassword: string, newPassword: string) =>
    mine.post('/auth/password', { currentPassword, newPassword })
  expect((await change('not it at all', 'a fine new one')).json().fields).toEqual({
    currentPassword: 'form.passwordWrong',
  })
  expect((await change(password, 'short')).json().fields).toEqual({ newPassword: 'form.passwordShort' })
  expect((await change(password, password)).json().fields).toEqual({ newPassword: 'form.passwordSame' })
  expect((await change(password, 'a fine new one')).statusCode).toBe(200)
  expect((await other.get('/user/profile')).statusCode).toBe(401)
  expect((await mine.get('/user/profile')).statusCode).toBe(200)
  expect((await signIn('tal', 'a fine new one', '10.0.2.1')).statusCode).toBe(200)
})

test('guesses at the current password are limited', async () => {
  const gila = await addMember(server.db, home, home.roleId, { passwordHash })
  const change = (currentPassword = 'not it') =>
    server.as(gila).post('/auth/password', { currentPassword, newPassword: 'a fine new one' })
  expect(statuses(await Promise.all(Array.from({ length: 20 }, () => change())))).toEqual({ 400: 8, 429: 12 })
  expect((await change(password)).statusCode).toBe(429)
})

test('a challenge ends every session and notifies its browsers', async () => {
  const admin = await addMember(server.db, home, home.roleId, { type: 'Admin' })
  const ron = await addMember(server.db, home, home.roleId, { username: 'ron', passwordHash })
  expect((await server.as(admin).post(`/auth/identify-check/${ron.id}`)).statusCode).toBe(200)
  expect((await server.as(ron).get('/user/profile')).statusCode).toBe(401)
  const messages = await server.db.selectFrom('outbox').select('body').execute()
  expect(messages.map(({ body }) => body)).toContainEqual({ type: 'USER_LOGOFF', userId: ron.id, reason: 'challenge' })
  const again = server.as({ token: (await signIn('ron', password, '10.0.3.1')).json().accessToken })
  expect((await again.get('/user/grouped')).statusCode).toBe(200)
})

test('challenges of unknown ids are limited, like those of foreign members', async () => {
  const other = await addService(server.db, 'Other')
  const foreigner = await addMember(server.db, other, other.roleId)
  const admin = await addMember(server.db, home, home.roleId, { type: 'Admin' })
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => server.as(admin).post(`/auth/identify-check/${foreigner.id}`)),
  )
  expect(statuses(answers)).toEqual({ 404: 8, 429: 12 })
})

test('a member who must choose a new password can call nothing else', async () => {
  const admin = await addMember(server.db, home, home.roleId, { type: 'Admin' })
  const mai = await addMember(server.db, home, home.roleId, { username: 'mai', passwordHash })
  await server.as(admin).post(`/auth/identify-check/${mai.id}`, { newPassword: true })
  const reply = (await signIn('mai', password, '10.0.4.1')).json()
  expect(reply.mustChangePassword).toBe(true)
  const again = server.as({ token: reply.accessToken })
  expect((await again.get('/user/profile')).json().mustChangePassword).toBe(true)
  const refused = await again.get('/user/grouped')
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'newPassword'])
  const chosen = { currentPassword: password, newPassword: 'a fine new one' }
  expect((await again.post('/auth/password', chosen)).statusCode).toBe(200)
  expect((await again.get('/user/grouped')).statusCode).toBe(200)
})

test('signing out publishes the member as offline, and lists agree', async () => {
  const here = await addMember(server.db, home, home.roleId)
  const other = await addMember(server.db, home, home.roleId)
  const session = async () =>
    (await server.db.selectFrom('session').select('id').where('memberId', '=', here.id).executeTakeFirstOrThrow()).id
  const isOnline = async () =>
    (await server.as(other).get('/user/grouped')).json().total.find((one: { _id: string }) => one._id === here.id)
      .isOnline
  const { heard, stop } = await hearFleeting(server.pool)
  const told = () =>
    heard
      .flatMap((message) => (message.type === 'PRESENCE_CHANGED' ? (message.users ?? []) : []))
      .flatMap(({ _id, isOnline }) => (_id === here.id ? [isOnline] : []))
  expect(await isOnline()).toBe(false)
  await touch(server.db, [await session()])
  await touch(server.db, [await session()])
  await tellPresence(server.db)
  await eventually(async () => expect([await isOnline(), told()]).toEqual([true, [true]]))
  await server.as(here).post('/auth/logout')
  await tellPresence(server.db)
  await eventually(async () => expect([await isOnline(), told()]).toEqual([false, [true, false]]))
  stop()
})

test('a member without activity for a minute is published as offline once', async () => {
  const gone = await addMember(server.db, home, home.roleId)
  await server.db
    .insertInto('presence')
    .values({ memberId: gone.id, isToldOnline: true, lastSeenAt: new Date(Date.now() - 61_000) })
    .execute()
  expect(await tellPresence(server.db)).toBe(1)
  expect(await tellPresence(server.db)).toBe(0)
})

test('arrivals within two seconds are one message, and a crowd is not listed by name', async () => {
  const yard = await addService(server.db, 'Yard')
  const crowd = await Promise.all(Array.from({ length: MOST_TOLD + 1 }, () => addMember(server.db, yard, yard.roleId)))
  const come = async (members: typeof crowd) => {
    await noteSeen(
      server.db,
      members.map(({ id }) => id),
    )
    await tellPresence(server.db)
  }
  const { heard, stop } = await hearFleeting(server.pool)
  const told = () =>
    heard.flatMap((message) =>
      message.type === 'PRESENCE_CHANGED' && message.serviceId === yard.id ? [message.users] : [],
    )
  await come(crowd.slice(0, 3))
  const first = crowd.slice(0, 3).map(({ id }) => id)
  await eventually(() => expect(told().map((users) => users?.map(({ _id }) => _id).sort())).toEqual([first.sort()]))
  const others = await Promise.all(crowd.map(() => addMember(server.db, yard, yard.roleId)))
  await come(others)
  await eventually(() => expect(told().slice(1)).toEqual([null]))
  await noteMoved(server.db, others[0]?.id ?? '')
  await come(await Promise.all(crowd.map(() => addMember(server.db, yard, yard.roleId))))
  const ofCrowds = () =>
    heard.flatMap((message) =>
      message.type === 'PRESENCE_CHANGED' && message.serviceId === yard.id && !message.users ? [message.haveMoved] : [],
    )
  await eventually(() => expect(ofCrowds()).toEqual([false, true]))
  stop()
})

test('presence updates stay within their page and touch no index', async () => {
  const members = await Promise.all([1, 2, 3].map(() => addMember(server.db, home, home.roleId)))
  const sessions = await server.db
    .selectFrom('session')
    .select('id')
    .where(
      'memberId',
      'in',
      members.map(({ id }) => id),
    )
    .execute()
  const ids = sessions.map(({ id }) => id)
  await touch(server.db, ids)
  // Rewrites the table with its fill factor, as it is after autovacuum.
  await sql`vacuum full session`.execute(server.db)
  const written = await server.db.transaction().execute(async (transaction) => {
    const count = () =>
      sql<{ table: string; updates: number; inPage: number }>`
        select relname as "table", n_tup_upd as updates, n_tup_hot_upd as in_page from pg_stat_xact_user_tables
        where relname in ('member', 'presence', 'session') order by 1`
        .execute(transaction)
        .then(({ rows }) => rows)
    const before = await count()
    for (let time = 0; time < 2; time++) await touch(transaction, ids)
    return (await count()).map(({ table, updates, inPage }, index) => {
      const { updates: updatesBefore = 0, inPage: inPageBefore = 0 } = before[index] ?? {}
      return { table, updates: updates - updatesBefore, inPage: inPage - inPageBefore }
    })
  })
  expect(written).toEqual([
    { table: 'member', updates: 0, inPage: 0 },
    { table: 'presence', updates: 6, inPage: 6 },
    { table: 'session', updates: 6, inPage: 6 },
  ])
})

test('old sessions and unused devices are deleted, and no others', async () => {
  const ada = await addMember(server.db, home, home.roleId, { username: 'ada', passwordHash })
  await signIn('ada', password, '10.0.9.1')
  await signIn('ada', password, '10.0.9.2')
  const days = (count: number) => new Date(Date.now() - count * 86_400_000)
  const sessions = () => server.db.selectFrom('session').select('address').where('memberId', '=', ada.id).execute()
  const devices = () =>
    server.db.selectFrom('knownDevice').select('lastUsedAt').where('memberId', '=', ada.id).execute()
  await server.db
    .updateTable('session')
    .set({ endedAt: days(31) })
    .where('address', '=', '10.0.9.1')
    .execute()
  const [old] = await server.db.selectFrom('knownDevice').selectAll().where('memberId', '=', ada.id).execute()
  if (!old) throw new Error('no device is known')
  await server.db
    .updateTable('knownDevice')
    .set({ lastUsedAt: days(401) })
    .where('tokenHash', '=', old.tokenHash)
    .execute()
  await runBatch(server.db, 'old sessions', oldSessions, new Date())
  await forgetOldDevices(server.db)
  expect((await sessions()).map(({ address }) => address).sort()).toEqual(['10.0.9.2', '127.0.0.1'])
  expect(await devices()).toHaveLength(1)
})

test('two sign-ins are checked at a time, and waiting ones report their wait', async () => {
  const answers = await Promise.all([1, 2, 3, 4].map((host) => signIn('dana', password, `198.51.100.${host}`)))
  const waits = answers.map(({ headers }) =>
    Number(/^password-queue;dur=([\d.]+)$/.exec(`${headers['server-timing']}`)?.[1]),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  // Checking one password takes more than a millisecond.
  expect(waits.filter((ms) => ms > 1).length).toBeGreaterThanOrEqual(1)
})
