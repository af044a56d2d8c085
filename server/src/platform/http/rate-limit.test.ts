import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { INGEST_KEY_HEADER, type Problem } from '#contract'
import { addMember, addService } from '../../testing/people.ts'
import { testServer } from '../../testing/server.ts'
import { hashPassword } from '../secret/passwords.ts'
import { openLimitNotices } from './limit-notices.ts'
import { openRequestLimits } from './rate-limit.ts'

describe('a bucket', () => {
  const limits = { network: 60, session: 0, strangers: 60, key: 60 }
  const at = (clock: { ms: number }) => openRequestLimits(limits, () => clock.ms)
  const refusalOf = (work: () => void): number | undefined => {
    try {
      work()
      return undefined
    } catch (error) {
      return (error as Problem).retryAfterSeconds
    }
  }

  test('allows a minute’s worth at once, then its refill rate', () => {
    const clock = { ms: 0 }
    const { take } = at(clock)
    for (let n = 0; n < 60; n++) take('network', 'a')
    expect(refusalOf(() => take('network', 'a'))).toBe(1)
    expect(refusalOf(() => take('network', 'a', 5))).toBe(5)
    clock.ms = 5000
    take('network', 'a', 5)
    expect(refusalOf(() => take('network', 'a'))).toBe(1)
  })

  test('is separate for each caller and each limit', () => {
    const { take } = at({ ms: 0 })
    take('network', 'a', 60)
    take('network', 'b', 60)
    take('strangers', 'a', 60)
    expect(refusalOf(() => take('strangers', 'a'))).toBe(1)
  })

  test('of 0 is unlimited', () => {
    const { take } = at({ ms: 0 })
    for (let n = 0; n < 1000; n++) take('session', 'a')
  })

  const serversAt = (clock: { ms: number }, count: number) => {
    const servers = Array.from({ length: count }, () => {
      const counts = at(clock)
      return { ...counts, notices: openLimitNotices(counts) }
    })
    const said: string[] = []
    const tell = () => {
      const texts = servers.flatMap(({ notices }) => notices.write())
      said.push(...texts)
      for (const text of texts) for (const { notices } of servers) notices.read(text)
    }
    return { servers, said, tell }
  }

  test('counts what other servers allowed, so all servers share one limit', () => {
    const clock = { ms: 0 }
    const { servers, tell } = serversAt(clock, 3)
    const ask = (count: number) => {
      let allowed = 0
      for (let n = 0; n < count; n++) if (refusalOf(() => servers[n % 3]?.take('network', 'a')) === undefined) allowed++
      tell()
      return allowed
    }
    expect([ask(30), ask(30), ask(30)]).toEqual([30, 30, 0])
    let allowed = 0
    for (; clock.ms < 60_000; clock.ms += 250) allowed += ask(6)
    expect(allowed).toBeGreaterThan(55)
    // Servers exceed the limit of 60 by requests that they have allowed and not yet published.
    expect(allowed).toBeLessThan(67)
  })

  test('an overdrawn limit is full again after two minutes', () => {
    const clock = { ms: 0 }
    const { servers, tell } = serversAt(clock, 4)
    for (const { take } of servers) take('network', 'a', 60)
    tell()
    const [{ take } = at(clock)] = servers
    expect(refusalOf(() => take('network', 'a'))).toBe(61)
    clock.ms = 120_000
    take('network', 'a', 60)
  })

  test('is complete for a caller whom a proxy keeps on one server', () => {
    const clock = { ms: 0 }
    const { servers, tell } = serversAt(clock, 2)
    const [{ take } = at(clock)] = servers
    for (let n = 0; n < 60; n++) {
      take('network', 'a')
      tell()
    }
    expect(refusalOf(() => take('network', 'a'))).toBe(1)
  })

  test('notifies others only after heavy use, and without names', () => {
    const clock = { ms: 0 }
    const { servers, said, tell } = serversAt(clock, 2)
    const [{ take } = at(clock)] = servers
    for (; clock.ms < 600_000; clock.ms += 40_000) {
      take('network', '192.0.2.7')
      tell()
    }
    expect(said).toEqual([])
    for (let n = 0; n < 3; n++) take('network', '192.0.2.7')
    tell()
    expect(said).toHaveLength(1)
    expect(said[0]).toMatch(/"network [\w-]{22}":\d/)
    expect(said[0]).not.toContain('192.0.2.7')
  })

  test("sends notices within PostgreSQL's size limit", () => {
    const { servers, said, tell } = serversAt({ ms: 0 }, 2)
    const [one, other] = servers
    for (let n = 0; n < 1000; n++) one?.take('strangers', `caller ${n}`, 60)
    tell()
    expect(Math.max(...said.map((text) => Buffer.byteLength(text)))).toBeLessThan(8000)
    for (let n = 0; n < 1000; n++) expect(refusalOf(() => other?.take('strangers', `caller ${n}`))).toBe(1)
  })
})

const limited = {
  COHESION_TRUST_PROXY: 'loopback',
  COHESION_LIMIT_NETWORK: '200',
  COHESION_LIMIT_SESSION: '20',
  COHESION_LIMIT_STRANGERS: '10',
  COHESION_LIMIT_KEY: '5',
}
// The test's clock stands still, because on a slow machine the limits would refill between requests.
const password = 'correct horse battery'
const server = await testServer(limited, { now: () => 0 })
const home = await addService(server.db, 'Home')

const from = (address: string, token?: string, path = '/settings') =>
  server.anyone.send('GET', path, {
    headers: { 'x-forwarded-for': address, ...(token && { authorization: `Bearer ${token}` }) },
  })
const times = async (count: number, ask: () => ReturnType<typeof from>) => {
  const statuses = []
  for (let n = 0; n < count; n++) statuses.push((await ask()).statusCode)
  return statuses.filter((status) => status === 429).length
}

test('strangers of one network share a limit, which does not affect members', async () => {
  const dana = await addMember(server.db, home, home.roleId)
  expect(await times(14, () => from('10.1.0.1'))).toBe(4)
  const refused = await from('10.1.0.1')
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'tooManyRequests'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await from('10.1.0.1', dana.token)).statusCode).toBe(200)
  expect((await from('10.1.0.2')).statusCode).toBe(200)
})

const signIn = (username: string, address: string, secret = password, cookie = '') =>
  server.anyone.send('POST', '/auth/login', {
    headers: { 'x-forwarded-for': address, cookie },
    payload: { username, password: secret },
  })

test('a second person behind a flooding address can sign in, and a known device always can', async () => {
  const passwordHash = await hashPassword(password)
  for (const username of ['rami', 'yael']) await addMember(server.db, home, home.roleId, { username, passwordHash })
  const first = await signIn('rami', '10.6.0.1')
  const device = String(first.headers['set-cookie']).split(';')[0]
  // Pages and requests without a session use up the budgets of the network and of strangers.
  expect(await times(210, () => from('10.6.0.1'))).toBeGreaterThan(100)
  expect((await from('10.6.0.1')).statusCode).toBe(429)
  expect((await signIn('yael', '10.6.0.1')).statusCode).toBe(200)
  for (let n = 0; n < 8; n++) await signIn('rami', '10.6.0.1', 'wrong one')
  expect((await signIn('yael', '10.6.0.1')).statusCode).toBe(429)
  expect((await signIn('yael', '10.6.0.1', password, 'cohesion-device=nobody')).statusCode).toBe(429)
  expect((await signIn('rami', '10.6.0.1', password, device)).statusCode).toBe(200)
})

test('tokens beyond the limit of wrong ones are not looked up, and known sessions continue', async () => {
  const lea = await addMember(server.db, home, home.roleId)
  const noam = await addMember(server.db, home, home.roleId)
  expect((await from('10.7.0.1', lea.token, '/user/profile')).statusCode).toBe(200)
  await times(10, () => from('10.7.0.1', 'nobody', '/user/profile'))
  let acquired = 0
  const count = () => acquired++
  server.pool.on('acquire', count)
  expect(await times(20, () => from('10.7.0.1', 'nobody', '/user/profile'))).toBe(20)
  server.pool.off('acquire', count)
  // Jobs of the server take a few connections too.
  expect(acquired).toBeLessThan(10)
  expect((await from('10.7.0.1', lea.token, '/user/profile')).statusCode).toBe(200)
  expect((await from('10.7.0.2', noam.token, '/user/profile')).statusCode).toBe(200)
})

test('a session has one limit over all addresses, and another member has its own', async () => {
  const noa = await addMember(server.db, home, home.roleId)
  const omer = await addMember(server.db, home, home.roleId)
  let n = 0
  expect(await times(25, () => from(`10.2.0.${n++}`, noa.token))).toBe(5)
  expect((await from('10.2.0.1', omer.token)).statusCode).toBe(200)
})

test('unknown tokens count as strangers before they are looked up', async () => {
  expect(await times(14, () => from('10.3.0.1', 'nobody', '/user/profile'))).toBe(4)
})

test('a network has a limit for everything, including pages', async () => {
  const ask = async () =>
    (await server.app.inject({ url: '/nowhere', headers: { 'x-forwarded-for': '10.4.0.1' } })).statusCode
  let asked = 0
  while (asked < 450 && (await ask()) !== 429) asked++
  expect(asked).toBe(200)
})

test('searches and uploads cost more than other calls', async () => {
  const lior = await addMember(server.db, home, home.roleId)
  const tal = await addMember(server.db, home, home.roleId)
  expect(await times(8, () => from('10.5.0.1', lior.token, '/aoi/filtered'))).toBe(2)
  const upload = () => {
    const payload = new FormData()
    payload.set('file', new Blob(['no picture']), 'photo.png')
    const headers = { 'x-forwarded-for': '10.5.0.1', authorization: `Bearer ${tal.token}` }
    return server.anyone.send('POST', '/user/profile-photo', { headers, payload })
  }
  expect(await times(6, upload)).toBe(2)
})

test('a gateway has its own limit, whatever its address', async () => {
  const technician = await addMember(server.db, home, home.roleId, { type: 'Technician' })
  const { key } = (
    await server.as(technician).send('POST', '/sensors/ingest-keys', { payload: { name: 'Roof' } })
  ).json()
  let n = 0
  const ingest = () =>
    server.anyone.send('POST', '/sensors/ingest', {
      headers: { 'x-forwarded-for': `10.6.0.${n++}`, [INGEST_KEY_HEADER]: key },
      payload: [],
    })
  expect(await times(8, ingest)).toBe(3)
})

test('map tiles cost little, so a team behind one address can move its maps', async () => {
  const tile = `/map/${'a'.repeat(40)}/tiles/streets/3/1/1`
  expect(await times(150, () => from('10.7.0.1', undefined, tile))).toBe(0)
})

test('servers share a limit', async () => {
  const other = await server.openSecond()
  const address = { 'x-forwarded-for': '10.8.0.1' }
  const ask = async (on: Pick<typeof other, 'anyone'>) =>
    (await on.anyone.send('GET', '/nowhere', { headers: address })).statusCode
  for (let n = 0; n < 200; n++) expect(await ask(server)).toBe(404)
  let allowed = 0
  // Without notices, the other server would allow all 200 requests.
  for (; (await ask(other)) !== 429; allowed++) await pause(20)
  expect(allowed).toBeLessThan(150)
})
