import { expect, test } from 'vitest'
import { type Aoi, type ApiToken, BASE_PATH, type CreatedApiToken, TOKEN_PREFIX } from '#contract'
import { runBatch } from '../../platform/clock/batch.ts'
import { newId } from '../../platform/db/id.ts'
import { addEventType, reportForm } from '../../testing/events.ts'
import { eventually } from '../../testing/eventually.ts'
import { listenTo } from '../../testing/live.ts'
import { addMember, addService, PASSWORD, type TestMember } from '../../testing/people.ts'
import { testServer } from '../../testing/server.ts'
import * as tokens from './queries.ts'

const server = await testServer()
const { db } = server
const second = await server.openSecond()
const port = await second.listen()
const home = await addService(db, 'Home')
const away = await addService(db, 'Away')
const flood = await addEventType(db, home, { name: 'Flood' })
const fire = await addEventType(db, home, { name: 'Fire' })
const dana = await addMember(db, home, home.roleId, { username: 'dana', providedServiceIds: [away.id] })
const admin = await addMember(db, home, home.roleId, { type: 'Admin' })

const make = async (who: TestMember, more: object = {}): Promise<CreatedApiToken> => {
  const answer = await server
    .as(who)
    .post('/tokens', { name: 'Weather', scopes: ['events'], password: PASSWORD, ...more })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
/** Requests with the token alone, as curl sends them. */
const as = ({ token }: { token: string }) => {
  const call = server.as({ token })
  const send = (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    more: Parameters<typeof call.send>[2] = {},
  ) => call.send(method, path, { ...more, headers: { 'x-api-key': '', ...more.headers } })
  return {
    get: (path: string) => send('GET', path),
    post: (path: string, payload: object) => send('POST', path, { payload }),
    send,
  }
}
const report = async (who: TestMember, type = flood, more: Record<string, unknown> = {}): Promise<Aoi> =>
  (await server.as(who).send('POST', '/aoi', reportForm(type, more))).json()
const codeOf = async (answer: Promise<{ statusCode: number; json: () => { code?: string } }>) => {
  const { statusCode, json } = await answer
  return [statusCode, json().code]
}
const listed = async (who: TestMember): Promise<ApiToken[]> => (await server.as(who).get('/tokens')).json()

test('a token is shown once, stored as a hash, and can read its own description', async () => {
  const made = await make(dana)
  expect(made.token).toMatch(new RegExp(`^${TOKEN_PREFIX}[\\w-]{43}$`))
  const days = (Date.parse(made.expiresAt) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(364)
  expect(days).toBeLessThan(366)
  expect(JSON.stringify(await listed(dana))).not.toContain(made.token)
  const rows = await db.selectFrom('apiToken').selectAll().execute()
  expect(rows.some((row) => JSON.stringify(row).includes(made.token))).toBe(false)
  expect((await as(made).get('/tokens/current')).json()).toMatchObject({
    _id: made._id,
    name: 'Weather',
    scopes: ['events'],
    serviceId: home.id,
  })
})

test('members see and revoke their own tokens, an Admin those of the service', async () => {
  const mine = await make(dana)
  const other = await addMember(db, home, home.roleId)
  expect((await listed(other)).map(({ _id }) => _id)).not.toContain(mine._id)
  expect((await listed(admin)).map(({ _id }) => _id)).toContain(mine._id)
  expect((await server.as(other).delete(`/tokens/${mine._id}`)).statusCode).toBe(403)
  const stranger = await addMember(db, away, away.roleId, { type: 'Admin' })
  expect((await server.as(stranger).delete(`/tokens/${mine._id}`)).statusCode).toBe(404)
  expect((await server.as(admin).delete(`/tokens/${mine._id}`)).statusCode).toBe(200)
  expect(await codeOf(as(mine).get('/aoi/filtered'))).toEqual([401, 'apiToken'])
  expect((await listed(dana)).map(({ _id }) => _id)).not.toContain(mine._id)
})

test('a token for a phone sends the position of its member and nothing else', async () => {
  const omer = await addMember(db, home, home.roleId)
  await db.updateTable('member').set({ enableGpsLocation: true }).where('id', '=', omer.id).execute()
  const made = await make(omer, { scopes: ['position'] })
  const send = () => as(made).post('/user/location', { coordinates: [34.8, 32.1] })
  expect((await send()).json()).toEqual({ location: [34.8, 32.1] })
  for (const path of ['/aoi/filtered', '/user/profile', '/user/positions', '/events'])
    expect((await as(made).get(path)).statusCode, path).toBe(403)
  const mixed = await server
    .as(omer)
    .post('/tokens', { name: 'Phone', scopes: ['events', 'position'], password: PASSWORD })
  expect(mixed.json().fields).toEqual({ scopes: 'form.notInList' })
  const taken = await server.as(admin).delete(`/user/delete/${omer.id}?takeOver=${made._id}`)
  expect(taken.json().fields).toEqual({ takeOver: 'form.notInList' })
  expect((await server.as(admin).delete(`/user/delete/${omer.id}`)).statusCode).toBe(200)
  expect((await send()).statusCode).toBe(401)
})

test('a token of scopes that the member lacks, or limited to unknown types, is not made', async () => {
  const viewer = await addMember(db, home, home.viewerRoleId)
  const fieldsOf = async (who: TestMember, more: object) =>
    (await server.as(who).post('/tokens', { name: 'Weather', scopes: ['events'], password: PASSWORD, ...more })).json()
      .fields
  expect(await fieldsOf(viewer, { scopes: ['report'] })).toEqual({ scopes: 'form.notInList' })
  expect(await fieldsOf(dana, { scopes: ['readings'] })).toEqual({ scopes: 'form.notInList' })
  const foreignType = await addEventType(db, away, { name: 'Ice' })
  expect(await fieldsOf(dana, { eventTypes: [foreignType.id] })).toEqual({ eventTypes: 'form.notInList' })
  expect(await fieldsOf(dana, { regions: [newId()] })).toEqual({ regions: 'form.notInList' })
})

test('an expired, altered or unknown token opens nothing, also not together with the API key', async () => {
  const made = await make(dana)
  await db
    .updateTable('apiToken')
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where('id', '=', made._id)
    .execute()
  for (const token of [made.token, `${made.token}x`, TOKEN_PREFIX, made.token.toUpperCase()]) {
    const isToken = token.startsWith(TOKEN_PREFIX)
    expect(await codeOf(as({ token }).get('/aoi/filtered'))).toEqual(isToken ? [401, 'apiToken'] : [403, 'apiKey'])
    expect((await server.as({ token }).get('/aoi/filtered')).statusCode).toBe(401)
  }
})

test('a token is accepted in its header only', async () => {
  const { token } = await make(dana)
  for (const query of [`token=${token}`, `access_token=${token}`, `authorization=Bearer%20${token}`])
    expect((await server.app.inject({ url: `${BASE_PATH}/aoi/filtered?${query}` })).statusCode).toBe(403)
  const url = `${BASE_PATH}/aoi/filtered`
  expect((await server.app.inject({ url, headers: { 'x-api-key': token } })).statusCode).toBe(403)
  expect((await server.app.inject({ url, headers: { cookie: `token=${token}` } })).statusCode).toBe(403)
  const basic = Buffer.from(`${token}:`).toString('base64')
  expect((await server.app.inject({ url, headers: { authorization: `Basic ${basic}` } })).statusCode).toBe(403)
  const head = (authorization: string) => server.app.inject({ method: 'HEAD', url, headers: { authorization } })
  expect((await head(`Bearer ${token}`)).statusCode).toBe(200)
  expect((await head(`Bearer ${token}x`)).statusCode).toBe(401)
})

test('rights follow the creator at every use', async () => {
  const omer = await addMember(db, home, home.roleId, { type: 'Technician' })
  const made = await make(omer, { scopes: ['report', 'readings'] })
  const create = () => as(made).send('POST', '/aoi', reportForm(flood))
  const readings = () => as(made).post('/sensors/ingest', { serial: 'S7', time: Date.now() })
  expect((await create()).statusCode).toBe(200)
  expect((await readings()).statusCode).toBe(200)
  await db.updateTable('member').set({ type: 'Operator' }).where('id', '=', omer.id).execute()
  expect((await readings()).statusCode).toBe(403)
  await db.updateTable('member').set({ roleId: home.viewerRoleId }).where('id', '=', omer.id).execute()
  expect((await create()).statusCode).toBe(403)
  await db.updateTable('member').set({ mustChangePassword: true }).where('id', '=', omer.id).execute()
  expect(await codeOf(as(made).get('/tokens/current'))).toEqual([403, 'newPassword'])
})

test('deleting a member revokes its tokens and names them', async () => {
  const omer = await addMember(db, home, home.roleId)
  const made = await make(omer, { name: 'Rain gauge' })
  const answer = await server.as(admin).delete(`/user/delete/${omer.id}`)
  expect(answer.json()).toEqual({ revokedTokens: [{ _id: made._id, name: 'Rain gauge' }], revokedFeeds: [] })
  expect((await as(made).get('/aoi/filtered')).statusCode).toBe(401)
  expect((await listed(admin)).map(({ _id }) => _id)).not.toContain(made._id)
  const [line] = await db.selectFrom('audit').selectAll().where('targetId', '=', omer.id).execute()
  expect(line).toMatchObject({ action: 'member.delete', detail: { revokedTokens: [{ name: 'Rain gauge' }] } })
})

test('the Admin who deletes a member takes over tokens, limited to the rights of an Admin', async () => {
  const omer = await addMember(db, home, home.roleId)
  const kept = await make(omer, { scopes: ['log'] })
  const revoked = await make(omer)
  await db
    .updateTable('apiToken')
    .set({ scopes: ['log', 'readings'] })
    .where('id', '=', kept._id)
    .execute()
  const stream = listenTo({
    port,
    path: `${BASE_PATH}/events`,
    headers: { authorization: `Bearer ${kept.token}` },
  })
  await stream.ready()
  const remove = (...ids: string[]) => server.as(admin).delete(`/user/delete/${omer.id}?takeOver=${ids.join(',')}`)
  const others = await make(dana)
  expect((await remove(kept._id, others._id)).json()).toMatchObject({ fields: { takeOver: 'form.notInList' } })
  expect((await server.as(omer).get('/user/profile')).statusCode).toBe(200)

  expect((await remove(kept._id)).json().revokedTokens).toEqual([{ _id: revoked._id, name: revoked.name }])
  expect((await listed(admin)).find(({ _id }) => _id === kept._id)?.creator._id).toBe(admin.id)
  expect((await as(revoked).get('/aoi/filtered')).statusCode).toBe(401)
  const aoi = await report(dana)
  expect((await as(kept).post(`/aoi/${aoi.number}/add-log`, { text: 'Checked' })).statusCode).toBe(200)
  expect((await as(kept).post('/sensors/ingest', { serial: 'S8', time: Date.now() })).statusCode).toBe(403)
  await eventually(() => expect(stream.types()).toContain('AOI_UPDATED'))
  expect(stream.isClosed).toBe(false)
  stream.close()
  const lines = await db.selectFrom('audit').selectAll().where('targetId', '=', kept._id).execute()
  expect(lines.at(-1)).toMatchObject({ action: 'token.takeOver', memberId: admin.id, detail: { from: omer.id } })
})

test('a token sees its own service only, though its creator sees more', async () => {
  const ice = await addEventType(db, away, { name: 'Ice' })
  const far = await report(await addMember(db, away, away.roleId), ice)
  const near = await report(dana)
  const made = await make(dana, { scopes: ['log'] })
  expect((await server.as(dana).get(`/aoi/nonce-pro/${far.properties.nonce}`)).statusCode).toBe(200)
  expect((await as(made).get(`/aoi/nonce-pro/${far.properties.nonce}`)).statusCode).toBe(404)
  expect((await as(made).post(`/aoi/${far.number}/add-log`, { text: 'Seen' })).statusCode).toBe(404)
  const ids = (await as(made).get('/aoi/filtered')).json().total.map(({ _id }: { _id: string }) => _id)
  expect(ids).toContain(near._id)
  expect(ids).not.toContain(far._id)
})

test('a token has neither read marks nor shares', async () => {
  const aoi = await report(admin)
  await server.as(admin).post(`/aoi/${aoi._id}/share`, { usersId: [dana.id] })
  const made = await make(dana, { scopes: ['contacts'] })
  const seen: Aoi = (await as(made).get(`/aoi/nonce-pro/${aoi.properties.nonce}`)).json()
  expect(seen).toMatchObject({ isRead: false, isShared: false, shares: [], updates: { updates: 0, subscriptions: 0 } })
  const unread = (await server.as(dana).get('/aoi/filtered?type=unread')).json().total
  expect(unread.map(({ _id }: { _id: string }) => _id)).toContain(aoi._id)
  for (const type of ['shared', 'read', 'unread'])
    expect((await as(made).get(`/aoi/filtered?type=${type}`)).statusCode, type).toBe(403)
})

test('reporters, subscribers and restricted entries need the scope for them', async () => {
  const aoi = await report(dana)
  const write = (text: string, restricted: boolean) =>
    server.as(admin).post(`/aoi/${aoi.number}/add-log`, { text, restricted })
  await write('For members', true)
  await write('For all', false)
  const path = `/aoi/nonce-pro/${aoi.properties.nonce}`
  const read = async (scopes: string[]): Promise<Aoi> => (await as(await make(dana, { scopes })).get(path)).json()
  const textsOf = ({ properties }: Aoi) => properties.logs.filter(({ isSystem }) => !isSystem).map(({ text }) => text)
  const plain = await read(['events'])
  const full = await read(['contacts'])
  expect(textsOf(plain)).toEqual(['For all'])
  expect(textsOf(full)).toEqual(['For all', 'For members'])
  expect([plain.properties.creator, full.properties.creator?.username]).toEqual([null, 'dana'])
  expect(JSON.stringify(plain)).not.toContain('For members')

  const made = await make(dana)
  const page = (await as(made).get('/aoi/filtered')).json()
  expect([page.byUsers, page.total[0].properties.creator]).toEqual([[], null])
  for (const query of ['search=dana', `creator=${dana.id}`, `metric=${newId()}`])
    expect((await as(made).get(`/aoi/filtered?${query}`)).statusCode, query).toBe(
      query.startsWith('metric') ? 404 : 403,
    )
})

test('a limited token sees, reports and logs within its limits', async () => {
  const wet = await report(dana, flood)
  const hot = await report(dana, fire)
  const made = await make(dana, { scopes: ['log', 'report'], eventTypes: [flood.id] })
  for (const path of ['/aoi/filtered', `/aoi/service/${home.id}`]) {
    const answer = (await as(made).get(path)).json()
    const ids = (answer.total ?? answer).map(({ _id }: { _id: string }) => _id)
    expect(ids).toContain(wet._id)
    expect(ids).not.toContain(hot._id)
  }
  expect((await as(made).get(`/aoi/nonce-pro/${wet.properties.nonce}`)).statusCode).toBe(200)
  expect((await as(made).get(`/aoi/nonce-pro/${hot.properties.nonce}`)).statusCode).toBe(404)
  expect((await as(made).post(`/aoi/${hot.number}/add-log`, { text: 'Seen' })).statusCode).toBe(404)
  expect((await as(made).send('PATCH', `/aoi/archive/${hot._id}`)).statusCode).toBe(404)
  expect((await as(made).send('POST', '/aoi', reportForm(flood))).statusCode).toBe(200)
  expect((await as(made).send('POST', '/aoi', reportForm(fire))).statusCode).toBe(403)
  expect((await as(made).send('POST', '/aoi', reportForm(flood, { sameAs: hot._id }))).statusCode).toBe(403)
  const groups = (await as(made).get('/aoi/filtered')).json().byTypes
  expect(groups.map(({ _id }: { _id: string }) => _id)).toEqual([flood.id])
})

test('a token limited to a region reports only inside that region', async () => {
  const id = newId()
  const ring = [
    [10, 10],
    [11, 10],
    [11, 11],
    [10, 11],
    [10, 10],
  ]
  await db
    .insertInto('region')
    .values({ id, serviceId: home.id, name: 'Port', coordinates: JSON.stringify([ring]) })
    .execute()
  const made = await make(dana, { scopes: ['events', 'report'], regions: [id] })
  const at = (startCoordinates: number[]) => as(made).send('POST', '/aoi', reportForm(flood, { startCoordinates }))
  expect((await at([20, 20, 1])).statusCode).toBe(403)
  const inside = await at([10.5, 10.5, 1])
  expect(inside.statusCode, inside.body).toBe(200)
  const found = (await as(made).get('/aoi/filtered')).json().total
  expect(found.map(({ _id }: { _id: string }) => _id)).toEqual([inside.json()._id])
})

test('the stream contains ids but no personal data, and no ids for a limited token', async () => {
  const listen = ({ token }: CreatedApiToken, lastEventId?: string) =>
    listenTo({ port, path: `${BASE_PATH}/events`, headers: { authorization: `Bearer ${token}` }, lastEventId })
  // The test uses a service of its own, because messages about earlier reports may still be on their way.
  const bay = await addService(db, 'Bay')
  const wave = await addEventType(db, bay, { name: 'Wave' })
  const ice = await addEventType(db, bay, { name: 'Ice' })
  const gil = await addMember(db, bay, bay.roleId)
  const boss = await addMember(db, bay, bay.roleId, { type: 'Admin' })
  const whole = await make(gil)
  const streams = [listen(whole), listen(await make(gil, { eventTypes: [ice.id] }))]
  await Promise.all(streams.map((stream) => stream.ready()))
  const from = streams[0]?.lastId()
  const aoi = await report(boss, wave)
  const { id: someone } = await addMember(db, bay, bay.roleId)
  await server.as(boss).delete(`/user/delete/${someone}`)
  await server.as(boss).post(`/aoi/${aoi._id}/share`, { usersId: [gil.id] })
  await eventually(() => {
    for (const stream of streams) expect(stream.types()).toContain('AOI_UPDATED')
  })
  const resumed = listen(whole, from)
  await resumed.ready()
  for (const [stream, aoiIds] of [
    [streams[0], [aoi._id]],
    [streams[1], []],
    [resumed, [aoi._id]],
  ] as const) {
    expect(new Set(stream?.news().map(({ type }) => type))).toEqual(new Set(['AOI_CREATED', 'AOI_UPDATED']))
    for (const { id: _, type, ...message } of stream?.news() ?? [])
      expect(message, type).toEqual({ serviceId: bay.id, aoiIds })
  }
  for (const stream of [...streams, resumed]) stream.close()
})

test('revoking a token, or deleting its creator, ends its streams on every server at once', async () => {
  const omer = await addMember(db, home, home.roleId)
  const one = await make(omer)
  const other = await make(omer)
  const listen = ({ token }: CreatedApiToken) =>
    listenTo({ port, path: `${BASE_PATH}/events`, headers: { authorization: `Bearer ${token}` } })
  const streams = [listen(one), listen(other)]
  await Promise.all(streams.map((stream) => stream.ready()))
  await server.as(omer).delete(`/tokens/${one._id}`)
  await streams[0]?.closed()
  expect(streams[1]?.isClosed).toBe(false)
  await server.as(admin).delete(`/user/delete/${omer.id}`)
  await streams[1]?.closed()
  expect(await listen(one).answered()).toBe(401)
})

test('the stream of a token does not make its creator appear online', async () => {
  const omer = await addMember(db, home, home.roleId)
  const made = await make(omer)
  await db.deleteFrom('presence').where('memberId', '=', omer.id).execute()
  const stream = listenTo({ port, path: `${BASE_PATH}/events`, headers: { authorization: `Bearer ${made.token}` } })
  await stream.ready()
  await eventually(async () => {
    const { lastUsedAt } = await db
      .selectFrom('apiToken')
      .select('lastUsedAt')
      .where('id', '=', made._id)
      .executeTakeFirstOrThrow()
    expect(lastUsedAt).not.toBeNull()
  })
  expect(await db.selectFrom('presence').selectAll().where('memberId', '=', omer.id).execute()).toEqual([])
  stream.close()
})

test('the last use is written at most once a minute', async () => {
  const { _id } = await make(dana)
  const lastUse = async () =>
    (await db.selectFrom('apiToken').select('lastUsedAt').where('id', '=', _id).executeTakeFirstOrThrow()).lastUsedAt
  await tokens.noteUse(db, [_id])
  const first = await lastUse()
  await tokens.noteUse(db, [_id])
  expect(await lastUse()).toEqual(first)
  await db
    .updateTable('apiToken')
    .set({ lastUsedAt: new Date(Date.now() - 61_000) })
    .where('id', '=', _id)
    .execute()
  await tokens.noteUse(db, [_id])
  expect((await lastUse())?.getTime()).toBeGreaterThan((first?.getTime() ?? 0) - 1)
})

test('the audit and the log name the token', async () => {
  const made = await make(dana, { name: 'Rain gauge', scopes: ['log'] })
  const aoi = await report(dana)
  await as(made).post(`/aoi/${aoi.number}/add-log`, { text: 'Rising' })
  expect((await as(made).send('DELETE', `/aoi/${aoi._id}`)).statusCode).toBe(403)
  const lines = await db.selectFrom('audit').selectAll().where('memberId', '=', dana.id).execute()
  expect(lines.filter(({ targetId }) => targetId === made._id)).toMatchObject([
    { action: 'token.create', targetName: 'Rain gauge' },
  ])
  expect(lines.find(({ memberName }) => memberName === 'dana (Rain gauge)')).toMatchObject({
    action: 'token.refused',
    outcome: 'refused',
    detail: { method: 'DELETE', path: '/aoi/:id', token: made._id },
  })
  const entries = await db.selectFrom('logEntry').select('authorName').where('text', '=', 'Rising').execute()
  expect(entries).toEqual([{ authorName: 'dana (Rain gauge)' }])
})

test('requests are limited per token', async () => {
  const strict = await testServer({ COHESION_LIMIT_SESSION: '5' })
  const service = await addService(strict.db, 'Bay')
  const gil = await addMember(strict.db, service, service.roleId)
  const made = [1, 2].map(() =>
    tokens.create(
      strict.db,
      { id: gil.id, serviceId: service.id },
      { name: 'Weather', scopes: ['events'], eventTypes: null, regions: null, days: 1 },
    ),
  )
  const [one, other] = await Promise.all(made)
  const ask = (token = '') => strict.as({ token }).get('/tokens/current')
  const statuses = []
  for (let n = 0; n < 7; n++) statuses.push((await ask(one?.token)).statusCode)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  expect((await ask(other?.token)).statusCode).toBe(200)
  expect((await ask(gil.token)).statusCode).toBe(403)
})

test('tokens revoked or expired 30 days ago are deleted', async () => {
  const kept = await make(dana)
  const gone = await make(dana)
  await db
    .updateTable('apiToken')
    .set({ revokedAt: new Date(Date.now() - 31 * 86_400_000) })
    .where('id', '=', gone._id)
    .execute()
  await runBatch(db, 'old tokens', tokens.oldTokens, new Date())
  const ids = (await db.selectFrom('apiToken').select('id').execute()).map(({ id }) => id)
  expect([ids.includes(kept._id), ids.includes(gone._id)]).toEqual([true, false])
})
