import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import { beforeEach, expect, test } from 'vitest'
import { addMember, addService } from '../../testing/people.ts'
import { testServer } from '../../testing/server.ts'
import { registerSecurity } from './security.ts'

const server = await testServer()
const bay = await addService(server.db, 'Bay')
const technician = server.as(await addMember(server.db, bay, bay.roleId, { type: 'Technician' }))

const setStyle = (styleUrl: string) => technician.patch(`/service/${bay.id}/map`, { styleUrl })
const storeStyle = (styleUrl: string) =>
  server.db
    .updateTable('service')
    .set({ map: JSON.stringify({ styleUrl, token: 't'.repeat(43) }) })
    .where('id', '=', bay.id)
    .execute()
const health = () => server.app.inject('/healthz')
const policy = async () => (await health()).headers['content-security-policy']

const plain = await policy()
beforeEach(() => storeStyle(''))

/** Addresses that `URL` accepts or nearly accepts, and that would end, split or widen the policy. */
const hostile = [
  'http://evil;sandbox/style.json',
  'http://evil,sandbox/style.json',
  'https://*/style.json',
  'https://*.example.org/style.json',
  "http://'none'/style.json",
  'http://evil sandbox/style.json',
  'http://evil\u0000/style.json',
  'http://evil.example.org/style\u0007.json',
  'http://evil.example.org/\r\nx: y',
  'http://user:secret@example.org/style.json',
  'http://user@example.org/style.json',
  'http://example.org:65536789/style.json',
  'http://[::1;sandbox]/style.json',
  'http://-/style.json',
  `http://${'a'.repeat(300)}.example.org/style.json`,
  `http://example.org/${'a'.repeat(2000)}`,
]

test.each(hostile)('the map style %j is refused, and every route still works', async (styleUrl) => {
  const answer = await setStyle(styleUrl)
  expect(answer.statusCode).toBe(400)
  expect(Object.keys(answer.json().fields)).toEqual(['styleUrl'])
  expect((await health()).statusCode).toBe(200)
  expect(await policy()).toBe(plain)
})

test.each([
  'https://maps.example.org/style.json?key=a;b,c',
  'http://203.0.113.7:8080/style',
  'https://[2001:db8::1]/style.json',
  'https://xn--4dbcyzi5a.example/style.json',
  'https://מפות.example/סגנון.json',
])('the map style %s is taken', async (styleUrl) => {
  expect((await setStyle(styleUrl)).json()).toMatchObject({ styleUrl })
  expect((await health()).statusCode).toBe(200)
})

test('a hostile style already stored does not harm anyone when the server starts', async () => {
  await storeStyle('http://evil;sandbox/style.json')
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.app.server.address() as AddressInfo
  expect((await server.app.inject(`/api/cohesion/map/${'t'.repeat(43)}/style.json`)).statusCode).toBe(404)
  const answer = await fetch(`http://127.0.0.1:${port}/healthz`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-security-policy')).toBe(plain)
  expect((await technician.get('/user/profile')).json().service.styleUrl).toBeNull()
  expect((await technician.patch(`/service/${bay.id}/map`, { styleUrl: '' })).statusCode).toBe(200)
})

test('a host that would end or widen the policy is left out, wherever it comes from', async () => {
  const app = fastify()
  const mapHosts = () => ['http://a;sandbox', 'https://*', 'https://tiles.example.org']
  await registerSecurity(app, { mapHosts, isSecure: false, inline: [] })
  app.get('/', async () => 'here')
  const { statusCode, headers } = await app.inject('/')
  const [connect] = /connect-src [^;]*/.exec(String(headers['content-security-policy'])) ?? []
  expect([statusCode, connect]).toEqual([200, "connect-src 'self' https://tiles.example.org"])
})
