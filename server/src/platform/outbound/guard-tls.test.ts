import { once } from 'node:events'
import { createServer as createHttp } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, expect, test } from 'vitest'
import { testTls } from '../../testing/tls.ts'
import { guardOn } from './guard.ts'

setDefaultCACertificates([...getCACertificates('default'), testTls.cert.toString()])
const { guardedFetch } = guardOn({
  isAllowed: () => true,
  resolve: async () => [{ address: '127.0.0.1', family: 4 }],
})

const portOf = async (server: Server) => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  afterAll(() => new Promise((closed) => server.close(closed)))
  return (server.address() as AddressInfo).port
}
const seen: string[] = []
const plain = `http://localhost:${await portOf(
  createHttp((request, response) => {
    seen.push(request.url ?? '')
    response.end('plain')
  }),
)}`
const secure = `https://localhost:${await portOf(
  createServer(testTls, (request, response) => {
    if (request.url === '/moved') response.writeHead(301, { location: `${plain}/moved` })
    if (request.url === '/away') response.writeHead(302, { location: '/here' })
    response.end('secure')
  }),
)}`

test('a request that demands TLS follows no redirect to plain http', async () => {
  const fetched = await guardedFetch(`${secure}/away`, { isTlsOnly: true })
  expect([fetched.body.toString(), fetched.url]).toEqual(['secure', `${secure}/here`])
  await expect(guardedFetch(`${secure}/moved`, { isTlsOnly: true })).rejects.toMatchObject({ reason: 'scheme' })
  await expect(guardedFetch(`${plain}/`, { isTlsOnly: true })).rejects.toMatchObject({ reason: 'scheme' })
  expect(seen).toEqual([])
  expect((await guardedFetch(`${secure}/moved`)).body.toString()).toBe('plain')
})
