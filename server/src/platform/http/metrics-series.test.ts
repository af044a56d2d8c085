import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { allEndpoints, BASE_PATH, deliveryChannels } from '#contract'
import { testServer } from '../../testing/server.ts'
import { enqueue } from '../delivery/queue.ts'

const SERVICES = 1_000
const MOST_SERIES = 2_500

const endpoints = allEndpoints.map(({ endpoint }) => endpoint)

const seriesIn = (text: string) => text.split('\n').filter((line) => line && !line.startsWith('#'))

test('all routes, channels and 1,000 services stay below 2,500 series', async () => {
  const server = await testServer()
  const { port } = await server.app
    .listen({ port: 0, host: '127.0.0.1' })
    .then(() => server.app.server.address() as AddressInfo)
  await server.pool.query(
    `insert into service (id, title) select gen_random_uuid(), 'Service ' || n from generate_series(1, $1) n`,
    [SERVICES],
  )
  for (const channel of deliveryChannels) await enqueue(server.db, [{ channel, kind: 'test', payload: {} }])
  // Refused requests count too, and Fastify adds a HEAD route to each GET route.
  for (const { method, path } of endpoints) {
    const url = BASE_PATH + path.replaceAll(/:\w+/g, 'x')
    await server.app.inject({ method, url })
    if (method === 'GET') await server.app.inject({ method: 'HEAD', url })
  }
  for (const path of ['/', '/login', '/healthz', '/readyz', '/metrics', '/no/such/path'])
    await server.app.inject({ method: 'GET', url: path })
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const routes = new Set([...text.matchAll(/request_seconds_count\{method="\w+",route="([^"]+)"/g)].map(([, at]) => at))
  expect(routes.size).toBeGreaterThan(new Set(endpoints.map(({ path }) => path)).size * 0.95)
  expect(seriesIn(text).length).toBeLessThanOrEqual(MOST_SERIES)
})
