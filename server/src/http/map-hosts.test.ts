import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { openMapHosts } from './map-hosts.ts'

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
const styleUrl = `http://127.0.0.1:${(host.address() as AddressInfo).port}`

test("the server's style is not asked for in offline mode, and once when that has ended", async () => {
  let offline = true
  const map = openMapHosts({ styleUrl, isOffline: async () => offline })
  await map.ensureRead()
  expect([asked, map.hosts()]).toEqual([0, []])
  offline = false
  await Promise.all([map.ensureRead(), map.ensureRead()])
  await map.ensureRead()
  expect(asked).toBe(1)
  expect(map.hosts()).toEqual([styleUrl, 'https://fonts.example.org'])
})
