import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMember, addService } from '../../testing/people.ts'
import { testServer } from '../../testing/server.ts'

let answer: RequestListener
const geocoder = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1')
await once(geocoder, 'listening')
afterAll(() => {
  geocoder.closeAllConnections()
  geocoder.close()
})

const server = await testServer({ GEOCODER_URL: `http://127.0.0.1:${(geocoder.address() as AddressInfo).port}` })
const home = await addService(server.db, 'Home')
const dana = server.as(await addMember(server.db, home, home.roleId))

const fails: RequestListener = (_request, response) => void response.writeHead(500).end()
const says =
  (value: unknown): RequestListener =>
  (_request, response) =>
    void response.end(JSON.stringify(value))

beforeAll(async () => {
  answer = says({ error: 'Unable to geocode' })
  await dana.get('/places/reverse?lng=0&lat=0')
})

test('the geocoder names a point', async () => {
  answer = says({ display_name: 'City Hall, Oakland', lat: '37.8053', lon: '-122.2725' })
  const reply = await dana.get('/places/reverse?lng=-122.2725&lat=37.8053&language=en')
  expect([reply.statusCode, reply.json()]).toEqual([200, { address: 'City Hall, Oakland' }])
})

test('bundled places answer in the reader’s language when the service fails', async () => {
  answer = fails
  expect((await dana.get('/places/reverse?lng=34.99&lat=32.79&language=he')).json()).toEqual({
    address: 'ליד חיפה, ישראל',
  })
})

test('no place nearby is null, and a failed look-up is an error', async () => {
  answer = says({ error: 'Unable to geocode' })
  expect((await dana.get('/places/reverse?lng=-40&lat=30')).json()).toEqual({ address: null })
  answer = fails
  const failed = await dana.get('/places/reverse?lng=-41&lat=31')
  expect([failed.statusCode, failed.json().code]).toEqual([503, 'unavailable'])
})

test('a place is found by its name, near the map first', async () => {
  answer = says([])
  const found = (await dana.get('/places/search?text=springfield&near=-89.6,39.8')).json()
  expect(found[0]).toEqual({ address: 'Springfield, IL, United States', coordinates: [-89.6437, 39.8017] })
  expect(found).toHaveLength(8)
})

test('no match is an empty list, and a failed search is a different reply', async () => {
  answer = says([])
  expect((await dana.get('/places/search?text=xyzzyq')).json()).toEqual([])
  answer = fails
  expect((await dana.get('/places/search?text=xyzzyqq')).statusCode).toBe(503)
})

test.each([
  '/places/search?text=a',
  '/places/search',
  '/places/search?text=haifa&near=here',
  '/places/reverse?lng=200&lat=0',
])('%s is refused', async (path) => {
  expect((await dana.get(path)).statusCode).toBe(400)
})

test('offline mode uses bundled places until it ends', async () => {
  const owner = server.as(await addMember(server.db, home, home.roleId, { type: 'Technician', isServerOwner: true }))
  let asked = 0
  answer = (request, response) => {
    asked++
    says({ display_name: 'Somebody else’s word', lat: '1', lon: '1' })(request, response)
  }
  await owner.patch('/settings', { offlineMode: true })
  const named = await dana.get('/places/reverse?lng=34.98&lat=32.78&language=en')
  expect(named.json().address).toMatch(/Haifa/)
  expect((await dana.get('/places/search?text=nahariya')).json()[0].address).toMatch(/Nahariy/)
  expect(asked).toBe(0)
  await owner.patch('/settings', { offlineMode: false })
  expect((await dana.get('/places/reverse?lng=34.98&lat=32.78&language=en')).json()).toEqual({
    address: 'Somebody else’s word',
  })
  expect(asked).toBe(1)
})
