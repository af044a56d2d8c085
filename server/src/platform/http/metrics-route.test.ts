import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { noteGood } from '../../operations/backup/queries.ts'
import { addMember, addService } from '../../testing/people.ts'
import { testServer } from '../../testing/server.ts'
import { enqueue } from '../delivery/queue.ts'

const TOKEN = 'a-token-of-the-operator'

/** Requests over a real socket, because the server decides by the connection whether a request is local. */
const read = (port: number, path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; text: string; headers: NodeJS.Dict<string | string[]> }>((resolve, reject) => {
    request({ port, path, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        text += part
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text, headers: response.headers }))
    })
      .on('error', reject)
      .end()
  })

const listen = async (environment: Record<string, string> = {}) => {
  const server = await testServer(environment)
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  return { ...server, port: (server.app.server.address() as AddressInfo).port }
}

describe('without a token', async () => {
  const server = await listen()
  const bay = await addService(server.db, 'Bay')
  const member = await addMember(server.db, bay, bay.roleId)

  test('this machine reads requests by route, problems by code and the state of the parts', async () => {
    await server.as(member).get('/user/profile')
    await server.anyone.get('/user/profile')
    const { status, text, headers } = await read(server.port, '/metrics')
    expect(status).toBe(200)
    expect(headers['content-type']).toContain('text/plain')
    expect(text).toContain('cohesion_http_request_seconds_count{method="GET",route="/api/cohesion/user/profile"} 2')
    expect(text).toContain('cohesion_http_answers_total{status="4xx"} 1')
    expect(text).toContain('cohesion_problems_total{code="signedOut"} 1')
    expect(text).toMatch(/^cohesion_pool_connections \d+$/m)
    expect(text).toMatch(/^cohesion_outbox_lag_seconds \d/m)
    await enqueue(server.db, [{ channel: 'carrier', kind: 'letter', payload: {} }])
    const queued = async () => (await read(server.port, '/metrics')).text
    await expect.poll(queued).toMatch(/^cohesion_deliveries_waiting\{channel="carrier"\} 1$/m)
    expect(await queued()).toMatch(/^cohesion_delivery_lag_seconds\{channel="carrier"\} \d/m)
  })

  test('every line is valid Prometheus text, and unknown paths create no series', async () => {
    for (let number = 0; number < 50; number++) await read(server.port, `/no/such/path/${number}`)
    const { text } = await read(server.port, '/metrics')
    const lines = text.split('\n').filter((line) => line && !line.startsWith('#'))
    const wrong = lines.filter((line) => !/^[a-z_]\w*(\{(\w+="[^"]*",?)+\})? (NaN|[+-]?(Inf|[\d.e+-]+))$/i.test(line))
    expect(wrong).toEqual([])
    expect(text).not.toContain('/no/such/path')
    const gauges = [...text.matchAll(/^# TYPE (\w+) gauge$/gm)].map(([, name]) => name)
    expect(gauges.filter((name) => name?.endsWith('_total'))).toEqual([])
  })

  test('a proxied request does not count as local', async () => {
    expect((await read(server.port, '/metrics', { 'x-forwarded-for': '127.0.0.1' })).status).toBe(404)
    expect((await read(server.port, '/metrics', { forwarded: 'for=127.0.0.1' })).status).toBe(404)
  })
})

test('metrics contain the age of the last good backup, and whether the last one failed', async () => {
  const { port } = await listen()
  const before = (await read(port, '/metrics')).text
  expect(before).not.toMatch(/^cohesion_backup_age_seconds/m)
  expect(before).toMatch(/^cohesion_backup_failed 0$/m)

  const away = await listen({ COHESION_BACKUP_TO: '/dev/null/backups' })
  await noteGood(away.db, 'cohesion-nightly-1.tar.zst')
  const text = (await read(away.port, '/metrics')).text
  expect(text).toMatch(/^cohesion_backup_age_seconds \d/m)
  expect(text).toMatch(/^cohesion_backup_failed 1$/m)
})

test('a failure names the id of its request', async () => {
  const server = await testServer()
  await server.pool.query('alter table member rename to member_elsewhere')
  const answer = await server.anyone.post('/auth/login', { username: 'dana', password: 'a-long-password' })
  expect(answer.json()).toMatchObject({ statusCode: 500, requestId: expect.stringMatching(/^[0-9a-f]{8}$/) })
})

test('with a token, requires it from every address', async () => {
  const { port } = await listen({ COHESION_METRICS_TOKEN: TOKEN })
  const status = async (authorization?: string) =>
    (await read(port, '/metrics', authorization ? { authorization } : {})).status
  expect(await status()).toBe(404)
  expect(await status('Bearer another-token-of-nobody')).toBe(404)
  expect(await status(`Bearer ${TOKEN}`)).toBe(200)
})
