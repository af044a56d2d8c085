import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { newId } from '../../platform/db/id.ts'
import { eventually } from '../../testing/eventually.ts'
import { hearFleeting } from '../../testing/fleeting.ts'
import { addMember, addService, type TestMember } from '../../testing/people.ts'
import { testServer } from '../../testing/server.ts'
import { tellPresence } from './actions.ts'

const server = await testServer()
const home = await addService(server.db, 'Home')
const depot = await addService(server.db, 'Depot')
const owner = await addMember(server.db, home, home.roleId, { type: 'Technician', isServerOwner: true })
const technician = await addMember(server.db, home, home.roleId, { type: 'Technician' })
const admin = await addMember(server.db, home, home.roleId, { type: 'Admin' })
const depotAdmin = await addMember(server.db, depot, depot.roleId, { type: 'Admin' })

const member = (more: Parameters<typeof addMember>[3] = {}) => addMember(server.db, home, home.roleId, more)
const change = (by: TestMember, who: TestMember, body: object) => server.as(by).patch(`/user/${who.id}`, body)
const messages = async (type: string) => {
  const rows = await server.db.selectFrom('outbox').selectAll().orderBy('id').execute()
  return rows.filter(({ body }) => body.type === type || body.control === type)
}
const profileOf = async (who: TestMember) => (await server.as(who).get('/user/profile')).json()

test('members with the right set the type, role and export right of others', async () => {
  const dana = await member()
  const answer = await change(admin, dana, { allowCsvDownload: true })
  expect(answer.json()).toMatchObject({ allowCsvDownload: true, type: 'Operator', role: { name: 'Responder' } })
  const more = (await change(admin, dana, { role: home.viewerRoleId, type: 'Admin' })).json()
  expect(more).toMatchObject({ allowCsvDownload: true, type: 'Admin', role: { name: 'Observer' } })
  expect(await profileOf(dana)).toMatchObject({ type: 'Admin', allowCsvDownload: true })
})

test('members can change only members below them', async () => {
  const dana = await member()
  expect((await change(admin, dana, { type: 'Technician' })).statusCode).toBe(403)
  expect((await change(admin, technician, { type: 'Operator' })).statusCode).toBe(403)
  expect((await change(admin, admin, { allowCsvDownload: false })).statusCode).toBe(403)
  expect((await change(technician, owner, { type: 'Operator' })).statusCode).toBe(403)
  expect((await change(dana, await member(), { allowCsvDownload: true })).statusCode).toBe(403)
  expect((await server.as(admin).delete(`/user/delete/${admin.id}`)).statusCode).toBe(403)
  expect((await server.as(admin).delete(`/user/delete/${technician.id}`)).statusCode).toBe(403)
  expect((await server.as(admin).post(`/auth/identify-check/${technician.id}`)).statusCode).toBe(403)
})

test('a role of another service is refused by its field', async () => {
  const answer = await change(admin, await member(), { role: depot.roleId })
  expect(answer.json()).toMatchObject({ statusCode: 400, fields: { role: 'form.invalid' } })
})

test('only an owner makes another Technician an owner', async () => {
  const second = await member({ type: 'Technician' })
  expect((await change(technician, second, { isServerOwner: true })).json().isServerOwner).toBe(false)
  expect((await change(owner, second, { isServerOwner: true })).json().isServerOwner).toBe(true)
  expect((await change(owner, second, { type: 'Operator' })).json()).toMatchObject({
    type: 'Operator',
    isServerOwner: false,
  })
})

test('the last Technician of a service keeps its type', async () => {
  const yard = await addService(server.db, 'Yard')
  const only = await addMember(server.db, yard, yard.roleId, { type: 'Technician' })
  const other = await addMember(server.db, yard, yard.roleId, { type: 'Technician' })
  expect((await change(only, other, { type: 'Admin' })).statusCode).toBe(200)
  expect((await server.as(only).delete('/user/profile')).json().code).toBe('lastTechnician')
})

test('deleting a member keeps its texts, ends its sessions and notifies its browsers', async () => {
  const dana = await member()
  const id = newId()
  await server.db
    .insertInto('aoi')
    .values({ id, serviceId: home.id, kind: 'event', nonce: 77, name: 'Water', place: '(0,0)', creatorId: dana.id })
    .execute()
  expect((await server.as(admin).delete(`/user/delete/${dana.id}`)).statusCode).toBe(200)
  expect((await server.as(dana).get('/user/profile')).statusCode).toBe(401)
  expect((await server.as(admin).get(`/user/with-logs/${dana.id}`)).statusCode).toBe(404)
  const aoi = (await server.as(admin).get('/aoi/nonce-pro/77')).json()
  expect(aoi.properties.creator.username).toBe(dana.username)
  const [logoff] = (await messages('USER_LOGOFF')).filter(({ memberIds }) => memberIds.includes(dana.id))
  expect(logoff?.body).toMatchObject({ userId: dana.id, reason: 'deleted' })
  const team = (await server.as(admin).get('/user/grouped')).json()
  expect(team.total.some((one: { _id: string }) => one._id === dana.id)).toBe(false)
})

test('the log of a member formats money', async () => {
  const dana = await member()
  const aoiId = newId()
  const actionId = newId()
  await server.db
    .insertInto('action')
    .values({ id: actionId, serviceId: home.id, name: 'Spent', unit: 'Dollar', isCustomValue: true })
    .execute()
  await server.db
    .insertInto('aoi')
    .values({
      id: aoiId,
      serviceId: home.id,
      kind: 'event',
      nonce: 78,
      name: 'Water',
      place: '(0,0)',
      creatorId: dana.id,
    })
    .execute()
  const { number } = (await server.as(dana).get('/aoi/nonce-pro/78')).json()
  const logged = await server.as(dana).post(`/aoi/${number}/add-log`, { type: 'action', params: [actionId, '7500'] })
  expect(logged.statusCode, logged.body).toBe(200)
  const { aoiLogs } = (await server.as(admin).get(`/user/with-logs/${dana.id}`)).json()
  expect(aoiLogs).toMatchObject([{ logText: 'Spent $7500' }])
})

test('the team is compressed for clients that accept it', async () => {
  const team = (headers: Record<string, string>) => server.as(admin).send('GET', '/user/grouped', { headers })
  const plain = await team({})
  expect(plain.headers['content-encoding']).toBeUndefined()
  const compressed = await team({ 'accept-encoding': 'br, gzip' })
  expect(compressed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
  expect(gunzipSync(compressed.rawPayload).toString()).toBe(plain.body)
  expect((await team({ 'accept-encoding': 'gzip;q=0' })).headers['content-encoding']).toBeUndefined()
})

test('a requested role applies only after approval', async () => {
  const dana = await member()
  const profile = (await server.as(dana).patch('/user/profile', { role: home.viewerRoleId })).json()
  expect(profile).toMatchObject({
    role: { _id: home.roleId },
    requests: [{ kind: 'role', role: { name: 'Observer' } }],
  })
  const id = profile.requests[0]._id
  const list = (await server.as(admin).get('/user/requests')).json()
  expect(list).toContainEqual(expect.objectContaining({ _id: id, user: expect.objectContaining({ _id: dana.id }) }))
  expect((await server.as(depotAdmin).get('/user/requests')).json()).toEqual([])
  expect((await server.as(dana).patch(`/user/requests/${id}`, { decision: 'approved' })).statusCode).toBe(403)
  await server.as(admin).patch(`/user/requests/${id}`, { decision: 'approved' })
  expect(await profileOf(dana)).toMatchObject({ role: { _id: home.viewerRoleId }, requests: [] })
  expect((await server.as(admin).patch(`/user/requests/${id}`, { decision: 'refused' })).statusCode).toBe(404)
})

test('only the member can withdraw a request, also by requesting its current role', async () => {
  const dana = await member()
  const omer = await member()
  const ask = async (role: string) => (await server.as(dana).patch('/user/profile', { role })).json().requests
  const [{ _id: first }] = await ask(home.viewerRoleId)
  expect((await server.as(omer).delete(`/user/requests/${first}`)).statusCode).toBe(404)
  expect((await server.as(dana).delete(`/user/requests/${first}`)).json().requests).toEqual([])
  expect(await ask(home.viewerRoleId)).toHaveLength(1)
  expect(await ask(home.roleId)).toEqual([])
})

test('members never decide their own requests, and Admins none of Technicians', async () => {
  const [{ _id: mine }] = (await server.as(admin).patch('/user/profile', { role: home.viewerRoleId })).json().requests
  expect((await server.as(admin).patch(`/user/requests/${mine}`, { decision: 'approved' })).statusCode).toBe(403)
  const [{ _id: above }] = (await server.as(technician).patch('/user/profile', { role: home.viewerRoleId })).json()
    .requests
  expect((await server.as(admin).patch(`/user/requests/${above}`, { decision: 'approved' })).statusCode).toBe(403)
  const list = (await server.as(admin).get('/user/requests')).json().map(({ _id }: { _id: string }) => _id)
  expect(list).not.toContain(mine)
  expect(list).not.toContain(above)
  expect((await server.as(owner).patch(`/user/requests/${above}`, { decision: 'refused' })).statusCode).toBe(200)
})

test('a role applies at once if nobody else can decide', async () => {
  const yard = await addService(server.db, 'Quarry')
  const only = await addMember(server.db, yard, yard.roleId, { type: 'Technician' })
  await addMember(server.db, yard, yard.roleId, { type: 'Admin' })
  const answer = (await server.as(only).patch('/user/profile', { role: yard.viewerRoleId })).json()
  expect(answer).toMatchObject({ role: { _id: yard.viewerRoleId }, requests: [] })
})

const provide = (by: TestMember, who: TestMember, services: string[]) =>
  server.as(by).post('/user/provide-services', { userId: who.id, services })
const sees = async (who: TestMember) =>
  (await server.as(who).get('/service')).json().map(({ title }: { title: string }) => title)

test('access to another service needs an Admin of that service, and includes its live messages', async () => {
  const dana = await member()
  expect((await server.as(dana).get('/user/services')).json()).toContainEqual({
    _id: depot.id,
    title: 'Depot',
    translations: {},
  })
  expect((await provide(dana, dana, [depot.id, home.id])).json()).toEqual({ services: [], requested: [depot.id] })
  expect(await sees(dana)).toEqual(['Home'])
  const mine = (await server.as(admin).get('/user/requests')).json()
  expect(mine.some((one: { user: { _id: string } }) => one.user._id === dana.id)).toBe(false)
  const [request] = (await server.as(depotAdmin).get('/user/requests')).json()
  expect(request).toMatchObject({ kind: 'service', user: { _id: dana.id, service: { title: 'Home' } } })
  await server.as(depotAdmin).patch(`/user/requests/${request._id}`, { decision: 'approved' })
  expect(await sees(dana)).toEqual(['Home', 'Depot'])
  const audienceMessages = async () =>
    (await messages('audienceChanged')).filter(({ memberIds }) => memberIds.includes(dana.id))
  expect(await audienceMessages()).toHaveLength(1)

  expect((await provide(dana, dana, [])).json()).toEqual({ services: [], requested: [] })
  expect(await sees(dana)).toEqual(['Home'])
  expect(await audienceMessages()).toHaveLength(2)
})

test('Admins request access only for members of their own service', async () => {
  const dana = await member()
  const omer = await member()
  expect((await provide(omer, dana, [depot.id])).statusCode).toBe(403)
  expect((await provide(depotAdmin, dana, [depot.id])).statusCode).toBe(404)
  expect((await provide(admin, dana, [depot.id])).json().requested).toEqual([depot.id])
  expect(await sees(dana)).toEqual(['Home'])
  expect((await provide(admin, dana, [newId()])).json().fields).toEqual({ services: 'form.invalid' })
  await provide(dana, dana, [])
  expect((await profileOf(dana)).requests).toEqual([])
})

test('a position is shown and published while shared, and removed with the session', async () => {
  const dana = await member()
  const share = (coordinates: number[]) => server.as(dana).post('/user/location', { coordinates })
  const seen = async () =>
    (await server.as(admin).get('/user/positions')).json().filter(({ _id }: { _id: string }) => _id === dana.id)
  expect((await share([34.8, 32.1, 1])).json()).toEqual({ location: null })
  await server.as(dana).patch('/user/profile', { enableGpsLocation: true })
  expect((await share([34.8, 32.1, 1])).json()).toEqual({ location: [34.8, 32.1] })
  expect(await seen()).toMatchObject([{ location: [34.8, 32.1], username: dana.username }])
  expect((await server.as(depotAdmin).get('/user/positions')).json()).toEqual([])
  const { heard, stop } = await hearFleeting(server.pool)
  // The server's own timer publishes presence too, so only the last message counts.
  const told = () => heard.flatMap((message) => (message.type === 'PRESENCE_CHANGED' ? (message.users ?? []) : []))
  const toldPosition = async (position: number[] | null) => {
    await tellPresence(server.db)
    await eventually(() => expect(told().findLast(({ _id }) => _id === dana.id)?.location).toEqual(position))
  }
  await toldPosition([34.8, 32.1])

  await server.as(dana).patch('/user/profile', { enableGpsLocation: false })
  expect(await seen()).toEqual([])
  await toldPosition(null)
  await server.as(dana).patch('/user/profile', { enableGpsLocation: true })
  await share([34.9, 32.2, 1])
  await toldPosition([34.9, 32.2])
  await server.as(dana).post('/auth/logout')
  expect(await seen()).toEqual([])
  await toldPosition(null)
  stop()
})

test('an invalid position is refused', async () => {
  const dana = await member()
  for (const coordinates of [[200, 0, 1], [0], ['a', 'b', 1]])
    expect((await server.as(dana).post('/user/location', { coordinates })).statusCode).toBe(400)
})

test('a home has the address of its point', async () => {
  const dana = await member()
  const at = (homeLocation: number[] | null) => server.as(dana).patch('/user/profile', { homeLocation })
  expect((await at([-122.27, 37.8])).json()).toMatchObject({
    homeLocation: [-122.27, 37.8],
    homeAddress: expect.stringContaining('Oakland'),
  })
  expect((await at(null)).json()).toMatchObject({ homeLocation: null, homeAddress: null })
})

test('a device belongs to the member who is signed in on it, until the session ends', async () => {
  const dana = await member()
  const omer = await member()
  const device = { endpoint: 'https://push.example/abc', keys: { p256dh: 'p', auth: 'a' } }
  const register = (who: TestMember) => server.as(who).post('/user/register-device', { deviceType: 'web', device })
  const rows = () => server.db.selectFrom('pushDevice').select(['memberId', 'subscription']).execute()
  expect((await register(dana)).statusCode).toBe(200)
  await register(omer)
  expect(await rows()).toEqual([{ memberId: omer.id, subscription: device }])
  await server.as(omer).post('/auth/logout')
  expect(await rows()).toEqual([])
  const bad = { endpoint: 'http://10.0.0.1/', keys: { p256dh: 'p', auth: 'a' } }
  const answer = await server.as(dana).post('/user/register-device', { device: bad })
  expect(answer.json().fields).toEqual({ 'device.endpoint': 'form.url' })
})
