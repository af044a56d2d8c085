import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { BASE_PATH, type CreatedApiToken, type Feed } from '#contract'
import { eventually } from '../../testing/eventually.ts'
import { listenTo } from '../../testing/live.ts'
import { addMember, addService, PASSWORD, type TestMember } from '../../testing/people.ts'
import { testServer } from '../../testing/server.ts'

const server = await testServer()
const { db } = server
const port = await (await server.openSecond()).listen()
const home = await addService(db, 'Home')
const admin = await addMember(db, home, home.roleId, { username: 'adam', type: 'Admin' })
let members = 0
const newMember = () => addMember(db, home, home.roleId, { username: `dana-${members++}`, allowCsvDownload: true })

/** Creates a token, a feed and a calendar link of the member. `statuses` shows whether each of them works. */
const programsOf = async (who: TestMember) => {
  const token = await server.as(who).post('/tokens', { name: 'Weather', scopes: ['events'], password: PASSWORD })
  expect(token.statusCode, token.body).toBe(200)
  const feed = await server.as(who).post('/feeds', { name: 'Map', format: 'geojson', filter: {} })
  const calendar = await server.as(who).post('/calendar/feeds', {})
  const [made, shown]: [CreatedApiToken, Feed & { link: string }] = [token.json(), feed.json()]
  const stream = listenTo({
    port,
    path: `${BASE_PATH}/events`,
    headers: { authorization: `Bearer ${made.token}` },
  })
  afterAll(() => stream.close())
  await stream.ready()
  const open = async (link: string) => (await server.app.inject({ url: new URL(link).pathname })).statusCode
  return {
    names: {
      revokedTokens: [{ _id: made._id, name: 'Weather' }],
      revokedFeeds: [{ _id: shown._id, name: 'Map' }],
    },
    stream,
    statuses: async () => [
      (await server.as(made).get('/aoi/filtered')).statusCode,
      await open(shown.link),
      await open(calendar.json().link),
    ],
  }
}
const works = [200, 200, 200]
const ended = [401, 404, 404]
const lastLine = (action: string, id: string) =>
  db
    .selectFrom('audit')
    .select(['detail'])
    .where('action', '=', action)
    .where('targetId', '=', id)
    .orderBy('at', 'desc')
    .executeTakeFirst()

test.each([
  ['member.challenge', '/auth/identify-check'],
  ['member.reentry', '/user/re-entry'],
])('%s by an Admin ends the programs of the member at once and names them', async (action, path) => {
  const dana = await newMember()
  const { names, stream, statuses } = await programsOf(dana)
  expect(await statuses()).toEqual(works)
  const answer = await server.as(admin).post(`${path}/${dana.id}`, {})
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.json()).toMatchObject(names)
  await stream.closed()
  expect(await statuses()).toEqual(ended)
  expect((await lastLine(action, dana.id))?.detail).toMatchObject(names)
})

test('a re-entry link ends programs when it is used, including those created after the link', async () => {
  const dana = await newMember()
  const made = await server.as(admin).post(`/user/re-entry/${dana.id}`, {})
  const link = new URL(made.json().link).searchParams.get('reentry')
  // An intruder's session of the member creates a token, a feed and a calendar link after the link was made.
  const again = { ...dana, token: (await addMember(db, home, home.roleId)).token }
  await sql`update session set member_id = ${dana.id} where member_id <> ${admin.id} and ended_at is null
    and created_at = (select max(created_at) from session)`.execute(db)
  const { names, statuses } = await programsOf(again)
  const used = await server.anyone.post(`/auth/re-entry/${link}`, { password: 'quite another password' })
  expect(used.statusCode, used.body).toBe(200)
  expect(await statuses()).toEqual(ended)
  expect((await lastLine('reentry.use', dana.id))?.detail).toMatchObject(names)
})

test('a member who changes the password sees how many programs there are, and keeps or ends them', async () => {
  const dana = await newMember()
  const { names, statuses } = await programsOf(dana)
  expect((await server.as(dana).get('/auth/sessions')).json().programs).toBe(3)
  const change = (currentPassword: string, newPassword: string, more: object = {}) =>
    server.as(dana).post('/auth/password', { currentPassword, newPassword, ...more })
  expect((await change(PASSWORD, 'quite another password', { endsPrograms: false })).statusCode).toBe(200)
  expect(await statuses()).toEqual(works)
  expect((await change('quite another password', PASSWORD)).statusCode).toBe(200)
  expect(await statuses()).toEqual(ended)
  expect((await lastLine('password.change', dana.id))?.detail).toMatchObject(names)
  expect((await server.as(dana).get('/auth/sessions')).json().programs).toBe(0)
})

test('a token is created with the password only', async () => {
  const dana = await newMember()
  const make = (more: object) => server.as(dana).post('/tokens', { name: 'Weather', scopes: ['events'], ...more })
  expect((await make({})).json().fields).toHaveProperty('password')
  const wrong = await make({ password: 'open the wrong gate' })
  expect([wrong.statusCode, wrong.json().fields]).toEqual([400, { password: 'form.passwordWrong' }])
  expect((await make({ password: PASSWORD })).statusCode).toBe(200)
})

test('a deleted member’s tokens and feeds are named to the Admin who deletes it, or to all Admins', async () => {
  const omer = await newMember()
  const dana = await newMember()
  const byAdmin = await programsOf(omer)
  const answer = await server.as(admin).delete(`/user/delete/${omer.id}`)
  expect(answer.json()).toEqual(byAdmin.names)
  expect(await byAdmin.statuses()).toEqual(ended)
  const told = () => db.selectFrom('delivery').selectAll().where('kind', '=', 'programsEnded').execute()
  expect(await told()).toEqual([])

  const own = await programsOf(dana)
  expect((await server.as(dana).delete('/user/profile')).statusCode).toBe(200)
  expect(await own.statuses()).toEqual(ended)
  expect((await lastLine('profile.delete', dana.id))?.detail).toMatchObject(own.names)
  await eventually(async () =>
    expect(new Set((await told()).map(({ memberId }) => memberId))).toEqual(new Set([admin.id])),
  )
  const [message] = await told()
  expect(JSON.stringify(message?.payload)).toContain(`${dana.username} deleted their account`)
  expect(JSON.stringify(message?.payload)).toContain('Weather, Map')
})

test('a member without tokens and feeds is deleted without a message', async () => {
  const dana = await newMember()
  expect((await server.as(dana).delete('/user/profile')).statusCode).toBe(200)
  const messages = await db.selectFrom('delivery').select('payload').where('kind', '=', 'programsEnded').execute()
  expect(JSON.stringify(messages)).not.toContain(dana.username)
})
