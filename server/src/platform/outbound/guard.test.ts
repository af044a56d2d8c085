import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { checkUrl, guardedFetch, guardOn, type Resolve } from './guard.ts'
import { OutboundError } from './target.ts'

/** In these tests 127.0.0.1 is the public Internet and 127.0.0.2 a neighbouring machine. */
const PUBLIC = '127.0.0.1'
const PRIVATE = '127.0.0.2'
const isAllowed = (address: string) => address === PUBLIC

const startServer = async (host: string, listener: RequestListener) => {
  const server = createServer(listener).listen(0, host)
  await once(server, 'listening')
  afterAll(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return (server.address() as AddressInfo).port
}

const names = (addresses: Record<string, string[]>): Resolve => {
  return async (host) => (addresses[host] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
}
const world = guardOn({ isAllowed, resolve: names({ 'web.test': [PUBLIC], 'inside.test': [PRIVATE] }) })

const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'fetched',
    (error: unknown) => (error instanceof OutboundError ? error.reason : String(error)),
  )

const seenInside: string[] = []
const inside = await startServer(PRIVATE, (request, response) => {
  seenInside.push(request.url ?? '')
  response.end('secret')
})

const seen: { method?: string; url?: string; headers: Record<string, unknown>; body: string }[] = []
const port = await startServer(PUBLIC, async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  seen.push({ method: request.method, url: request.url, headers: request.headers, body })
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://web.test')
  if (request.method === 'HEAD' && searchParams.has('no-head')) {
    response.writeHead(405).end()
  } else if (pathname === '/redirect') {
    const status = Number(searchParams.get('status') ?? 302)
    response.writeHead(status, { location: searchParams.get('to') ?? '', 'set-cookie': 'a=b' }).end()
  } else if (pathname === '/large') {
    response.end(Buffer.alloc(5000))
  } else if (pathname === '/endless' && request.method === 'GET') {
    const pour = () => {
      while (!response.destroyed && response.write(Buffer.alloc(10_000)));
    }
    response.on('drain', pour)
    pour()
  } else if (pathname === '/slow-head') {
    // The server never replies.
  } else if (pathname === '/slow-body') {
    response.write('first, and then nothing')
  } else if (pathname === '/breaks-on-head') {
    if (request.method === 'HEAD') response.destroy()
    else response.end('here')
  } else if (pathname.startsWith('/status/')) {
    response.writeHead(Number(pathname.slice(8))).end()
  } else {
    response.setHeader('x-path', pathname)
    response.end('hello')
  }
})
const web = `http://web.test:${port}`
const redirectTo = (to: string, status = 302) => `${web}/redirect?status=${status}&to=${encodeURIComponent(to)}`

describe('before anything is resolved', () => {
  test.each([
    ['file:///etc/passwd', 'scheme'],
    ['ftp://example.org/', 'scheme'],
    ['gopher://example.org:70/', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['data:text/plain,hello', 'scheme'],
    ['unix:/run/docker.sock', 'scheme'],
    ['not an address', 'url'],
    ['http://', 'url'],
    ['http://1.2.3.4.5/', 'url'],
    ['http://example.org@127.0.0.1/', 'credentials'],
    ['http://user:secret@example.org/', 'credentials'],
    ['http://example.org:80@10.0.0.1/', 'credentials'],
    ['http://example.org:0/', 'port'],
    ['http://example.org:22/', 'port'],
    ['http://example.org:25/', 'port'],
    ['https://example.org:6667/', 'port'],
  ])('%s is refused', async (address, reason) => {
    expect(await reasonOf(guardedFetch(address))).toBe(reason)
  })

  test.each([
    ['loopback', 'http://127.0.0.1/', 'http://[::1]/', 'https://127.8.9.10:8443/'],
    ['decimal', 'http://2130706433/', 'http://2852039166/latest/meta-data/'],
    ['octal', 'http://0177.0.0.1/', 'http://017700000001/', 'http://012.0.0.1/'],
    ['hexadecimal', 'http://0x7f000001/', 'http://0x7f.0x0.0x0.0x1/', 'http://0xa9fea9fe/'],
    ['short', 'http://127.1/', 'http://10.1/', 'http://0/', 'http://192.168.257/'],
    ['full-width digits and dots', 'http://１２７.０.０.１/', 'http://127。0。0。1/'],
    ['a final dot', 'http://127.0.0.1./', 'http://169.254.169.254./'],
    ['percent-encoded', 'http://%31%32%37.0.0.1/', 'http://169.254.169%2E254/'],
    ['private', 'http://10.0.0.1/', 'http://172.16.0.1/', 'http://192.168.1.1/', 'http://100.64.0.1/'],
    ['metadata', 'http://169.254.169.254/latest/meta-data/', 'http://[fd00:ec2::254]/', 'http://168.63.129.16/'],
    [
      'multicast, unspecified, broadcast',
      'http://224.0.0.1/',
      'http://0.0.0.0/',
      'http://[::]/',
      'http://255.255.255.255/',
    ],
    ['IPv6 literals', 'http://[fe80::1]/', 'http://[fc00::1]/', 'http://[ff02::1]/', 'http://[2001:db8::1]/'],
    ['IPv4 inside IPv6', 'http://[::ffff:127.0.0.1]/', 'http://[::ffff:7f00:1]/', 'http://[::127.0.0.1]/'],
    ['6to4 and NAT64', 'http://[2002:7f00:1::]/', 'http://[64:ff9b::7f00:1]/', 'http://[64:ff9b::10.0.0.1]/'],
  ])('%s', async (_kind, ...addresses) => {
    for (const address of addresses) expect(await reasonOf(guardedFetch(address)), address).toBe('address')
  })

  test('the name of this machine is refused', async () => {
    for (const name of ['localhost', 'LOCALHOST'])
      expect(await reasonOf(guardedFetch(`http://${name}:${port}/`)), name).toBe('address')
    expect(await checkUrl(`http://localhost:${port}/`)).toBe(false)
  })
})

describe('names', () => {
  test('a public one is fetched', async () => {
    const { status, headers, body, url } = await world.guardedFetch(`${web}/page?a=1`)
    expect([status, headers['x-path'], body.toString(), url]).toEqual([200, '/page', 'hello', `${web}/page?a=1`])
  })

  test('one that resolves to a private address is refused without a connection', async () => {
    expect(await reasonOf(world.guardedFetch(`http://inside.test:${inside}/`))).toBe('address')
    expect(await reasonOf(world.guardedFetch(`http://unknown.test:${port}/`))).toBe('address')
    expect(seenInside).toEqual([])
  })

  test.each([
    '10.0.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '::1',
    'fe80::1%2',
    '::ffff:8.8.8.8',
  ])('one that resolves to %s is refused', async (address) => {
    const real = guardOn({
      isAllowed: (await import('./address.ts')).isPublicAddress,
      resolve: names({ x: [address] }),
    })
    expect(await reasonOf(real.guardedFetch('http://x/'))).toBe('address')
  })

  test('only the public ones of several addresses are used', async () => {
    const mixed = guardOn({ isAllowed, resolve: names({ 'mixed.test': [PRIVATE, PUBLIC, '::1'] }) })
    expect((await mixed.guardedFetch(`http://mixed.test:${port}/`)).body.toString()).toBe('hello')
    expect(await reasonOf(mixed.guardedFetch(`http://mixed.test:${inside}/`))).toBe('network')
    expect(seenInside).toEqual([])
  })

  test('a host name is resolved once per connection, and every address is checked', async () => {
    let asked = 0
    const answers = [PUBLIC, PRIVATE]
    const resolve: Resolve = async () => [{ address: answers[asked++] ?? PRIVATE, family: 4 }]
    const rebound = guardOn({ isAllowed, resolve })
    expect((await rebound.guardedFetch(`http://web.test:${port}/`)).status).toBe(200)
    expect(asked).toBe(1)
    expect(await reasonOf(rebound.guardedFetch(`http://web.test:${inside}/`))).toBe('address')

    asked = 0
    expect(await reasonOf(rebound.guardedFetch(redirectTo(`http://web.test:${inside}/again`)))).toBe('address')
    expect([asked, seenInside]).toEqual([2, []])
  })

  test('the address of the connected socket is checked too', async () => {
    let times = 0
    const onlyOnce = guardOn({ isAllowed: () => times++ === 0, resolve: names({ 'web.test': [PRIVATE] }) })
    expect(await reasonOf(onlyOnce.guardedFetch(`http://web.test:${inside}/`))).toBe('address')
    expect([times, seenInside]).toEqual([2, []])
  })

  test('a failing name server is a fault of the network', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error('SERVFAIL'), { code: 'ESERVFAIL' }))
    expect(await reasonOf(guardOn({ isAllowed, resolve }).guardedFetch(web))).toBe('network')
  })
})

describe('redirects', () => {
  test.each([
    ['an address', `http://${PRIVATE}:${inside}/`, 'address'],
    ['a name', `http://inside.test:${inside}/`, 'address'],
    ['an odd spelling', `http://0x7f000002:${inside}/`, 'address'],
    ['another scheme', 'file:///etc/passwd', 'scheme'],
    ['credentials', `http://a:b@web.test:${port}/`, 'credentials'],
    ['a port of another protocol', 'http://web.test:25/', 'port'],
    ['something that is no URL', 'http://', 'url'],
  ])('to what is not allowed (%s) are refused', async (_kind, to, reason) => {
    expect(await reasonOf(world.guardedFetch(redirectTo(to)))).toBe(reason)
    expect(await world.checkUrl(redirectTo(to))).toBe(false)
    expect(seenInside).toEqual([])
  })

  test('are followed, relative ones too, five at most', async () => {
    const chain = (length: number): string => (length === 0 ? '/end' : redirectTo(chain(length - 1)).slice(web.length))
    const { body, url } = await world.guardedFetch(web + chain(5))
    expect([body.toString(), url]).toEqual(['hello', `${web}/end`])
    expect(await reasonOf(world.guardedFetch(web + chain(6)))).toBe('redirects')
    expect(await reasonOf(world.guardedFetch(redirectTo('/end'), { maxRedirects: 0 }))).toBe('redirects')
  })

  test('carry no cookie, and no secret to another host', async () => {
    const resolve = names({ 'web.test': [PUBLIC], 'other.test': [PUBLIC] })
    const to = `http://other.test:${port}/other`
    await guardOn({ isAllowed, resolve }).guardedFetch(redirectTo(to), {
      headers: { Authorization: 'Basic secret', 'X-Key': 'secret', 'Accept-Language': 'he' },
    })
    const [first, second] = seen.slice(-2)
    expect(first?.headers).toMatchObject({ authorization: 'Basic secret', 'x-key': 'secret' })
    expect(second?.headers).toMatchObject({ host: `other.test:${port}`, 'accept-language': 'he' })
    expect(JSON.stringify(second?.headers)).not.toContain('secret')
    expect(second?.headers.cookie).toBeUndefined()
  })

  test('turn a POST into a GET, except 307 and 308', async () => {
    const post = { method: 'POST', body: '{"a":1}' } as const
    await world.guardedFetch(redirectTo('/end', 303), post)
    expect(seen.at(-1)).toMatchObject({ method: 'GET', body: '' })
    await world.guardedFetch(redirectTo('/end', 307), post)
    expect(seen.at(-1)).toMatchObject({ method: 'POST', body: '{"a":1}' })
  })
})

describe('limits', () => {
  test('a body that is too large is not read completely', async () => {
    expect(await reasonOf(world.guardedFetch(`${web}/large`, { maxBytes: 4999 }))).toBe('tooLarge')
    expect((await world.guardedFetch(`${web}/large`, { maxBytes: 5000 })).body).toHaveLength(5000)
    expect(await reasonOf(world.guardedFetch(`${web}/endless`, { maxBytes: 100_000 }))).toBe('tooLarge')
  })

  test('a reply that does not arrive, or does not end, is given up', async () => {
    for (const path of ['/slow-head', '/slow-body'])
      expect(await reasonOf(world.guardedFetch(web + path, { timeoutMs: 60 })), path).toBe('timeout')
  })

  test('a name server that does not answer is given up too', async () => {
    const resolve: Resolve = () => new Promise(() => {})
    expect(await reasonOf(guardOn({ isAllowed, resolve }).guardedFetch(web, { timeoutMs: 60 }))).toBe('timeout')
  })
})

describe('trusted addresses', () => {
  const loopback = `http://127.0.0.1:${port}`

  test('may be private', async () => {
    expect((await guardedFetch(loopback, { trusted: true })).body.toString()).toBe('hello')
    expect(await reasonOf(guardedFetch(loopback))).toBe('address')
  })

  test('may redirect to themselves, and are not trusted about other hosts', async () => {
    const to = (address: string) => `${loopback}/redirect?to=${encodeURIComponent(address)}`
    expect((await guardedFetch(to('/end'), { trusted: true })).url).toBe(`${loopback}/end`)
    for (const address of [`http://${PRIVATE}:${inside}/`, `http://localhost:${port}/`, 'http://169.254.169.254/'])
      expect(await reasonOf(guardedFetch(to(address), { trusted: true })), address).toBe('address')
    expect(seenInside).toEqual([])
  })

  test('must use http and have no credentials in the address', async () => {
    expect(await reasonOf(guardedFetch('file:///etc/passwd', { trusted: true }))).toBe('scheme')
    expect(await reasonOf(guardedFetch(`http://a:b@127.0.0.1:${port}`, { trusted: true }))).toBe('credentials')
  })
})

describe('checkUrl', () => {
  test.each(['/', '/?no-head', '/breaks-on-head', '/status/204', '/status/401', '/status/403'])(
    '%s is there',
    async (path) => {
      expect(await world.checkUrl(web + path)).toBe(true)
    },
  )

  test('an endless reply exists, and is not read', async () => {
    expect(await world.checkUrl(`${web}/endless?no-head`)).toBe(true)
  })

  test.each(['/status/404', '/status/410', '/status/500'])('%s is not', async (path) => {
    expect(await world.checkUrl(web + path)).toBe(false)
  })

  test('uses HEAD, and GET only if that fails', async () => {
    const from = seen.length
    await world.checkUrl(`${web}/once`)
    await world.checkUrl(`${web}/again?no-head`)
    expect(seen.slice(from).map(({ method, url }) => `${method} ${url}`)).toEqual([
      'HEAD /once',
      'HEAD /again?no-head',
      'GET /again?no-head',
    ])
  })

  test('a refused connection and a timeout are reported', async () => {
    expect(await world.checkUrl(`http://web.test:${inside}/`)).toBe(false)
    expect(await world.checkUrl(`${web}/slow-head`, { timeoutMs: 50 })).toBe(false)
    expect(await world.checkUrl('no address')).toBe(false)
  })
})
