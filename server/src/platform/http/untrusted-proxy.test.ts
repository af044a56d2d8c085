import { expect, test, vi } from 'vitest'
import { testServer } from '../../testing/server.ts'

const forwarded = { headers: { 'x-forwarded-for': '203.0.113.7' } }

const openServer = async (environment: Record<string, string>) => {
  const { app, anyone } = await testServer(environment)
  const warn = vi.spyOn(app.log, 'warn')
  return { anyone, warnings: () => warn.mock.calls.map(([, text]) => String(text)) }
}

const direct = await openServer({ COHESION_LIMIT_NETWORK: '2' })
const proxied = await openServer({ COHESION_TRUST_PROXY: 'loopback' })

test('an untrusted proxy is named in the log once', async () => {
  const { anyone, warnings } = direct
  await anyone.send('GET', '/settings')
  expect(warnings()).toEqual([])
  for (let n = 0; n < 3; n++) await anyone.send('GET', '/settings', forwarded)
  expect(warnings()).toEqual([expect.stringContaining('COHESION_TRUST_PROXY')])
})

test('a trusted proxy causes no warning', async () => {
  const { anyone, warnings } = proxied
  await anyone.send('GET', '/settings', forwarded)
  expect(warnings()).toEqual([])
})
