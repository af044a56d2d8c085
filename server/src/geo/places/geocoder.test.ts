import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openGeocoder } from './geocoder.ts'
import { openPlaces } from './places.ts'

const cityHall = {
  display_name: '1, Frank H. Ogawa Plaza, Oakland, California, United States',
  lat: '37.8053',
  lon: '-122.2725',
}
const openSea: [number, number] = [-40, 30]
const oakland: [number, number] = [-122.2711, 37.8044]

type Answer = (request: IncomingMessage, response: ServerResponse) => void
const json =
  (value: unknown, status = 200): Answer =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))

let answer: Answer
let requests: { url: URL; headers: IncomingMessage['headers'] }[]
const warnings: object[] = []
const log = { warn: (details: object) => void warnings.push(details) }

const server = createServer((request, response) => {
  requests.push({ url: new URL(request.url ?? '', 'http://geocoder'), headers: request.headers })
  answer(request, response)
}).listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

beforeEach(() => {
  requests = []
  warnings.length = 0
})

describe('the geocoder', () => {
  test("looks up an address in the reader's language", async () => {
    answer = json(cityHall)
    const address = await openGeocoder({ url: origin, log }).addressOf(oakland, 'he')
    expect(address).toBe(cityHall.display_name)
    const [{ url, headers } = requests[0]!] = requests
    expect(url.pathname).toBe('/reverse')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      format: 'jsonv2',
      lat: '37.8044',
      lon: '-122.2711',
      'accept-language': 'he',
    })
    expect(headers['user-agent']).toMatch(/^Cohesion\/\d/)
  })

  test('finds places, those near the map first', async () => {
    answer = json([cityHall, { ...cityHall, display_name: 'Oakland, New Jersey', lat: '41.01', lon: '-74.26' }])
    const options = { language: 'en', near: oakland, limit: 5 } as const
    const found = await openGeocoder({ url: origin, log }).search('city hall & co?', options)
    expect(found).toEqual([
      { address: cityHall.display_name, coordinates: [-122.2725, 37.8053] },
      { address: 'Oakland, New Jersey', coordinates: [-74.26, 41.01] },
    ])
    expect(Object.fromEntries(requests[0]!.url.searchParams)).toEqual({
      format: 'jsonv2',
      q: 'city hall & co?',
      limit: '5',
      'accept-language': 'en',
      viewbox: '-123.3,38.8,-121.3,36.8',
    })
  })

  test('keeps the path, the key and the password that the operator gave', async () => {
    answer = json(cityHall)
    const url = `${origin.replace('//', '//geo:p%40ss@')}/nominatim/?key=k1&zoom=16`
    await openGeocoder({ url, log }).addressOf(oakland, 'en')
    expect(requests[0]?.url.pathname).toBe('/nominatim/reverse')
    expect(Object.fromEntries(requests[0]!.url.searchParams)).toMatchObject({ key: 'k1', zoom: '16', lat: '37.8044' })
    expect(requests[0]?.headers.authorization).toBe(`Basic ${Buffer.from('geo:p@ss').toString('base64')}`)
  })

  test('caches identical look-ups', async () => {
    answer = json(cityHall)
    const geocoder = openGeocoder({ url: origin, log })
    await Promise.all([geocoder.addressOf(oakland, 'en'), geocoder.addressOf(oakland, 'en')])
    await geocoder.addressOf([-122.2711001, 37.8044001], 'en')
    expect(requests).toHaveLength(1)
    await geocoder.addressOf(oakland, 'he')
    expect(requests).toHaveLength(2)
  })

  test('limits concurrent look-ups', async () => {
    let open = 0
    let most = 0
    const waiting: (() => void)[] = []
    answer = (request, response) => {
      most = Math.max(most, ++open)
      waiting.push(() => {
        open--
        json(cityHall)(request, response)
      })
      if (waiting.length === 4) for (const finish of waiting.splice(0)) finish()
    }
    const geocoder = openGeocoder({ url: origin, log })
    await Promise.all(Array.from({ length: 12 }, (_, i) => geocoder.addressOf([i, i], 'en')))
    expect([requests.length, most]).toEqual([12, 4])
  })

  test.each([
    ['with 200', json({ error: 'Unable to geocode' })],
    ['with 404', json({ error: 'Unable to geocode' }, 404)],
  ])('may know nothing, and say so %s', async (_how, nothing) => {
    answer = nothing
    const geocoder = openGeocoder({ url: origin, log })
    expect(await geocoder.addressOf(openSea, 'en')).toBeNull()
    expect(await geocoder.search('nowhere', { language: 'en', limit: 5 })).toEqual([])
  })

  test.each<[string, Answer]>([
    ['an error', json({ message: 'no' }, 500)],
    ['too many requests', json({ error: 'slow down' }, 429)],
    ['a page', (_request, response) => void response.end('<html>')],
    ['a page that is not there', (_request, response) => void response.writeHead(404).end('<html>')],
    ['something else', json({ hello: 'world' })],
    ['a point that is none', json({ ...cityHall, lat: '95' })],
    ['a broken connection', (_request, response) => void response.destroy()],
    ['far too much', (_request, response) => void response.end(Buffer.alloc(1_100_000, ' '))],
    [
      'a way to somewhere private',
      (_request, response) => void response.writeHead(302, { location: 'http://127.0.0.2/' }).end(),
    ],
  ])('fails by answering %s', async (_kind, broken) => {
    answer = broken
    await expect(openGeocoder({ url: origin, log }).addressOf(oakland, 'en')).rejects.toThrow()
    expect(warnings).toHaveLength(1)
    expect(JSON.stringify(warnings)).not.toContain('37.8')
  })

  test('gets no requests for a while after repeated failures', async () => {
    let time = 0
    answer = json({}, 500)
    const geocoder = openGeocoder({ url: origin, log, now: () => time })
    const ask = () => geocoder.addressOf(oakland, 'en').catch(() => 'failed')
    for (let n = 0; n < 5; n++) expect(await ask()).toBe('failed')
    expect(requests).toHaveLength(3)
    answer = json(cityHall)
    time = 29_999
    expect(await ask()).toBe('failed')
    time = 30_000
    expect(await ask()).toBe(cityHall.display_name)
    expect(requests).toHaveLength(4)
  })

  test('an occasional failure does not stop it', async () => {
    const geocoder = openGeocoder({ url: origin, log })
    for (let n = 0; n < 6; n++) {
      answer = n % 2 ? json(cityHall) : json({}, 500)
      await geocoder.addressOf([n, n], 'en').catch(() => {})
    }
    expect(requests).toHaveLength(6)
  })
})

describe('places with a geocoder', { timeout: 60_000 }, () => {
  test('use its results', async () => {
    const places = openPlaces({ geocoderUrl: origin, log })
    answer = json(cityHall)
    expect(await places.addressOf(oakland, 'en')).toEqual({ address: cityHall.display_name, hasFailed: false })
    answer = json([cityHall])
    expect((await places.search('city hall', { language: 'en' })).places).toHaveLength(1)
    answer = json(cityHall)
    expect(await places.search('37.8053, -122.2725', { language: 'en' })).toEqual({
      places: [{ address: cityHall.display_name, coordinates: [-122.2725, 37.8053] }],
      hasFailed: false,
    })
  })

  test('prefer it to the server’s streets, which are used when it fails', async () => {
    const streets = {
      addressOf: async () => '10 Main Street, Oakland',
      search: async () => [{ address: 'Main Street, Oakland', coordinates: oakland }],
    }
    answer = json(cityHall)
    const places = openPlaces({ geocoderUrl: origin, streets, log })
    expect((await places.addressOf(oakland, 'en')).address).toBe(cityHall.display_name)
    answer = (_request, response) => void response.writeHead(500).end()
    const other = openPlaces({ geocoderUrl: origin, streets, log })
    expect((await other.addressOf(oakland, 'en')).address).toBe('10 Main Street, Oakland')
    expect((await other.search('main', { language: 'en' })).places[0]?.address).toBe('Main Street, Oakland')
  })

  test('fall back to the bundled ones if it fails or finds nothing', async () => {
    for (const broken of [json({}, 500), json({ error: 'Unable to geocode' })]) {
      answer = broken
      const places = openPlaces({ geocoderUrl: origin, log })
      const near = { address: 'near Oakland, United States', hasFailed: false }
      expect(await places.addressOf(oakland, 'en')).toEqual(near)
      const { places: found, hasFailed } = await places.search('haifa', { language: 'he' })
      expect([found[0]?.address, hasFailed]).toEqual(['חיפה, ישראל', false])
    }
  })

  test('distinguishes a failure from an empty result', async () => {
    const places = openPlaces({ geocoderUrl: origin, log })
    answer = json({ error: 'Unable to geocode' })
    expect(await places.addressOf(openSea, 'en')).toEqual({ address: null, hasFailed: false })
    expect(await places.search('xyzzyq', { language: 'en' })).toEqual({ places: [], hasFailed: false })
    answer = json({}, 500)
    expect(await places.addressOf([-41, 31], 'en')).toEqual({ address: null, hasFailed: true })
    expect(await places.search('xyzzyqq', { language: 'en' })).toEqual({ places: [], hasFailed: true })
  })

  test('a host without a listener is a failure too', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const { port } = closed.address() as AddressInfo
    closed.close()
    await once(closed, 'close')
    const places = openPlaces({ geocoderUrl: `http://127.0.0.1:${port}`, log })
    expect(await places.addressOf(openSea, 'en')).toEqual({ address: null, hasFailed: true })
    expect((await places.addressOf(oakland, 'en')).address).toBe('near Oakland, United States')
  })
})
