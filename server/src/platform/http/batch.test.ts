import { expect, test } from 'vitest'
import {
  addressOf,
  aoiApi,
  type BatchHead,
  backupApi,
  batchApi,
  eventTypeApi,
  OWN_SERVICE,
  settingApi,
  userApi,
} from '#contract'
import { addEventType, reportForm } from '../../testing/events.ts'
import { addMember, addService } from '../../testing/people.ts'
import { testServer } from '../../testing/server.ts'

const server = await testServer()
const home = await addService(server.db, 'Home')
const foreign = await addService(server.db, 'Foreign')
const flood = await addEventType(server.db, home, { name: 'Flood' })
const operator = await addMember(server.db, home, home.roleId, { type: 'Operator' })

const path = (addresses: string[]) =>
  `${batchApi.read.path}?${new URLSearchParams(addresses.map((one): [string, string] => ['get', one]))}`
const readAll = async (addresses: string[]) => {
  const reply = await server.as(operator).get(path(addresses))
  expect(reply.statusCode).toBe(200)
  const lines = reply.payload.trimEnd().split('\n')
  expect(lines).toHaveLength(addresses.length * 2)
  return addresses.map((_, index) => ({
    ...(JSON.parse(lines[index * 2] ?? '') as BatchHead),
    body: JSON.parse(lines[index * 2 + 1] ?? ''),
  }))
}
const typesOf = (service: string) => addressOf(eventTypeApi.ofService, { service })

test('each part is what a request of its own would get, in the order of the question', async () => {
  const addresses = [addressOf(userApi.profile), `${addressOf(aoiApi.filtered)}?limit=2`, addressOf(settingApi.read)]
  const parts = await readAll(addresses)
  for (const [index, address] of addresses.entries()) {
    const alone = await server.as(operator).get(address.replace('/api/cohesion', ''))
    expect(parts[index]).toMatchObject({ address, status: 200, body: alone.json() })
    const hasPosition = 'x-live-position' in alone.headers
    expect('x-live-position' in (parts[index]?.headers ?? {})).toBe(hasPosition)
  }
})

test('a part can be a binary tile of the map, and reports its problem in words', async () => {
  expect((await server.as(operator).send('POST', '/aoi', reportForm(flood))).statusCode).toBe(200)
  const tile = `${addressOf(aoiApi.tile, { z: 0, x: 0, y: 0 })}?type=all`
  const [part, wrong] = await readAll([tile, addressOf(aoiApi.tile, { z: 0, x: 5, y: 0 })])
  const alone = await server.as(operator).get(tile.replace('/api/cohesion', ''))
  expect(alone.rawPayload.length).toBeGreaterThan(0)
  expect(part).toMatchObject({ status: 200, encoding: 'base64', headers: { etag: alone.headers.etag } })
  expect(Buffer.from(part?.body, 'base64')).toEqual(alone.rawPayload)
  expect(wrong).toMatchObject({ status: 404, body: { code: 'notFound' } })
  expect(wrong?.encoding).toBeUndefined()
})

test('the own service need not be known, and no other is read', async () => {
  const [own, other] = await readAll([typesOf(OWN_SERVICE), typesOf(foreign.id)])
  expect(own?.body).toMatchObject([{ name: 'Flood' }])
  expect(other).toMatchObject({ status: 404, body: { code: 'notFound' } })
})

test('a part without its right is refused, and the others are not', async () => {
  const [refused, read] = await readAll([addressOf(backupApi.read), addressOf(userApi.profile)])
  expect([refused?.status, read?.status]).toEqual([403, 200])
})

test.each([
  ['a stream', '/api/cohesion/events'],
  ['a batch', '/api/cohesion/batch?get=/api/cohesion/user/profile'],
  ['a file', '/api/cohesion/files/x'],
  ['a page', '/'],
  ['a way around', `/api/cohesion/service/region/..`],
  ['another host', '//example.org/api/cohesion/user/profile'],
])('%s is no part', async (_, address) => {
  expect((await server.as(operator).get(path([addressOf(userApi.profile), address]))).statusCode).toBe(404)
})

test('without a session there is nothing', async () => {
  expect((await server.anyone.get(path([addressOf(settingApi.read)]))).statusCode).toBe(401)
})

test('parts count at the limit of their session', async () => {
  const limited = await testServer({ COHESION_LIMIT_SESSION: '3' })
  const service = await addService(limited.db, 'Home')
  const member = await addMember(limited.db, service, service.roleId, { type: 'Operator' })
  const reply = await limited.as(member).get(path(Array(4).fill(addressOf(settingApi.read))))
  const heads = reply.payload.split('\n').filter((line) => line.includes('"status"'))
  expect(heads.map((line) => (JSON.parse(line) as BatchHead).status)).toEqual([200, 200, 200, 429])
})
