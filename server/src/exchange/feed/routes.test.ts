import { XMLParser } from 'fast-xml-parser'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { BASE_PATH, type Feed } from '#contract'
import { newId } from '../../platform/db/id.ts'
import { addActivity, addCommunity } from '../../testing/activities.ts'
import { addEventType, reportForm } from '../../testing/events.ts'
import { addMember, addService, type TestMember } from '../../testing/people.ts'
import { testServer } from '../../testing/server.ts'

const clock = { ms: Date.parse('2026-11-15T12:00:00Z') }
const server = await testServer({ COHESION_PUBLIC_URL: 'https://map.example.org' }, { now: () => clock.ms })
const { db } = server
const home = await addService(db, 'Home')
const foreign = await addService(db, 'Foreign')
const exporter = { allowCsvDownload: true }
const dana = await addMember(db, home, home.roleId, { username: 'dana', ...exporter })
const admin = await addMember(db, home, home.roleId, { type: 'Admin', ...exporter })
const stranger = await addMember(db, foreign, foreign.roleId, { type: 'Admin', ...exporter })
const flood = await addEventType(db, home, { name: 'Flood', questions: ['How deep?'] })
const fire = await addEventType(db, home, { name: 'Fire' })
await db.updateTable('eventType').set({ icon: 'flame', colour: '#e03131' }).where('id', '=', fire.id).execute()

const report = async (who: TestMember, type: typeof flood, name: string, more: object = {}) => {
  const answer = await server.as(who).send('POST', '/aoi', reportForm(type, { name, ...more }))
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const at = (day: string) => ({ creationTime: `2026-11-${day}T07:00:00Z` })
await db.updateTable('member').set({ phone: '+1 415 555 0199' }).where('id', '=', dana.id).execute()
const cellar = await report(dana, flood, 'Cellar & stairs', { ...at('01'), description: '<p>Emily is alone</p>' })
await report(dana, fire, 'Smoke <b>', { ...at('14'), address: 'Main St 1' })
await report(stranger, await addEventType(db, foreign, { name: 'Theft' }), 'Elsewhere')

const make = async (who: TestMember, more: object = {}): Promise<Feed & { link: string }> => {
  const answer = await server.as(who).post('/feeds', { name: 'Map', format: 'geojson', filter: {}, ...more })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
/** Requests a feed as map programs do: without a session, by its address alone. */
const read = async ({ link }: { link: string }, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'GET', url: new URL(link).pathname, headers })
type Feature = { properties: Record<string, string>; geometry: { coordinates: number[] } }
const featuresOf = async (feed: { link: string }): Promise<Feature[]> => (await read(feed)).json().features
const namesOf = async (feed: { link: string }) => (await featuresOf(feed)).map(({ properties }) => properties.Name)
const statusOf = async (feed: { link: string }) => (await read(feed)).statusCode

test('a program reads the feed by its address alone, until it is revoked', async () => {
  const made = await make(dana)
  expect(made.link).toMatch(/^https:\/\/map\.example\.org\/api\/cohesion\/feed\/[\w-]{43}\.geojson$/)
  const answer = await read(made)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/geo+json'])
  expect(await namesOf(made)).toEqual(['Smoke <b>', 'Cellar & stairs'])
  const [listed] = (await server.as(dana).get('/feeds')).json()
  expect(listed).toMatchObject({ _id: made._id, name: 'Map', format: 'geojson', lastUsedAt: expect.any(String) })
  expect(listed).not.toHaveProperty('link')
  expect((await server.as(dana).delete(`/feeds/${made._id}`)).statusCode).toBe(200)
  expect(await statusOf(made)).toBe(404)
  expect((await server.as(dana).get('/feeds')).json()).toEqual([])
})

test('a feed follows its filter', async () => {
  expect(await namesOf(await make(dana, { filter: { eventType: fire.id } }))).toEqual(['Smoke <b>'])
  expect(await namesOf(await make(dana, { filter: { days: 7 } }))).toEqual(['Smoke <b>'])
  expect(await namesOf(await make(dana, { filter: { state: 'done' } }))).toEqual([])
  expect(await namesOf(await make(dana, { filter: { region: 'none' } }))).toHaveLength(2)
})

test('a feed can have several event types and regions', async () => {
  const region = newId()
  const square = [[[0, 0], [1, 0], [1, 1], [0, 0]]] // biome-ignore format: one line
  await db
    .insertInto('region')
    .values({ id: region, serviceId: home.id, name: 'Harbour', coordinates: JSON.stringify(square) })
    .execute()
  const of = async (filter: object) => namesOf(await make(dana, { filter }))
  expect(await of({ eventType: [fire.id, flood.id] })).toEqual(['Smoke <b>', 'Cellar & stairs'])
  expect(await of({ eventType: [fire.id, 'none'] })).toEqual(['Smoke <b>'])
  expect(await of({ region: [region, 'none'] })).toHaveLength(2)
  expect(await of({ region })).toEqual([])
  const { filter } = await make(dana, { filter: { eventType: [fire.id, flood.id], region } })
  expect(filter).toMatchObject({ eventType: [fire.id, flood.id], region })
  const listed = await server.as(dana).get(`/aoi/filtered?eventType=${fire.id}&eventType=${flood.id}`)
  expect(listed.json().total).toHaveLength(2)
  await db.deleteFrom('region').where('id', '=', region).execute()
})

test('a feed of activities has their times', async () => {
  const community = await addCommunity(db, home, { title: 'Neighbours' })
  await addActivity(db, home, community, { name: 'Patrol', startAt: new Date('2026-12-01T08:00:00Z') })
  const made = await make(dana, { filter: { kind: 'activity', community: community.id } })
  const [feature] = await featuresOf(made)
  expect(feature?.properties).toMatchObject({
    Name: 'Patrol',
    Community: 'Neighbours',
    Start: '2026-12-01T08:00:00.000Z',
  })
})

test('a feed contains no contacts, descriptions, answers, entries or AOIs of other services', async () => {
  const restricted = { text: 'Key is under the mat', restricted: true }
  expect((await server.as(dana).post(`/aoi/${cellar.number}/add-log`, restricted)).statusCode).toBe(200)
  for (const format of ['geojson', 'kml', 'gpx']) {
    const { body } = await read(await make(dana, { format }))
    expect(body).toContain('Cellar')
    for (const secret of ['555 0199', 'dana', 'Emily', 'knee', 'under the mat', 'Elsewhere'])
      expect(body, `${format} ${secret}`).not.toContain(secret)
  }
})

test('KML has a style for each symbol, with a picture below the address of the feed', async () => {
  const made = await make(dana, { format: 'kml', language: 'he', timeZone: 'Asia/Jerusalem' })
  const answer = await read(made)
  expect(answer.headers['content-type']).toBe('application/vnd.google-earth.kml+xml')
  const { Document } = new XMLParser({ ignoreAttributes: false }).parse(answer.body).kml
  const style = Document.Style.find((one: Record<string, string>) => one['@_id'] === 'flame-e03131')
  const [smoke, cellarMark] = Document.Placemark
  expect(smoke).toMatchObject({ name: 'Smoke <b>', styleUrl: '#flame-e03131' })
  expect(cellarMark.styleUrl).toMatch(/^#alert-circle-/)
  expect(answer.body).toContain('<Data name="כתובת"><value>Main St 1</value>')
  const address = new URL(style.IconStyle.Icon.href, made.link)
  const picture = await server.app.inject({ method: 'GET', url: address.pathname })
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png'])
  expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ format: 'png', width: 64, height: 64 })
  const folder = address.pathname.slice(0, address.pathname.lastIndexOf('/'))
  for (const name of ['constructor-e03131.png', 'no-such-e03131.png', '..%2Fflame-e03131.png', 'flame-red.png'])
    expect((await server.app.inject({ method: 'GET', url: `${folder}/${name}` })).statusCode, name).toBe(404)
  await server.as(dana).delete(`/feeds/${made._id}`)
  expect((await server.app.inject({ method: 'GET', url: address.pathname })).statusCode).toBe(404)
})

/** Changes a row without firing triggers, so that the server does not learn of the change. */
const renameSecretly = (id: string, name: string) =>
  db.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction)
    await transaction.updateTable('aoi').set({ name }).where('id', '=', id).execute()
  })

test('an unchanged feed returns 304 without reading a row', async () => {
  const made = await make(dana, { filter: { eventType: flood.id } })
  const etag = String((await read(made)).headers.etag)
  await renameSecretly(cellar._id, 'Unseen')
  const again = await read(made, { 'if-none-match': `W/${etag}` })
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
  await renameSecretly(cellar._id, 'Cellar & stairs')

  const other = await report(dana, fire, 'Sparks')
  expect((await read(made, { 'if-none-match': etag })).statusCode).toBe(304)
  await server.as(dana).delete(`/aoi/${other._id}`)
  const news = await report(dana, flood, 'River')
  const changed = await read(made, { 'if-none-match': etag })
  expect(changed.statusCode).toBe(200)
  expect(changed.body).toContain('River')
  await server.as(dana).delete(`/aoi/${news._id}`)
})

test('readers without an ETag share one copy of a feed until an event changes', async () => {
  const made = await make(dana, { filter: { eventType: flood.id } })
  const first = await read(made)
  await renameSecretly(cellar._id, 'Unseen')
  const again = await read(made)
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([200, first.body, first.headers.etag])
  await renameSecretly(cellar._id, 'Cellar & stairs')
  const news = await report(dana, flood, 'Lake')
  expect(await namesOf(made)).toContain('Lake')
  await server.as(dana).delete(`/aoi/${news._id}`)
})

test('a program reads a feed in parts, as GDAL does', async () => {
  const made = await make(dana, { format: 'kml' })
  const whole = await read(made)
  expect(whole.headers['accept-ranges']).toBe('bytes')
  const total = whole.rawPayload.length
  const parts: Buffer[] = []
  for (let from = 0; from < total; from += 400) {
    const part = await read(made, { range: `bytes=${from}-${from + 399}` })
    const last = Math.min(from + 399, total - 1)
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes ${from}-${last}/${total}`])
    parts.push(part.rawPayload)
    // All parts come from one version of the file, although the rows change in between.
    await renameSecretly(cellar._id, `Unseen ${from}`)
  }
  await renameSecretly(cellar._id, 'Cellar & stairs')
  expect(Buffer.concat(parts).toString()).toBe(whole.body)
  const beyond = await read(made, { range: `bytes=${total}-` })
  expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${total}`])
})

test('a feed shows its own service only, whatever else its creator sees', async () => {
  const away = await addService(db, 'Away')
  const omer = await addMember(db, home, home.roleId, { ...exporter, providedServiceIds: [away.id] })
  const friend = await addMember(db, away, away.roleId)
  const noise = await addEventType(db, away, { name: 'Noise' })
  const next = await report(friend, noise, 'Next door')
  expect((await server.as(omer).get(`/aoi/nonce-pro/${next.properties.nonce}`)).statusCode).toBe(200)
  const names = await namesOf(await make(omer))
  expect(names).toContain('Smoke <b>')
  expect(names).not.toContain('Next door')
})

test('a feed cannot be limited to things of another service', async () => {
  const own = await addCommunity(db, home)
  await make(dana, { filter: { eventType: [flood.id, 'none'], community: own.id } })
  const theft = await addEventType(db, foreign, { name: 'Theft' })
  const regionId = newId()
  const coordinates = JSON.stringify([[[0, 0], [1, 0], [1, 1], [0, 0]]]) // biome-ignore format: one line
  await db.insertInto('region').values({ id: regionId, serviceId: foreign.id, name: 'Theirs', coordinates }).execute()
  const filter = {
    eventType: [flood.id, theft.id],
    region: regionId,
    community: (await addCommunity(db, foreign)).id,
  }
  const refused = await server.as(dana).post('/feeds', { name: 'Theirs', format: 'geojson', filter })
  expect(refused.statusCode).toBe(400)
  expect(Object.keys(refused.json().fields)).toEqual(['filter.eventType', 'filter.region', 'filter.community'])
})

test('a feed has the present rights of its creator', async () => {
  const omer = await addMember(db, home, home.roleId, exporter)
  const made = await make(omer)
  const set = (values: object) => db.updateTable('member').set(values).where('id', '=', omer.id).execute()
  for (const [lost, back] of [
    [{ allowCsvDownload: false }, exporter],
    [{ mustChangePassword: true }, { mustChangePassword: false }],
  ] as const) {
    await set(lost)
    expect(await statusOf(made), JSON.stringify(lost)).toBe(404)
    await set(back)
    expect(await statusOf(made)).toBe(200)
  }
  expect((await server.as(admin).delete(`/user/delete/${omer.id}`)).statusCode).toBe(200)
  expect(await statusOf(made)).toBe(404)
  expect((await server.as(admin).get('/feeds')).json().map(({ _id }: Feed) => _id)).not.toContain(made._id)
})

test('a feed ends with its service, or when its creator must set up a second factor', async () => {
  const closing = await addService(db, 'Closing')
  const last = await addMember(db, closing, closing.roleId, { type: 'Admin', ...exporter })
  const made = await make(last)
  const change = (values: object) => db.updateTable('service').set(values).where('id', '=', closing.id).execute()
  await change({ requiresSecondFactor: true })
  expect(await statusOf(made)).toBe(404)
  await change({ requiresSecondFactor: false })
  expect(await statusOf(made)).toBe(200)
  await change({ deletedAt: new Date() })
  expect(await statusOf(made)).toBe(404)
})

test('only members who may export lists create feeds', async () => {
  const plain = await addMember(db, home, home.roleId)
  const answer = await server.as(plain).post('/feeds', { name: 'Map', format: 'kml', filter: {} })
  expect(answer.statusCode).toBe(403)
})

test('an Admin lists and revokes the feeds of the service, others their own', async () => {
  const made = await make(dana, { name: 'Roads' })
  const idsFor = async (who: TestMember) =>
    (await server.as(who).get('/feeds')).json().map(({ _id }: Feed) => _id) as string[]
  expect(await idsFor(admin)).toContain(made._id)
  expect(await idsFor(stranger)).toEqual([])
  const colleague = await addMember(db, home, home.roleId)
  expect(await idsFor(colleague)).toEqual([])
  expect((await server.as(colleague).delete(`/feeds/${made._id}`)).statusCode).toBe(403)
  expect((await server.as(stranger).delete(`/feeds/${made._id}`)).statusCode).toBe(404)
  expect(await statusOf(made)).toBe(200)
  expect((await server.as(admin).delete(`/feeds/${made._id}`)).statusCode).toBe(200)
  const { entries } = (await server.as(admin).get('/audit?limit=200')).json()
  const lines = entries.filter(({ targetId }: { targetId: string }) => targetId === made._id)
  expect(lines.map(({ action, memberId }: Record<string, string>) => [action, memberId])).toEqual([
    ['feed.revoke', admin.id],
    ['feed.create', dana.id],
  ])
})

test('hostile filters and formats are refused, and the address is a secret', async () => {
  const fieldsOf = async (more: object) => {
    const answer = await server.as(dana).post('/feeds', { name: 'Map', format: 'kml', filter: {}, ...more })
    return [answer.statusCode, Object.keys(answer.json().fields ?? {})]
  }
  expect(await fieldsOf({ filter: { state: 'shared' } })).toEqual([400, ['filter.state']])
  expect(await fieldsOf({ filter: { kind: 'sensor' } })).toEqual([400, ['filter.kind']])
  expect(await fieldsOf({ filter: { eventType: "' or true --" } })).toEqual([400, ['filter.eventType']])
  expect(await fieldsOf({ filter: { days: 1e9 } })).toEqual([400, ['filter.days']])
  expect(await fieldsOf({ format: 'csv' })).toEqual([400, ['format']])
  expect(await fieldsOf({ name: '' })).toEqual([400, ['name']])
  const searching = await make(dana, { filter: { search: 'Emily', creator: stranger.id, metric: newId() } })
  expect(searching.filter).toEqual({ kind: 'event', state: 'all' })

  const { link } = await make(dana, { format: 'kml' })
  const token = new URL(link).pathname.split('/').at(-1)?.slice(0, 43) ?? ''
  expect(JSON.stringify(await db.selectFrom('feed').selectAll().execute())).not.toContain(token)
  for (const file of [`${token}.geojson`, `${token}.exe`, `${token.slice(1)}.kml`, `${token}.kml.kml`])
    expect((await server.anyone.get(`/feed/${file}`)).statusCode, file).toBe(404)
})

test('a second server computes the same ETag, which changes when events leave the filter', async () => {
  const made = await make(dana, { filter: { days: 20 } })
  const etag = String((await read(made)).headers.etag)
  const second = await server.openSecond()
  const path = new URL(made.link).pathname.slice(BASE_PATH.length)
  const answer = await second.anyone.send('GET', path, { headers: { 'x-api-key': '', 'if-none-match': etag } })
  expect(answer.statusCode).toBe(304)
  clock.ms += 10 * 86_400_000
  const later = await read(made, { 'if-none-match': etag })
  expect(later.statusCode).toBe(200)
  expect(later.json().features.map(({ properties }: Feature) => properties.Name)).toEqual(['Smoke <b>'])
})

test('guessed addresses are rate-limited, and requests of revoked addresses are not', async () => {
  const made = await make(dana, { format: 'kml' })
  const path = new URL(made.link).pathname.slice(BASE_PATH.length)
  await server.as(dana).delete(`/feeds/${made._id}`)
  const ask = async (address: string) => (await server.anyone.get(address)).statusCode
  for (let n = 0; n < 12; n++) expect(await ask(path)).toBe(404)
  const guess = `/feed/${'x'.repeat(43)}.kml`
  const statuses = await Promise.all(Array.from({ length: 14 }, () => ask(guess)))
  expect(statuses).toContain(429)
  expect(statuses.filter((status) => status === 404).length).toBeLessThanOrEqual(10)
})
