import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { BASE_PATH, type OgcLink, type TokenScope } from '#contract'
import { newId } from '../../platform/db/id.ts'
import { addActivity, addCommunity } from '../../testing/activities.ts'
import { addEventType, reportForm } from '../../testing/events.ts'
import { addMember, addService, PASSWORD } from '../../testing/people.ts'
import { testServer } from '../../testing/server.ts'

const ORIGIN = 'https://map.example.org'
const server = await testServer({ COHESION_PUBLIC_URL: ORIGIN, COHESION_LIMIT_SESSION: '0' })
const { db } = server
const home = await addService(db, 'Home')
const foreign = await addService(db, 'Foreign')
const dana = await addMember(db, home, home.roleId, { username: 'dana', type: 'Technician' })
const stranger = await addMember(db, foreign, foreign.roleId, { type: 'Technician' })
await db.updateTable('member').set({ phone: '+1 415 555 0199' }).where('id', '=', dana.id).execute()
const flood = await addEventType(db, home, { name: 'Flood', questions: ['How deep?'] })
const fire = await addEventType(db, home, { name: 'Fire' })

const report = async (who: typeof dana, type: typeof flood, name: string, more: object = {}): Promise<string> => {
  const answer = await server.as(who).send('POST', '/aoi', reportForm(type, { name, ...more }))
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()._id
}
const names = Array.from({ length: 25 }, (_, n) => `Event ${String(n).padStart(2, '0')}`)
for (const [n, name] of names.entries())
  await report(dana, n % 5 ? flood : fire, name, {
    creationTime: `2026-03-${String(n + 1).padStart(2, '0')}T08:00:00Z`,
    startCoordinates: [-122.5 + n / 100, 37.7 + n / 100, 1],
    description: '<p>Emily</p>',
  })
const elsewhere = await report(stranger, await addEventType(db, foreign, { name: 'Theft' }), 'Elsewhere')
const community = await addCommunity(db, home)
await addActivity(db, home, community, { name: 'Patrol', startAt: new Date('2026-04-01T08:00:00Z') })

const square = (west: number, south: number, size: number) => [
  [
    [west, south],
    [west + size, south],
    [west + size, south + size],
    [west, south + size],
    [west, south],
  ],
]
const region = async (serviceId: string, name: string, west: number) => {
  const id = newId()
  const coordinates = JSON.stringify(square(west, 37, 0.1))
  await db.insertInto('region').values({ id, serviceId, name, coordinates }).execute()
  return id
}
const river = await region(home.id, 'River', -122)
await region(home.id, 'Hill', -121)
const theirs = await region(foreign.id, 'Theirs', -122)

const tokenWith = async (scopes: TokenScope[], more: object = {}, who = dana): Promise<string> => {
  const answer = await server.as(who).post('/tokens', { name: 'QGIS', scopes, password: PASSWORD, ...more })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().token
}
const token = await tokenWith(['events'])
/** Requests as QGIS and curl do, with only an Authorization header. */
const get = (path: string, authorization = `Bearer ${token}`) =>
  server.app.inject({
    method: 'GET',
    url: path.startsWith(ORIGIN) ? path.slice(ORIGIN.length) : `${BASE_PATH}/ogc${path}`,
    headers: { authorization },
  })
const basic = (password: string, name = 'qgis') => `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`
const linkOf = ({ links }: { links: OgcLink[] }, rel: string) => links.find((link) => link.rel === rel)?.href
type Feature = { id: string; geometry: { type: string; coordinates: unknown }; properties: Record<string, unknown> }
const read = async (path: string, authorization?: string) => {
  const answer = await get(path, authorization)
  expect(answer.statusCode, `${path} ${answer.body}`).toBe(200)
  return answer.json()
}
const found = async (path: string, authorization?: string): Promise<unknown[]> =>
  (await read(path, authorization)).features.map(({ properties }: Feature) => properties.name)
const events = (query = '') => `/collections/events/items?limit=1000&${query}`

test('the landing page leads to the API, the conformance and every feature', async () => {
  const landing = await read('')
  expect(linkOf(landing, 'service-desc')).toBe(`${ORIGIN}${BASE_PATH}/openapi.json`)
  expect((await get(linkOf(landing, 'service-desc') ?? '')).json().openapi).toMatch(/^3/)
  expect((await read(linkOf(landing, 'conformance') ?? '')).conformsTo).toEqual([
    'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core',
    'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/geojson',
  ])
  const { collections } = await read(linkOf(landing, 'data') ?? '')
  expect(collections.map(({ id }: { id: string }) => id)).toEqual(['events', 'activities', 'sensor-areas', 'regions'])
  for (const collection of collections) {
    expect(collection.crs).toEqual(['http://www.opengis.net/def/crs/OGC/1.3/CRS84'])
    expect(await read(linkOf(collection, 'self') ?? '')).toEqual(collection)
    const answer = await get(linkOf(collection, 'items') ?? '')
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/geo+json'])
    for (const { id } of answer.json().features) {
      const feature = await read(`/collections/${collection.id}/items/${id}`)
      expect(feature.id).toBe(id)
      expect(await read(linkOf(feature, 'self') ?? '')).toEqual(feature)
      expect(linkOf(feature, 'collection')).toBe(linkOf(collection, 'self'))
    }
  }
})

test('the extent of a collection encloses its features', async () => {
  const { extent } = await read('/collections/regions')
  expect(extent.spatial.bbox).toEqual([[-122, 37, -120.9, 37.1]])
  const [box] = (await read('/collections/events')).extent.spatial.bbox
  for (const [at, value] of [-122.5, 37.7, -122.26, 37.94].entries()) expect(box[at]).toBeCloseTo(value, 5)
  expect(await read('/collections/sensor-areas')).not.toHaveProperty('extent')
})

test.each(['events', 'regions'])('the pages of %s contain every feature once', async (collection) => {
  const whole: string[] = (await read(`/collections/${collection}/items?limit=1000`)).features.map(
    ({ id }: Feature) => id,
  )
  const ids: string[] = []
  let next: string | undefined = `/collections/${collection}/items?limit=1`
  for (let pages = 0; next; pages++) {
    expect(pages).toBeLessThan(40)
    const page = await read(next)
    expect(page).toMatchObject({ type: 'FeatureCollection', numberReturned: page.features.length })
    expect(page.features.length).toBeLessThanOrEqual(1)
    expect(await read(linkOf(page, 'self') ?? '')).toMatchObject({ features: page.features })
    ids.push(...page.features.map(({ id }: Feature) => id))
    next = linkOf(page, 'next')
  }
  expect(ids).toEqual(whole)
  expect(new Set(ids).size).toBe(collection === 'events' ? 25 : 2)
})

test('filters stay on the next page', async () => {
  const first = await read(
    '/collections/events/items?limit=2&bbox=-122.5,37.7,-122.4,37.8&datetime=2026-03-02T00:00:00Z/..',
  )
  const second = await read(linkOf(first, 'next') ?? '')
  const all = [...first.features, ...second.features].map(({ properties }: Feature) => properties.name)
  expect(all).toHaveLength(4)
  for (const name of all) expect(names.slice(1, 11)).toContain(name)
})

test('bbox selects by place, also with heights and across the 180th meridian', async () => {
  expect(await found(events('bbox=-122.495,37,-122.475,38'))).toEqual(['Event 02', 'Event 01'])
  expect(await found(events('bbox=-122.495,37,-100,-122.475,38,100'))).toEqual(['Event 02', 'Event 01'])
  expect(await found(events('bbox=170,37,-122.495,38'))).toEqual(['Event 00'])
  expect(await found(events('bbox=-1.2e2,0,0,1e1'))).toEqual([])
  expect(await found('/collections/regions/items?bbox=-121.95,37.05,-121.94,37.06')).toEqual(['River'])
  expect(await found('/collections/regions/items?bbox=-121.95,30,-121.94,40')).toEqual(['River'])
})

test('datetime selects by moment and by open and closed intervals', async () => {
  const at = (day: number) => `2026-03-${String(day).padStart(2, '0')}T08:00:00Z`
  expect(await found(events(`datetime=${at(3)}`))).toEqual(['Event 02'])
  expect(await found(events('datetime=2026-03-03T10:00:00%2B02:00'))).toEqual(['Event 02'])
  expect(await found(events(`datetime=${at(2)}/${at(3)}`))).toEqual(['Event 02', 'Event 01'])
  for (const open of ['../', '/'])
    expect(await found(events(`datetime=${open}${at(2)}`))).toEqual(['Event 01', 'Event 00'])
  for (const open of ['/..', '/'])
    expect(await found(events(`datetime=${at(24)}${open}`))).toEqual(['Event 24', 'Event 23'])
  // Regions have no time, so they match every interval.
  expect(await found(`/collections/regions/items?datetime=${at(1)}`)).toHaveLength(2)
})

test('wrong and unknown parameters are refused, and a limit beyond the largest is the largest', async () => {
  for (const query of [
    'limit=0',
    'limit=-1',
    'limit=x',
    'limit=1.5',
    'bbox=1,2,3',
    'bbox=1,2,3,4,5',
    'bbox=a,b,c,d',
    'bbox=0,10,10,0',
    'bbox=0,0,1,1;drop table aoi',
    'datetime=yesterday',
    'datetime=2026-03-01',
    'datetime=../..',
    'datetime=/',
    'datetime=2026-03-02T00:00:00Z/2026-03-01T00:00:00Z',
    'datetime=2026-03-01T00:00:00Z/../..',
    'cursor=nonsense',
    'unknown=1',
    'f=html',
    'offset=1',
  ])
    for (const collection of ['events', 'regions'])
      expect((await get(`/collections/${collection}/items?${query}`)).statusCode, query).toBe(400)
  for (const path of ['?unknown=1', '/collections?unknown=1', '/conformance?limit=1'])
    expect((await get(path)).statusCode, path).toBe(400)
  expect(await found('/collections/events/items?limit=5000')).toHaveLength(25)
  expect(await found('/collections/events/items?limit=3&offset=0&f=json')).toHaveLength(3)
  expect((await get('/collections/members/items')).statusCode).toBe(404)
})

test('features are GeoJSON with the fields of the list, without contacts and descriptions', async () => {
  const { features } = await read(events('datetime=2026-03-02T08:00:00Z'))
  expect(features).toMatchObject([
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [-122.49, 37.71] },
      properties: { name: 'Event 01', state: 'new', type: 'Flood', created: '2026-03-02T08:00:00.000Z' },
    },
  ])
  const [patrol] = (await read('/collections/activities/items')).features
  expect(patrol.properties).toMatchObject({ name: 'Patrol', start: '2026-04-01T08:00:00.000Z', end: null })
  const [area] = (await read(`/collections/regions/items?bbox=-122,37,-121.9,37.1`)).features
  expect(area).toMatchObject({ id: river, geometry: { type: 'Polygon' }, properties: { name: 'River' } })
  const contacts = await tokenWith(['events', 'contacts'])
  for (const authorization of [undefined, `Bearer ${contacts}`])
    for (const secret of ['555 0199', 'dana', 'Emily', 'knee', 'Elsewhere'])
      expect(JSON.stringify(await read(events(), authorization))).not.toContain(secret)
})

test('a token works as the password of HTTP Basic, on these addresses alone', async () => {
  expect(await found(events(), basic(token))).toHaveLength(25)
  expect(await found(events(), basic(token, ''))).toHaveLength(25)
  for (const authorization of ['', basic('wrong'), basic(`${token}x`), basic(dana.token), `Basic ${token}`]) {
    const answer = await get('', authorization)
    expect([answer.statusCode, answer.json().code], authorization).toEqual([401, 'apiToken'])
    expect(answer.headers['www-authenticate']).toMatch(/^Basic realm=/)
  }
  const url = `${BASE_PATH}/aoi/filtered`
  const other = await server.app.inject({ method: 'GET', url, headers: { authorization: basic(token) } })
  expect([other.statusCode, other.headers['www-authenticate']]).toEqual([403, undefined])
})

test('scopes and limits of the token decide what it reads', async () => {
  const names = await tokenWith(['configuration'])
  const { collections } = await read('/collections', `Bearer ${names}`)
  expect(collections.map(({ id }: { id: string }) => id)).toEqual(['regions'])
  for (const path of ['/collections/events', '/collections/events/items', `/collections/events/items/${newId()}`])
    expect((await get(path, `Bearer ${names}`)).statusCode, path).toBe(404)
  expect((await get('', `Bearer ${await tokenWith(['readings'])}`)).statusCode).toBe(403)
  const limited = `Bearer ${await tokenWith(['events'], { eventTypes: [fire.id] })}`
  expect(await found(events(), limited)).toHaveLength(5)
  const [flooded] = (await read(events('datetime=2026-03-02T08:00:00Z'))).features
  expect((await get(`/collections/events/items/${flooded.id}`, limited)).statusCode).toBe(404)
})

test('features of another service do not exist', async () => {
  for (const path of [`events/items/${elsewhere}`, `regions/items/${theirs}`, 'events/items/7'])
    expect((await get(`/collections/${path}`)).statusCode, path).toBe(404)
  const other = `Bearer ${await tokenWith(['events'], {}, stranger)}`
  expect(await found(events(), other)).toEqual(['Elsewhere'])
})

test('without a public address, links ignore headers and use the address of the connection', async () => {
  const unnamed = await testServer()
  const service = await addService(unnamed.db, 'Home')
  const technician = await addMember(unnamed.db, service, service.roleId, { type: 'Technician' })
  const { token } = (
    await unnamed.as(technician).post('/tokens', { name: 'QGIS', scopes: ['events'], password: PASSWORD })
  ).json()
  await unnamed.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = unnamed.app.server.address() as AddressInfo
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-host': 'evil.example' }
  for (const path of ['', '/collections', '/collections/events', '/collections/events/items']) {
    const body = await (await fetch(`http://127.0.0.1:${port}${BASE_PATH}/ogc${path}`, { headers })).text()
    const origins = [...body.matchAll(/"href":"(.+?)\/api\//g)].map(([, origin]) => origin)
    expect(new Set(origins), path).toEqual(new Set([`http://127.0.0.1:${port}`]))
  }
})
