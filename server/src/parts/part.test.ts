import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { openHttpServer } from '../platform/http/http-server.ts'
import { openMapHosts } from '../platform/http/map-hosts.ts'
import { clientLimits } from '../platform/http/slow-clients.ts'
import { attachParts, type Part } from './part.ts'

const bareServer = () =>
  openHttpServer({
    logLevel: 'silent',
    trustProxy: false,
    tls: undefined,
    isSecure: false,
    clientLimits,
    takeRequests: () => {},
    mapHosts: openMapHosts({ styleUrl: undefined, isOffline: async () => false }),
    inlineScripts: { put: (html) => html, sources: [] },
  })

test('parts start in order, are notified before the last request ends, and stop in reverse', async () => {
  const heard: string[] = []
  const request = Promise.withResolvers<void>()
  const isUnderWay = Promise.withResolvers<void>()
  const isClosing = Promise.withResolvers<void>()
  const part = (name: string): Part => ({
    onListen: () => void heard.push(`${name} listens`),
    onClosing: () => void heard.push(`${name} is closing`),
    stop: async () => void heard.push(`${name} stopped`),
  })
  const app = await bareServer()
  app.get('/slow', async () => {
    isUnderWay.resolve()
    await request.promise
    heard.push('request ended')
    return {}
  })
  attachParts(app, [part('first'), undefined, {}, part('last'), { onClosing: isClosing.resolve }])
  await app.listen({ port: 0, host: '127.0.0.1' })
  const answer = fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/slow`)
  await isUnderWay.promise
  const closed = app.close()
  await isClosing.promise
  request.resolve()
  expect((await answer).status).toBe(200)
  await closed
  expect(heard).toEqual([
    'first listens',
    'last listens',
    'first is closing',
    'last is closing',
    'request ended',
    'last stopped',
    'first stopped',
  ])
})
