import { expect, test } from 'vitest'
import { Board, type BoardSettings, type BoardTwin, cellOf, type HeldReport, type LngLat, type Twin } from '#contract'
import { newId } from '../../platform/db/id.ts'
import { addMember } from '../../testing/people.ts'
import { visitorScene } from '../../testing/visitors.ts'

const {
  server,
  home,
  dana,
  adam,
  fred,
  flood,
  crime,
  photo,
  link,
  sent,
  follow,
  getAsVisitor,
  postAsVisitor,
  newLine,
} = await visitorScene()
const viewer = await addMember(server.db, home, home.viewerRoleId)

const PLACE: LngLat = [34.987_654, 32.812_345]
const settings = {
  isOn: true,
  typeIds: [flood.id],
  states: ['new', 'inProgress', 'done'],
  cellMetres: 500,
  days: 30,
  origins: ['https://town.example'],
  timeZone: 'Asia/Jerusalem',
}
const change = (values: object = {}) => server.as(adam).patch('/board', { ...settings, ...values })
const tokenOf = ({ link: address }: BoardSettings) => new URL(address ?? '').searchParams.get('token') ?? ''
const token = tokenOf((await change()).json())
const readRaw = (headers: Record<string, string> = {}) =>
  server.anyone.send('GET', `/public-board/${token}`, {
    headers: { 'x-api-key': '', 'x-forwarded-for': newLine(), ...headers },
  })
const read = async (): Promise<Board> => {
  const answer = await readRaw()
  expect(answer.statusCode, answer.body).toBe(200)
  return Board.parse(answer.json())
}
const textsShown = async () => (await read()).entries.map(({ text }) => text).toSorted()
const report = (parts: object = {}, type = flood) => sent({ type, parts: { startCoordinates: PLACE, ...parts } })
const write = (id: string, text: string, who = dana) => server.as(who).patch(`/board/texts/${id}`, { text })
const idOf = async (number: number) =>
  (await server.db.selectFrom('aoi').select('id').where('number', '=', number).executeTakeFirstOrThrow()).id

test('the public board is off until an Admin turns it on', async () => {
  await change({ isOn: false })
  expect((await readRaw()).statusCode).toBe(404)
  expect((await getAsVisitor(`/public/${link}`)).json().board).toBeNull()
  const foreign = (await server.as(fred).get('/board')).json()
  expect(foreign).toMatchObject({ isOn: false, link: null, typeIds: [] })
  expect((await change()).json()).toMatchObject({ isOn: true, link: `https://help.example/board?token=${token}` })
  expect((await getAsVisitor(`/public/${link}`)).json().board).toBe(token)
})

test('the board shows type, state, day and cell of an event, and nothing of its reporter', async () => {
  const sentReport = await report({ description: 'Water in the cellar of Emily', firstName: 'Emily' })
  const { entries, types } = await read()
  const cell = cellOf(PLACE, 500)
  expect(types.map(({ name }) => name)).toEqual(['Flood'])
  expect(entries).toContainEqual({
    type: 0,
    state: 'new',
    date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    cell,
    text: '',
  })
  const { body } = await readRaw()
  for (const secret of ['Emily', 'Stone', '555 0123', 'cellar', sentReport._id]) expect(body).not.toContain(secret)
  for (const degrees of PLACE) expect(body).not.toContain(String(degrees))
})

test('all reports in a cell get the same place, whatever is requested', async () => {
  const [west, south, east, north] = cellOf(PLACE, 500)
  await report({ startCoordinates: [west + (east - west) * 0.02, south + (north - south) * 0.97] })
  const first = await read()
  const cells = new Set(first.entries.map(({ cell }) => cell.join()))
  expect([...cells]).toEqual([[west, south, east, north].join()])
  const query = `?bbox=${PLACE[0]},${PLACE[1]},${PLACE[0]},${PLACE[1]}&zoom=20&cellMetres=1&lng=${PLACE[0]}`
  const refined = await server.anyone.send('GET', `/public-board/${token}${query}`, { headers: { 'x-api-key': '' } })
  expect(refined.json()).toEqual(first)
})

test('a member who reviews writes and removes the public text', async () => {
  const { _id } = await report()
  expect((await write(_id, ' The road is closed ')).json()).toMatchObject({ text: 'The road is closed', isShown: true })
  expect((await server.as(dana).get(`/board/texts/${_id}`)).json().text).toBe('The road is closed')
  expect(await textsShown()).toContain('The road is closed')
  expect((await write(_id, 'x', viewer)).statusCode).toBe(403)
  expect((await write(_id, 'x', fred)).statusCode).toBe(404)
  expect((await write(_id, 'x'.repeat(501))).statusCode).toBe(400)
  await write(_id, '')
  expect(await textsShown()).not.toContain('The road is closed')
})

test('a reviewer writes the public text when accepting, and undo removes it', async () => {
  await server.as(dana).post('/review/hold', { isOn: true })
  const held = await report({ description: 'Please help, I am alone' })
  await server.as(dana).post('/review/hold', { isOn: false })
  expect((await write(held._id, 'Too early')).statusCode).toBe(404)
  await server.as(dana).post('/review/accept', { ids: [held._id], publicText: 'A cellar is under water' })
  expect(await textsShown()).toContain('A cellar is under water')
  await server.as(dana).post('/review/undo', { ids: [held._id] })
  expect(await textsShown()).not.toContain('A cellar is under water')
})

test('only chosen types and states are shown, nothing deleted or old, and merged reports once', async () => {
  const shown = await report()
  const other = await report({}, crime)
  await write(shown._id, 'shown')
  await write(other._id, 'of another type')
  expect((await write(other._id, 'of another type')).json().isShown).toBe(false)
  const twin = await report()
  await write(twin._id, 'merged')
  await server.as(dana).post(`/twin/merge/${shown._id}`, { aoiIds: [twin._id] })
  const gone = await report()
  await write(gone._id, 'deleted')
  await server.as(adam).send('DELETE', `/aoi/${gone._id}`)
  const old = await report()
  await write(old._id, 'old')
  const longAgo = new Date(Date.now() - 40 * 86_400_000)
  await server.db.updateTable('aoi').set({ createdAt: longAgo }).where('id', '=', old._id).execute()
  const done = await report()
  await write(done._id, 'done')
  await server.as(dana).patch(`/aoi/archive/${done._id}`)
  expect((await textsShown()).filter(Boolean)).toEqual(['done', 'shown'])
  await change({ states: ['new'] })
  expect((await textsShown()).filter(Boolean)).toEqual(['shown'])
  await change({ typeIds: [flood.id, crime.id], days: 60 })
  expect((await textsShown()).filter(Boolean)).toEqual(['done', 'of another type', 'old', 'shown'])
  await change()
})

test("duplicates for visitors come from the board's public fields only", async () => {
  const far: LngLat = [35.4, 31.2]
  const main = await report({ startCoordinates: far, description: 'Zanzibar Street is under water' })
  await write(main._id, 'The underpass is flooded')
  const ask = async (text: string, place: LngLat = far) => {
    const answer = await postAsVisitor(`/public-board/${token}/similar`, { typeId: flood.id, place, text })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json() as BoardTwin[]
  }
  const [twin] = await ask('Flooded underpass')
  expect(twin).toEqual({
    type: 0,
    state: 'new',
    date: expect.any(String),
    cell: cellOf(far, 500),
    text: 'The underpass is flooded',
    metres: 500,
    photo: null,
  })
  // Neither the reporter's words nor the place within the cell change the score.
  expect(await ask('Zanzibar Street')).toEqual([])
  const [west, south, east, north] = cellOf(far, 500)
  const corners: LngLat[] = [
    [west, south],
    [east, south],
    [west, north],
    [east, north],
  ]
  const distances = await Promise.all(corners.map(async (at) => (await ask('Flooded underpass', at))[0]?.metres))
  expect(new Set(distances)).toEqual(new Set([500]))

  const { metres: _, photo: __, ...entry } = twin ?? { metres: 0, photo: null }
  const same = await report({ startCoordinates: far, description: 'Water here too', sameAs: entry })
  const suggested = (await server.as(dana).get(`/twin/aoi/${same._id}`)).json() as Twin[]
  expect(suggested.filter(({ isClaimed }) => isClaimed)).toMatchObject([{ number: main.number }])
  expect((await follow(same.follow)).reports[0]).toMatchObject({ mergedInto: null })
  const other = await report({ startCoordinates: far, description: 'Another cellar', differsFrom: [entry] })
  const dismissed = await server.db.selectFrom('twinDismissal').select(['aoiId', 'otherId']).execute()
  expect(dismissed.map(({ aoiId, otherId }) => [aoiId, otherId].toSorted())).toContainEqual(
    [main._id, other._id].toSorted(),
  )
})

test('visitors see the approved picture of a duplicate, and no picture on the board', async () => {
  const far: LngLat = [35.6, 31.6]
  const file = { bytes: photo, filename: 'bridge.jpg', type: 'image/jpeg' }
  const { _id } = await report({ startCoordinates: far, file })
  const publish = async (hasPhoto: boolean) =>
    (await server.as(dana).patch(`/board/texts/${_id}`, { text: 'The bridge is closed', hasPhoto })).json()
  const seen = async () => {
    const body = { typeId: flood.id, place: far, text: 'Bridge closed' }
    return ((await postAsVisitor(`/public-board/${token}/similar`, body)).json() as BoardTwin[])[0]?.photo
  }
  expect(await publish(false)).toMatchObject({ hasPhoto: false, canHavePhoto: true })
  expect(await seen()).toBeNull()
  expect(await publish(true)).toMatchObject({ hasPhoto: true })
  const address = await seen()
  expect((await getAsVisitor(address?.replace('/api/cohesion', '') ?? '')).headers['content-type']).toMatch(/^image/)
  expect((await readRaw()).body).not.toContain(address)

  // The event gets another picture, which no reviewer has approved.
  const other = await report({ file: { ...file, bytes: photo } })
  await server.db
    .updateTable('aoi')
    .set((eb) => ({ imageFileId: eb.selectFrom('aoi').select('imageFileId').where('id', '=', other._id) }))
    .where('id', '=', _id)
    .execute()
  expect(await seen()).toBeNull()
  expect((await server.as(dana).get(`/board/texts/${_id}`)).json()).toMatchObject({ hasPhoto: false })
})

test("a visitor's claim about an event waits for review and is idempotent", async () => {
  const spot: LngLat = [35.5, 31.3]
  const main = await report({ startCoordinates: spot })
  await write(main._id, 'A street is closed')
  const entry = (await read()).entries.find(({ text }) => text === 'A street is closed')
  await server.as(dana).post('/review/hold', { isOn: true })
  const parts = {
    startCoordinates: spot,
    description: 'Closed',
    sameAs: entry,
    key: 's'.repeat(43),
    nonce: '1700000950000',
  }
  const first = await report(parts)
  await write(main._id, 'A street was closed')
  expect((await report(parts))._id).toBe(first._id)
  await server.as(dana).post('/review/hold', { isOn: false })
  const waiting = (await server.as(dana).get('/review/reports')).json() as HeldReport[]
  expect(waiting.find(({ _id }) => _id === first._id)).toMatchObject({ sameAs: main.number })
  await server.as(dana).post('/review/accept', { ids: [first._id] })
  expect((await server.as(dana).get(`/twin/merged/${main._id}`)).json()).toEqual([])
})

test('the day of an event is in the time zone of the service', async () => {
  const { _id } = await report()
  await write(_id, 'at night')
  const lateInUtc = new Date(new Date().setUTCHours(23, 30, 0, 0) - 2 * 86_400_000)
  await server.db.updateTable('aoi').set({ createdAt: lateInUtc }).where('id', '=', _id).execute()
  const dayOf = async () => (await read()).entries.find(({ text }) => text === 'at night')?.date
  const nextDay = new Date(lateInUtc.getTime() + 86_400_000).toISOString().slice(0, 10)
  expect(await dayOf()).toBe(nextDay)
  await change({ timeZone: 'UTC' })
  expect(await dayOf()).toBe(lateInUtc.toISOString().slice(0, 10))
  await change()
})

test('the board may be cached, sets no cookie and reads no session', async () => {
  const first = await readRaw()
  expect(first.headers['cache-control']).toBe('public, max-age=60')
  expect(first.headers['set-cookie']).toBeUndefined()
  const { etag } = first.headers
  expect((await readRaw({ 'if-none-match': `W/${etag}` })).statusCode).toBe(304)
  const asMember = await readRaw({ authorization: 'Bearer no-session', cookie: 'locale=he' })
  expect([asMember.statusCode, asMember.body]).toEqual([200, first.body])
})

test('an unknown token is 404 and rate-limited, and requests of a disabled board are not', async () => {
  const line = newLine()
  const guess = (board: string) =>
    server.anyone.send('GET', `/public-board/${board}`, { headers: { 'x-api-key': '', 'x-forwarded-for': line } })
  await change({ isOn: false })
  for (let times = 0; times < 12; times++) expect((await guess(token)).statusCode).toBe(404)
  const statuses = []
  for (let times = 0; times < 12; times++) statuses.push((await guess(`b.${'y'.repeat(31)}${times % 10}`)).statusCode)
  expect(statuses[0]).toBe(404)
  expect(statuses.at(-1)).toBe(429)
  await change()
})

test.each([
  'https://town.example/page',
  'town.example',
  '*',
  'https://*.example',
  "'self'",
  'https://town.example; sandbox',
  'https://user@town.example',
  'javascript:alert(1)',
])('the origin %j is refused', async (origin) => {
  const answer = await change({ origins: ['https://town.example', origin] })
  expect([answer.statusCode, Object.keys(answer.json().fields ?? {})]).toEqual([400, ['origins']])
})

test('origins are stored once, without a trailing slash, and audited', async () => {
  const origins = ['https://town.example/', 'https://town.example', 'http://192.0.2.7:8080', '']
  expect((await change({ origins })).json().origins).toEqual(['https://town.example', 'http://192.0.2.7:8080'])
  const { entries } = (await server.as(adam).get('/audit?action=board.change')).json()
  expect(entries[0]).toMatchObject({ action: 'board.change', detail: { isOn: true, cellMetres: 500 } })
  await change()
})

test('event types of another service are refused', async () => {
  const foreign = await server.db
    .insertInto('eventType')
    .values({ id: newId(), serviceId: fred.serviceId, name: 'Fire', sortOrder: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const refused = await change({ typeIds: [flood.id, foreign.id] })
  expect([refused.statusCode, refused.json().fields]).toEqual([400, { typeIds: 'form.invalid' }])
  expect((await server.as(adam).get('/board')).json().typeIds).toEqual([flood.id])
})

test('a public text is deleted with its event', async () => {
  const { number } = await report()
  const id = await idOf(number)
  await write(id, 'for a while')
  await server.db.deleteFrom('aoi').where('id', '=', id).execute()
  expect(await server.db.selectFrom('publicText').select('text').where('aoiId', '=', id).execute()).toEqual([])
})
