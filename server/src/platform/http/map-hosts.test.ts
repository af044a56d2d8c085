import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { openMapHosts } from './map-hosts.ts'

let requests = 0
const hostileStyle = {
  version: 8,
  sprite: 'https://evil;sandbox/sprite',
  glyphs: 'https://*/{fontstack}',
  sources: { streets: { tiles: ['https://evil,sandbox/{z}', "https://'none'/{z}", 'https://tiles.example.org/{z}'] } },
  layers: [],
}
const host = createServer((request, response) => {
  requests++
  if (request.url === '/hostile.json') return void response.end(JSON.stringify(hostileStyle))
  response.end(JSON.stringify({ version: 8, glyphs: 'https://fonts.example.org/{fontstack}', sources: {}, layers: [] }))
}).listen(0, '127.0.0.1')
await once(host, 'listening')
afterAll(() => {
  host.closeAllConnections()
  host.close()
})
const styleUrl = `http://127.0.0.1:${(host.address() as AddressInfo).port}`

test("the server's style is not requested in offline mode, and once after offline mode has ended", async () => {
  let offline = true
  const map = openMapHosts({ styleUrl, isOffline: async () => offline })
  await map.ensureRead()
  expect([requests, map.hosts()]).toEqual([0, []])
  offline = false
  await Promise.all([map.ensureRead(), map.ensureRead()])
  await map.ensureRead()
  expect(requests).toBe(1)
  expect(map.hosts()).toEqual([styleUrl, 'https://fonts.example.org'])
})

test('only plain origins of a fetched style enter the policy', async () => {
  const map = openMapHosts({ styleUrl: `${styleUrl}/hostile.json`, isOffline: async () => false })
  await map.ensureRead()
  expect(map.hosts()).toEqual([styleUrl, 'https://tiles.example.org'])
})
