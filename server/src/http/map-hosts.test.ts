import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { watchMapHosts } from './map-hosts.ts'

let asked = 0
const host = createServer((_request, response) => {
  asked++
  response.end(JSON.stringify({ version: 8, glyphs: 'https://fonts.example.org/{fontstack}', sources: {}, layers: [] }))
}).listen(0, '127.0.0.1')
await once(host, 'listening')
afterAll(() => {
  host.closeAllConnections()
  host.close()
})
const own = `http://127.0.0.1:${(host.address() as AddressInfo).port}`

test('a remote style is not asked in offline mode, and asked when that ends', async () => {
  let offline = true
  const watched = await watchMapHosts({ own, entered: async () => [own], isOffline: async () => offline })
  await watched.refresh()
  expect([asked, watched.hosts()]).toEqual([0, []])
  offline = false
  await watched.refresh()
  expect(asked).toBeGreaterThan(0)
  expect(watched.hosts()).toEqual([own, 'https://fonts.example.org'])
})
